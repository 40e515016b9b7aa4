// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import Crypto
    import Foundation

    /// Headers of calls, in which keys are names in angle brackets, with the keys.
    package struct FilledHeaders: Sendable {
        /// Those without a key.
        package let plain: [(name: String, value: String)]
        /// What calls name the keys that stand in the others.
        package let keys: [String]
        private let secret: [(name: String, value: Secret)]

        private enum Secret: Sendable {
            /// A key with what stands before and behind it.
            case key(String)
            /// The signature of the body, made with a key.
            case signature(SecretKey)
        }

        /// Fills headers; nil where a key is missing.
        ///
        /// - Parameters:
        ///   - headers: Headers by their names.
        ///   - keys: Keys by theirs.
        package init?(_ headers: [String: String], _ keys: [String: SecretKey]) {
            var plain: [(name: String, value: String)] = []
            var secret: [(name: String, value: Secret)] = []
            var names: [String] = []
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
                guard let word = KeyedHeader.placeholder(in: value) else {
                    plain.append((name, value))
                    continue
                }
                let keyName = KeyedHeader.key(of: word)
                guard let key = keys[keyName] else { return nil }
                if !names.contains(keyName) { names.append(keyName) }
                if word.hasPrefix(KeyedHeader.signature) {
                    secret.append((name, .signature(key)))
                } else {
                    secret.append((name, .key(value.replacing("<\(word)>", with: key.text))))
                }
            }
            (self.plain, self.secret) = (plain, secret)
            self.keys = names
        }

        /// The headers with a key, for one body.
        package func authorization(for body: [UInt8]) -> [(name: String, value: String)] {
            secret.map { header in
                switch header.value {
                case .key(let text): (header.name, text)
                case .signature(let key):
                    (
                        header.name,
                        HMAC<SHA256>.authenticationCode(
                            for: Data(body), using: SymmetricKey(data: Data(key.text.utf8))
                        ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                    )
                }
            }
        }
    }
#endif
