// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation

    /// What a journal holds of purchases that a real store has signed, whose transaction IDs tell of a
    /// person: to be blanked with the customer that had them.
    ///
    /// All that was signed under one account goes together, since the account is named by its first
    /// transaction. Where a purchase of the account is somebody else's by now, everything stays.
    struct SignedPurchases {
        /// A text's place: the number of its entry, and its index there.
        typealias Place = (sequence: Int, index: Int)

        /// The accounts of such purchases that nobody has, by the numbers of the purchases.
        private let accounts: [Int: String]
        private let names: Set<String>
        /// Of these the erased customer had one.
        private var owned: Set<String> = []
        /// Where accounts are named.
        private var accountPlaces: [String: [Place]] = [:]
        /// Where transactions are named, by the accounts of their purchases.
        private var transactionPlaces: [String: [(id: String, place: Place)]] = [:]
        /// What stands in the place of an account.
        private var blanks: [String: String] = [:]

        /// Of a state in which the customer is erased.
        init(in state: ProjectState) {
            let ledger = state.ledger
            var accounts: [Int: String] = [:]
            for (number, record) in state.world.records.enumerated() where record.isStated {
                let account = ledger.account(of: PurchaseHandle(number))
                let isFree = ledger.purchases(of: account).allSatisfy {
                    ledger.purchases[Int($0.index)].owner.handle == nil
                }
                if isFree { accounts[number] = account.text }
            }
            self.accounts = accounts
            names = Set(accounts.values)
        }

        /// The journal will be read again.
        mutating func forget() {
            (owned, accountPlaces, transactionPlaces) = ([], [:], [:])
        }

        /// The erased customer had a purchase.
        mutating func note(owned purchase: PurchaseHandle) {
            if let account = accounts[Int(purchase.index)] { owned.insert(account) }
        }

        /// An account is named.
        mutating func note(account: String, at place: Place) {
            if names.contains(account) { accountPlaces[account, default: []].append(place) }
        }

        /// A transaction of a purchase is named.
        mutating func note(transaction id: String, of purchase: Int, at place: Place) {
            guard let account = accounts[purchase] else { return }
            transactionPlaces[account, default: []].append((id, place))
        }

        /// Adds what was found to what is to be blanked; to be called after the journal was read.
        mutating func blank(_ found: inout JournalErasure) {
            for text in owned.sorted() {
                guard let account = StoreAccount(text) else { continue }
                let name = String(text.dropFirst(account.store.rawValue.count + 1))
                let blank = StoreAccount(account.store, found.blank(word: name)).text
                blanks[text] = blank
                for (sequence, index) in accountPlaces[text] ?? [] {
                    found.texts[sequence, default: [:]][index] = blank
                }
                for (id, place) in transactionPlaces[text] ?? [] {
                    found.texts[place.sequence, default: [:]][place.index] = found.blank(word: id)
                }
            }
        }

        /// What stands in the place of an account; nil where it stays.
        func blank(account: String) -> String? { blanks[account] }

        /// Whether the transaction IDs of a purchase are blanked.
        func areBlank(_ purchase: Int) -> Bool { accounts[purchase].map(owned.contains) ?? false }
    }

    extension JournalErasure {
        /// What stands in the place of a store's ID, everywhere the same.
        fileprivate mutating func blank(word: String) -> String {
            if let blank = words[word] { return blank }
            let blank = Erasure.newBlank()
            words[word] = blank
            return blank
        }
    }
#endif
