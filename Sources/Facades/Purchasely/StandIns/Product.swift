// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(StoreKit)
    import AllonymSimulation
    import Foundation

    /// Stands in for StoreKit's product where there is no StoreKit, for apps that buy by themselves
    /// in observer mode.
    public struct Product: Hashable, Sendable, Identifiable {
        /// The product's ID at the store.
        public let id: String

        /// The products that the store sells under these IDs.
        public static func products(
            for identifiers: some Collection<String>
        ) async throws -> [Product] {
            let plans = PurchaselySession.current().plans
            return identifiers.filter { plans.plan($0) != nil }.map { Product(id: $0) }
        }

        /// Buys it at the store; the provider does not hear of it.
        public func purchase() async throws -> PurchaseResult {
            let store = PurchaselySession.current().line.installation.store
            let answer = store.nextPurchase
            store.nextPurchase = .succeeds
            switch answer {
            case .isCancelled: return .userCancelled
            case .isPending: return .pending
            case .fails: throw PLYError.paymentInvalid
            case .succeeds:
                store.own(id)
                return .success(.verified(Transaction(productID: id)))
            }
        }

        /// What came of a purchase at the store.
        public enum PurchaseResult: Sendable {
            /// It is paid.
            case success(VerificationResult<Transaction>)
            /// The person changed their mind.
            case userCancelled
            /// Somebody else has to allow it.
            case pending
        }
    }

    /// Stands in for StoreKit's transaction where there is no StoreKit.
    public struct Transaction: Hashable, Sendable {
        /// What was bought.
        public let productID: String
    }

    /// Stands in for StoreKit's word on a signature where there is no StoreKit.
    public enum VerificationResult<SignedType: Sendable>: Sendable {
        /// The signature does not hold.
        case unverified(SignedType, any Error)
        /// It does.
        case verified(SignedType)
    }

    extension Purchasely {
        /// Presents a purchase that the app made itself, in observer mode.
        ///
        /// One that was cancelled or is pending is none, and nothing is presented.
        ///
        /// - Throws: A ``PLYError``; ``PLYError/unverifiedTransaction(_:)`` where the signature does
        ///   not hold.
        public static func syncPurchase(with purchaseResult: Product.PurchaseResult) async throws {
            switch purchaseResult {
            case .success(.verified(let transaction)):
                try await syncPurchase(for: transaction.productID)
            case .success(.unverified(let transaction, _)):
                throw PLYError.unverifiedTransaction(transaction.productID)
            case .userCancelled, .pending: break
            }
        }
    }
#endif
