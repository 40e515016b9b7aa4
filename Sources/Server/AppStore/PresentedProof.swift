// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// What a call presents of a purchase: a token of the simulated stores, or a transaction that the
    /// App Store has signed.
    ///
    /// It is checked before the project is asked, which nothing may hold up.
    struct PresentedProof: Sendable {
        let token: String
        /// What was signed, where that could be checked.
        fileprivate let stated: StatedTransaction?
        /// The transaction that the purchase began with, where it was signed.
        var originalTransaction: String? { stated?.originalID }
        /// Why what looks like a signed transaction is refused.
        let fault: TransactionFault?
    }

    extension Visit {
        /// Looks at what a call presents of a purchase.
        func proof(_ token: String) async -> PresentedProof {
            // Tokens have no dots; what has two is a JWS or nothing.
            guard token.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 else {
                return PresentedProof(token: token, stated: nil, fault: nil)
            }
            do throws(TransactionFault) {
                let stated = try await appStore.transaction(token)
                return PresentedProof(token: token, stated: stated, fault: nil)
            } catch {
                return PresentedProof(token: token, stated: nil, fault: error)
            }
        }
    }

    extension ProjectState {
        /// A purchase, and the token by which the project knows it.
        typealias KnownPurchase = (purchase: PurchaseHandle, token: String)

        /// The purchase that was presented; nil where nothing stands for one.
        ///
        /// A signed transaction is taken over first. From then on its purchase is known by a token of
        /// the project's own, since the same transaction can be signed again in other words.
        ///
        /// - Parameters:
        ///   - proof: What was presented.
        ///   - secret: The project's secret.
        ///   - now: When.
        /// - Returns: The purchase.
        mutating func purchase(
            of proof: PresentedProof, secret: [UInt8], now: Date
        ) -> KnownPurchase? {
            guard let stated = proof.stated else {
                return purchase(of: proof.token, secret: secret).map {
                    (purchase: $0, token: proof.token)
                }
            }
            return take(stated, now: now).map {
                (purchase: $0, token: token(of: $0, secret: secret))
            }
        }
    }
#endif
