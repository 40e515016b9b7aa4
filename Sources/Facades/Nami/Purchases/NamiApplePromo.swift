// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The signature with which the App Store takes a promotional offer.
///
/// Nami's console says at which offer a paywall sells a SKU, and the simulated one has no such
/// setting, so the façade gives none; apps decode it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiApplePromo), read 2026-11-21.
public final class NamiApplePromo: NSObject, Codable, Sendable {
    /// The ID of the key that signed it.
    public let key_id: String?
    /// What makes it good for one use.
    public let nonce: UUID?
    /// The signature.
    public let signature: Data?
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: Int?

    private enum CodingKeys: String, CodingKey { case key_id, nonce, signature, timestamp }
}

/// How an introductory offer is paid.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiProductPaymentType), read 2026-11-21.
public enum NamiProductPaymentType: String, Codable, Hashable, Sendable, CaseIterable {
    /// Each period of the offer by itself.
    case pay_as_you_go
    /// All of it at its beginning.
    case pay_up_front
    /// Not at all.
    case free_trial
}

/// The products of the app.
///
/// The interface has no member of it but the initialiser.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiProductManager), read 2026-11-21.
public final class NamiProductManager: NSObject {
    /// An object of no use.
    public override init() {}
}
