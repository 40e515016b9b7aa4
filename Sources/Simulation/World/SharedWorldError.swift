// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// Why a ``SharedWorld`` or an ``Installation`` could not be made.
public enum SharedWorldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No provider has this name.
    case unknownProvider(String, known: [String])
    /// There is no such setting, or it has no such value.
    case unknownSetting(String)
    /// The folder of mappings cannot be read.
    case mappings(String)
    /// The device has the app with another store account.
    case otherAccount(device: String, account: StoreAccount)
    /// The file in the installation's folder is none of ours.
    case damagedStorage(file: String, reason: String)

    /// What was refused, why, and what to do.
    public var description: String {
        switch self {
        case .unknownProvider(let name, let known):
            UnknownName("provider", name, known: known).description
        case .unknownSetting(let reason): reason
        case .mappings(let reason): reason
        case .otherAccount(let device, let account):
            "The device \"\(device)\" is signed in to the store account \(account). Name another "
                + "device, or sign it in to another account with Installation.use(_:)."
        case .damagedStorage(let file, let reason):
            "\(file) is not what an installation has written: \(reason). Delete it, or name "
                + "another folder."
        }
    }
}
