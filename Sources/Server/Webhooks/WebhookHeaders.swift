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
        ///   - secrets: The endpoint's secrets, the newest first; several while one is exchanged.
        ///   - timestamp: When, in seconds since 1970.
        /// - Returns: Names and values; without a secret nothing is signed.
        package func all(
            of body: [UInt8], authorization: String?, secrets: [String], timestamp: String
        ) -> [(name: String, value: String)] {
            profile.headers.compactMap { header in
                let value: String? =
                    switch header.content {
                    case .authorization(let prefix):
                        authorization.map { WebhookHeaders.authorization($0, behind: prefix) }
                    case .mediaType(let type): type
                    case .timestamp: secrets.isEmpty ? nil : timestamp
                    case .signature(let id): signature(id, of: body, secrets, timestamp)
                    }
                return value.map { (name: header.name, value: $0) }
            }
        }

        /// A fixed authorization as its header has it: a prefix that it begins with already is not
        /// added again.
        static func authorization(_ value: String, behind prefix: String) -> String {
            value.hasPrefix(prefix) ? value : prefix + value
        }

        private func signature(
            _ id: String, of body: [UInt8], _ secrets: [String], _ timestamp: String
        ) -> String? {
            guard let newest = secrets.first, let scheme = profile.signature(id),
                let value = WebhookHeaders.value(
                    scheme, of: body, secret: newest, timestamp: timestamp)
            else { return nil }
            guard let recipe = scheme.recipe, let repeated = recipe.repeated else { return value }
            return secrets.dropFirst().reduce(value) { value, secret in
                let hex = WebhookHeaders.hex(recipe, of: body, secret, timestamp)
                return value + String(decoding: repeated.bytes([.hex: hex]), as: UTF8.self)
            }
        }

        /// What a signature's header says; nil where the scheme is not published.
        package static func value(
            _ scheme: SignatureScheme, of body: [UInt8], secret: String, timestamp: String
        ) -> String? {
            guard let recipe = scheme.recipe else { return nil }
            let values: [SignatureTemplate.Name: [UInt8]] = [
                .timestamp: Array(timestamp.utf8), .hex: hex(recipe, of: body, secret, timestamp),
            ]
            return String(decoding: recipe.value.bytes(values), as: UTF8.self)
        }

        /// The signature in hexadecimal.
        private static func hex(
            _ recipe: SignatureScheme.Recipe, of body: [UInt8], _ secret: String,
            _ timestamp: String
        ) -> [UInt8] {
            let message = recipe.message.bytes([
                .timestamp: Array(timestamp.utf8), .body: body, .secret: Array(secret.utf8),
            ])
            switch recipe.algorithm {
            case .hmacSHA256:
                let code = HMAC<SHA256>.authenticationCode(
                    for: message, using: SymmetricKey(data: Data(secret.utf8)))
                return Array(Hexadecimal.text(Array(code)).utf8)
            }
        }
    }
#endif
