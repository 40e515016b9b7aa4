// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// Why a signed transaction is refused.
    struct TransactionFault: Error, Hashable, CustomStringConvertible {
        let description: String

        /// A fault, in a whole sentence.
        init(_ description: String) { self.description = description }
    }

    /// A JWS in compact form, taken apart and not yet believed.
    ///
    /// Source: RFC 7515, sections 3.1, 4.1 and 5.2, read 2026-11-25;
    /// https://developer.apple.com/documentation/appstoreserverapi/jwsdecodedheader, read 2026-11-25.
    struct SignedText: Sendable {
        /// The certificates of the header, DER, the signer's first.
        let certificates: [[UInt8]]
        let payload: Data
        /// What the signature is of.
        let signed: Data
        let signature: Data

        /// The longest text that is read: Apple's are a few kilobytes.
        static let longestBytes = 32_768

        /// The longest certificate that is read.
        static let longestCertificateBytes = 8_192

        /// As many certificates as a header may carry; Apple's are three, Xcode's is one.
        static let certificateCounts = 1...4

        private struct Header: Decodable {
            let alg: String
            let x5c: [String]
            /// Extensions that whoever reads it has to know; none is known here.
            let crit: [String]?
        }

        /// Takes a text apart.
        ///
        /// - Throws: ``TransactionFault`` where it is none, or is signed in another way than Apple
        ///   signs.
        init(_ text: String) throws(TransactionFault) {
            guard text.utf8.count <= SignedText.longestBytes else {
                throw TransactionFault(
                    "The transaction is longer than \(SignedText.longestBytes) bytes.")
            }
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let head = SignedText.decoded(parts[0]),
                let payload = SignedText.decoded(parts[1]),
                let signature = SignedText.decoded(parts[2])
            else { throw TransactionFault("The transaction is not a JWS in compact form.") }
            guard let header = try? JSONDecoder().decode(Header.self, from: head) else {
                throw TransactionFault("The JWS has no header with alg and x5c.")
            }
            guard header.alg == "ES256", header.crit == nil, signature.count == 64 else {
                throw TransactionFault("The JWS is not signed with ES256.")
            }
            guard SignedText.certificateCounts.contains(header.x5c.count) else {
                throw TransactionFault(
                    "The JWS has \(header.x5c.count) certificates; 1 to 4 are expected.")
            }
            var certificates: [[UInt8]] = []
            for text in header.x5c {
                guard let bytes = Data(base64Encoded: text),
                    bytes.count <= SignedText.longestCertificateBytes
                else { throw TransactionFault("The x5c of the JWS holds no certificate.") }
                certificates.append(Array(bytes))
            }
            self.certificates = certificates
            self.payload = payload
            self.signature = signature
            signed = Data("\(parts[0]).\(parts[1])".utf8)
        }

        /// The bytes of base64url without padding; nil for anything else.
        private static func decoded(_ text: Substring) -> Data? {
            guard !text.isEmpty, !text.contains(where: { "+/=".contains($0) }) else { return nil }
            let plain = text.replacing("-", with: "+").replacing("_", with: "/")
            return Data(
                base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
        }
    }
#endif
