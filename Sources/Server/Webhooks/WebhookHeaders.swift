// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymMappings
    import AllonymService
    import Crypto
    import Foundation

    /// What proves to a receiver where a webhook comes from, as the provider's data describe it.
    package struct WebhookHeaders: Sendable {
        private let profile: DeliveryProfile

        /// The headers of a provider's webhooks.
        package init(_ profile: DeliveryProfile) { self.profile = profile }

        /// The headers of one try.
        ///
        /// - Parameters:
        ///   - body: What is sent.
        ///   - authorization: The endpoint's fixed authorization.
        ///   - secret: The endpoint's secret.
        ///   - timestamp: When, in seconds since 1970.
        /// - Returns: Names and values; without a secret nothing is signed.
        package func all(
            of body: [UInt8], authorization: String?, secret: String?, timestamp: String
        ) -> [(name: String, value: String)] {
            profile.headers.compactMap { header in
                let value: String? =
                    switch header.content {
                    case .authorization(let prefix): authorization.map { prefix + $0 }
                    case .mediaType(let type): type
                    case .timestamp: secret == nil ? nil : timestamp
                    case .signature(let id): signature(id, of: body, secret, timestamp)
                    }
                return value.map { (name: header.name, value: $0) }
            }
        }

        private func signature(
            _ id: String, of body: [UInt8], _ secret: String?, _ timestamp: String
        ) -> String? {
            guard let secret, let scheme = profile.signature(id) else { return nil }
            return WebhookHeaders.value(scheme, of: body, secret: secret, timestamp: timestamp)
        }

        /// What a signature's header says; nil where the scheme is not published.
        package static func value(
            _ scheme: SignatureScheme, of body: [UInt8], secret: String, timestamp: String
        ) -> String? {
            guard let recipe = scheme.recipe else { return nil }
            var values: [SignatureTemplate.Name: [UInt8]] = [
                .timestamp: Array(timestamp.utf8), .body: body, .secret: Array(secret.utf8),
            ]
            switch recipe.algorithm {
            case .hmacSHA256:
                let code = HMAC<SHA256>.authenticationCode(
                    for: recipe.message.bytes(values), using: SymmetricKey(data: Data(secret.utf8)))
                let digits = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                values[.hex] = Array(digits.joined().utf8)
            }
            return String(decoding: recipe.value.bytes(values), as: UTF8.self)
        }
    }
#endif
