// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
import AllonymMappings
import AllonymSimulation
public import Foundation

/// The error that the handlers get.
///
/// A type of this façade: the SDK's interface has no public type, domain or numbers for errors of
/// identity, and its handlers take any error. Written against the SDK, code reads `success`, or the
/// number of the `NSError`, which is ``code`` here too.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public struct NamiFacadeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number that is known of it, 400 for a second log-in that is refused; nil for none.
    public let code: Int?
    /// What it is called in Nami's documents and SDKs, on any platform; often nothing.
    public let names: [String]
    /// The neutral word for it where the provider said no; nil where the call did not reach it.
    public let refusal: Refusal?
    /// Whether the network was missing.
    ///
    /// The documents name no error for that.
    public let isOffline: Bool
    /// What was refused, and what to do.
    public let description: String

    private init(
        code: Int? = nil, names: [String] = [], refusal: Refusal? = nil, isOffline: Bool = false,
        _ description: String
    ) {
        self.code = code
        self.names = names
        self.refusal = refusal
        self.isOffline = isOffline
        self.description = description
    }

    /// The provider's no, with the numbers and names that its vocabulary has for it.
    init(_ refusal: Refusal, on line: Line) {
        let entries = line.names(of: refusal)
        self.init(
            code: entries.lazy.compactMap { $0.code.flatMap(Int.init) }.first,
            names: entries.map(\.name), refusal: refusal, NamiFacadeError.says(refusal))
    }

    static let offline = NamiFacadeError(
        isOffline: true, "There is no connection to Nami. Call again when there is one.")
    static let notConfigured = NamiFacadeError(
        "The SDK is not configured. Call Nami.configure(with:_:) and wait for its handler.")
    static let purchaseFailed = NamiFacadeError("The store could not complete the purchase.")
    static let paywallTakesNoTaps = NamiFacadeError(
        "There is no paywall, or it is hidden, paused or takes no taps. Launch a campaign first.")
    static let notOnPaywall = NamiFacadeError(
        "The paywall sells no such SKU. Put it into the campaign's groups in NamiAccount.")
    static let noCapability = NamiFacadeError(
        "The Nami account is not enabled for anonymous mode; anonymousModeCapability() says so.")
    /// The names are the web SDK's; https://www.npmjs.com/package/@namiml/web-sdk (1.7.7).
    static func alreadySo(_ isOn: Bool) -> NamiFacadeError {
        isOn
            ? NamiFacadeError(names: ["ANONYMOUS_MODE_ALREADY_ON"], "Anonymous mode is on already.")
            : NamiFacadeError(names: ["ANONYMOUS_MODE_ALREADY_OFF"], "Anonymous mode is off.")
    }

    private static func says(_ refusal: Refusal) -> String {
        switch refusal {
        case .notInstalled: "The platform does not know the device. Configure the SDK first."
        case .unsupported: "The platform has no such call, or not in this mode."
        case .unknownProduct: "The stores sell no such SKU. Put it into the world's catalogue."
        case .invalidIdentifier:
            "The platform does not take this external ID, and it was not saved. Take another one, "
                + "such as its SHA-256."
        case .alreadyAnonymous: "Nobody is logged in."
        case .alreadyLoggedIn: "Somebody is logged in. Log out first, then in again."
        case .identityTaken: "The identity is linked to another user."
        case .ownedByAnother: "A purchase of the store account belongs to another user."
        case .nothingToRestore: "The store account has nothing to restore."
        case .mintedTwice: "The platform made an ID twice. Call again."
        }
    }
}

extension NamiFacadeError: CustomNSError, LocalizedError {
    /// The domain of the `NSError`, which is this façade's.
    public static var errorDomain: String { "NamiFacade" }
    /// ``code``, or 0.
    public var errorCode: Int { code ?? 0 }
    /// The description.
    public var errorDescription: String? { description }
    /// The description, for people.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
