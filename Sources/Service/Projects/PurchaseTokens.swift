// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    import AllonymSimulation
    import Crypto
    package import Foundation

    // What an app or a backend presents of a purchase: a token that names it and cannot be guessed.

    extension ProjectState {
        /// The token of a purchase that the project's own stores have made.
        ///
        /// - Parameters:
        ///   - purchase: The purchase.
        ///   - secret: The project's secret.
        /// - Returns: What an app presents of the purchase.
        package func token(of purchase: PurchaseHandle, secret: [UInt8]) -> String {
            let number = Int(purchase.index) + 1
            return "sim_\(number)_" + ProjectState.mark(number, secret)
        }

        /// The purchase that a token stands for; nil where nobody made it.
        package func purchase(of token: String, secret: [UInt8]) -> PurchaseHandle? {
            if let purchase = tokens[ProjectState.hash(of: token)] { return purchase }
            let parts = token.split(separator: "_", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "sim", let number = Int(parts[1]), number > 0,
                number <= ledger.purchases.count, parts[1] == "\(number)",
                parts[2] == ProjectState.mark(number, secret)
            else { return nil }
            return PurchaseHandle(number - 1)
        }

        /// What is kept of a token that an app's store has made: whoever reads the journal presents
        /// nothing with it.
        static func hash(of token: String) -> String {
            Data(SHA256.hash(data: Data(token.utf8))).base64EncodedString()
        }

        private static func mark(_ number: Int, _ secret: [UInt8]) -> String {
            let code = HMAC<SHA256>.authenticationCode(
                for: Data("purchase \(number)".utf8), using: SymmetricKey(data: secret))
            return Hexadecimal.text(Array(code.prefix(16)))
        }
    }

    extension ProjectState {
        /// A purchase at a store; one that runs already is that one.
        ///
        /// The provider has not heard of it.
        ///
        /// - Parameters:
        ///   - product: What is bought; it has to be sold.
        ///   - account: By whom.
        ///   - now: When.
        /// - Returns: The purchase; nil where the stores sell no such product.
        package mutating func buy(
            _ product: String, by account: StoreAccount, now: Date
        ) -> PurchaseHandle? {
            guard let item = setup.sold(product)?.product else { return nil }
            perform(.own(item.product), by: .account(account), now: now)
            return newest(product, of: account)
        }

        /// A sale on the web to somebody who is known there.
        ///
        /// - Parameters:
        ///   - product: What is bought; it has to be sold.
        ///   - account: By whom.
        ///   - customer: Whose it is.
        ///   - now: When.
        /// - Returns: The purchase; nil where the stores sell no such product.
        /// - Throws: Why the rules refuse it.
        package mutating func buy(
            _ product: String, by account: StoreAccount, for customer: UserID, now: Date
        ) throws(Refusal) -> PurchaseHandle? {
            guard let item = setup.sold(product)?.product else { return nil }
            let decision = perform(.buy(item.product), by: .user(customer, account), now: now)
            if let refusal = decision.refusal { throw refusal }
            return newest(product, of: account)
        }

        private func newest(_ product: String, of account: StoreAccount) -> PurchaseHandle? {
            ledger.purchases(of: account).last { ledger.product(of: $0).text == product }
        }
    }
#endif
