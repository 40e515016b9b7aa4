// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymService
    import AllonymSimulation
    import Crypto
    import Foundation
    import SwiftASN1
    @_spi(FixedExpiryValidationTime) import X509

    /// Whom a project believes what the App Store is said to have signed: the roots that its owner
    /// has named, for the owner's apps.
    package struct AppStoreTrust: Sendable {
        private let roots: [Certificate]
        private let bundles: Set<String>

        /// What the certificates of Apple's signers are marked with.
        ///
        /// Whoever signs receipts has the one, the authority above the other. Further certificates
        /// under Apple's roots belong to developers.
        ///
        /// Source: https://github.com/apple/app-store-server-library-swift, ChainVerifier, read
        /// 2026-11-25.
        private static let marks: (leaf: ASN1ObjectIdentifier, authority: ASN1ObjectIdentifier) = (
            "1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1"
        )

        /// What a project file names.
        ///
        /// - Throws: ``DocumentFault`` where a root is no certificate, or no app is named that its
        ///   transactions are to be of.
        package init(_ file: ProjectFile) throws(DocumentFault) {
            var roots: [Certificate] = []
            for (index, text) in file.appStoreRoots.enumerated() {
                do {
                    roots.append(try Certificate(pemEncoded: text))
                } catch {
                    throw DocumentFault(
                        "appStoreRoots[\(index)]", "expected one certificate as PEM: \(error)")
                }
            }
            guard roots.isEmpty || !file.appStoreBundles.isEmpty else {
                throw DocumentFault(
                    "appStoreBundles",
                    "expected the bundle IDs of the apps that appStoreRoots are for: Apple signs "
                        + "the transactions of everybody's apps")
            }
            self.roots = roots
            bundles = Set(file.appStoreBundles)
        }

        /// Reads a transaction that the App Store has signed.
        ///
        /// Whether certificates have expired is judged at the time of signing, as Apple's own library
        /// does.
        ///
        /// - Parameter text: A JWS in compact form.
        /// - Returns: What was signed.
        /// - Throws: ``TransactionFault`` for anything that cannot be checked.
        func transaction(_ text: String) async throws(TransactionFault) -> StatedTransaction {
            guard !roots.isEmpty else {
                throw TransactionFault("The project names no appStoreRoots.")
            }
            let jws = try SignedText(text)
            let payload = try TransactionPayload.read(jws.payload)
            var certificates: [Certificate] = []
            for bytes in jws.certificates {
                guard let certificate = try? Certificate(derEncoded: bytes) else {
                    throw TransactionFault("The x5c of the JWS holds no certificate.")
                }
                certificates.append(certificate)
            }
            try await check(certificates, at: Date(milliseconds: payload.signedDate))
            guard let key = P256.Signing.PublicKey(certificates[0].publicKey),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature),
                key.isValidSignature(signature, for: jws.signed)
            else { throw TransactionFault("The signature is not that of the first certificate.") }
            guard bundles.contains(payload.bundleId) else {
                throw TransactionFault(
                    "The transaction is of an app that is not in appStoreBundles.")
            }
            return payload.stated
        }

        /// Looks whether certificates lead, in their order, from a signer of Apple's to a root.
        private func check(
            _ certificates: [Certificate], at date: Date
        ) async throws(TransactionFault) {
            var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
                RFC5280Policy(fixedExpiryValidationTime: date)
            }
            let result = await verifier.validate(
                leaf: certificates[0], intermediates: CertificateStore(certificates.dropFirst()))
            guard case .validCertificate(let chain) = result else {
                throw TransactionFault(
                    "The certificates do not lead to one of appStoreRoots, or were not valid when "
                        + "the transaction was signed.")
            }
            // The root itself may be left out.
            guard (0...1).contains(chain.count - certificates.count),
                chain.starts(with: certificates)
            else { throw TransactionFault("The certificates are not in their order.") }
            // Xcode signs with the very certificate that it exports.
            if chain.count == 1 { return }
            guard chain.count > 2, AppStoreTrust.isSigner(chain[0]),
                chain[1].extensions[oid: AppStoreTrust.marks.authority] != nil
            else {
                throw TransactionFault("The first certificate is not one that signs transactions.")
            }
        }

        private static func isSigner(_ certificate: Certificate) -> Bool {
            guard certificate.extensions[oid: marks.leaf] != nil else { return false }
            do {
                switch try certificate.extensions.basicConstraints {
                case .isCertificateAuthority?: return false
                case .notCertificateAuthority?, nil: return true
                }
            } catch {
                return false
            }
        }
    }
#endif
