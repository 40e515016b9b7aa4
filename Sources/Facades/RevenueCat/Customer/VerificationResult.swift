// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whether the signature of an answer was verified.
///
/// Answers of the simulation are not signed: it is ``notRequested`` in all of them.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, VerificationResult),
/// read 2026-11-21.
public enum VerificationResult: Int, CaseIterable, Sendable {
    /// Nobody asked.
    case notRequested = 0
    /// The server's signature is right.
    case verified = 1
    /// The signature is wrong.
    case failed = 2
    /// Computed on the device, from verified purchases.
    case verifiedOnDevice = 3
}

extension VerificationResult {
    /// Whether the answer is verified, by the server or on the device.
    public var isVerified: Bool {
        switch self {
        case .verified, .verifiedOnDevice: true
        case .notRequested, .failed: false
        }
    }
}

extension VerificationResult: CustomDebugStringConvertible {
    /// The name of the case, with its type.
    public var debugDescription: String {
        switch self {
        case .notRequested: "VerificationResult.notRequested"
        case .verified: "VerificationResult.verified"
        case .failed: "VerificationResult.failed"
        case .verifiedOnDevice: "VerificationResult.verifiedOnDevice"
        }
    }
}
