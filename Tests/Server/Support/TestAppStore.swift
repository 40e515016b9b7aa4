// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Crypto
    import Foundation
    import SwiftASN1
    import X509

    /// An App Store of the tests' own: certificates as Apple's are, and transactions signed with them.
    struct TestAppStore {
        /// A certificate with its key.
        struct Signer {
            let certificate: Certificate
            let key: P256.Signing.PrivateKey

            var der: [UInt8] {
                get throws {
                    var serializer = DER.Serializer()
                    try serializer.serialize(certificate)
                    return serializer.serializedBytes
                }
            }
        }

        let root: Signer
        let intermediate: Signer
        let leaf: Signer

        private static let (leafMark, authorityMark): (ASN1ObjectIdentifier, ASN1ObjectIdentifier) =
            ("1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1")

        /// New Year's Day 2026, noon UTC, when the tests' projects begin.
        static let newYear = Date(timeIntervalSince1970: 1_767_268_800)

        /// How the certificates differ from Apple's.
        struct Differences {
            var isLeafAuthority = false
            var isLeafMarked = true
            var isIntermediateMarked = true
            var isIntermediateAuthority = true
            var leafDays: ClosedRange<Double> = -30...30
        }

        init(_ differences: Differences = Differences()) throws {
            root = try Self.signer("Root", under: nil, isAuthority: true)
            intermediate = try Self.signer(
                "Intermediate", under: root, isAuthority: differences.isIntermediateAuthority,
                mark: differences.isIntermediateMarked ? Self.authorityMark : nil)
            leaf = try Self.signer(
                "Leaf", under: intermediate, isAuthority: differences.isLeafAuthority,
                mark: differences.isLeafMarked ? Self.leafMark : nil, days: differences.leafDays)
        }

        private static func signer(
            _ name: String, under issuer: Signer?, isAuthority: Bool,
            mark: ASN1ObjectIdentifier? = nil, days: ClosedRange<Double> = -1_000...1_000
        ) throws -> Signer {
            let key = P256.Signing.PrivateKey()
            let subject = try DistinguishedName { CommonName(name) }
            let constraints: BasicConstraints =
                isAuthority ? .isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
            var extensions = try Certificate.Extensions { Critical(constraints) }
            if let mark {
                try extensions.append(
                    Certificate.Extension(oid: mark, critical: false, value: [5, 0]))
            }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(),
                publicKey: Certificate.PublicKey(key.publicKey),
                notValidBefore: newYear.addingTimeInterval(86_400 * days.lowerBound),
                notValidAfter: newYear.addingTimeInterval(86_400 * days.upperBound),
                issuer: issuer?.certificate.subject ?? subject, subject: subject,
                signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
                issuerPrivateKey: Certificate.PrivateKey(issuer?.key ?? key))
            return Signer(certificate: certificate, key: key)
        }

        /// The root as a project file names it.
        var pem: String {
            get throws { try root.certificate.serializeAsPEM().pemString }
        }

        /// The members of a transaction: a month, bought at New Year, with others in their place.
        static func transaction(_ others: [String: Any] = [:]) -> [String: Any] {
            let bought = Int(newYear.timeIntervalSince1970) * 1_000
            let members: [String: Any] = [
                "transactionId": "100", "originalTransactionId": "100",
                "bundleId": "com.example.app", "productId": "month", "purchaseDate": bought,
                "originalPurchaseDate": bought, "expiresDate": bought + 86_400_000 * 30,
                "signedDate": bought, "type": "Auto-Renewable Subscription",
                "environment": "Production", "price": 9_990, "currency": "USD", "quantity": 1,
                "inAppOwnershipType": "PURCHASED",
            ]
            return members.merging(others) { _, other in other }
        }

        /// Signs a transaction.
        ///
        /// - Parameters:
        ///   - members: Its members.
        ///   - algorithm: What the header says.
        ///   - chain: The certificates, of the leaf, the intermediate and the root without any.
        ///   - key: The key; the leaf's without any.
        ///   - crit: Of a header that asks for an extension: which.
        /// - Returns: A JWS.
        /// - Throws: What the encoder or the key throws.
        func sign(
            _ members: [String: Any] = TestAppStore.transaction(), algorithm: String = "ES256",
            chain: [Signer]? = nil, key: P256.Signing.PrivateKey? = nil, crit: [String]? = nil
        ) throws -> String {
            var header: [String: Any] = [
                "alg": algorithm,
                "x5c": try (chain ?? [leaf, intermediate, root]).map {
                    Data(try $0.der).base64EncodedString()
                },
            ]
            header["crit"] = crit
            let signed = try [header, members].map {
                Self.encoded(try JSONSerialization.data(withJSONObject: $0))
            }.joined(separator: ".")
            let signature = try (key ?? leaf.key).signature(for: Data(signed.utf8))
            return signed + "." + Self.encoded(signature.rawRepresentation)
        }

        static func encoded(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
    }
#endif
