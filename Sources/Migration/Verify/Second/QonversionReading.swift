// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Who has access at Qonversion.
    ///
    /// | rule | document |
    /// |---|---|
    /// | A list of entitlements has all that its user has now: `is_active` (v3: `active`) is the word, whatever `expires_at` says. | REST v4, List user entitlements, User entitlement; REST v3, Entitlement object |
    /// | What a user has bought gives nothing beside such a list; without one the product stands for itself. | REST v4, Entitlements, User entitlement; Purchases, Key concepts |
    /// | Of two answers about one entitlement of a user, which have no date, the one read last counts. | the same |
    /// | Of several purchases of one original transaction the newest counts, until its `expires_at`; without one it may be used up. | REST v4, Purchases, Transaction and Expiry |
    /// | With Transfer whoever it was recorded for last has it, with Copy each. | Restore behavior |
    /// | The customers list: status 1 and 2 have access, 4 has none, 3 has it until a day that is not said; what others mean is not said. | Get customer metrics, filter by status; Active Subscriptions; Billing Retry |
    /// | An identity leads to its user and sees what that one has; the device and `custom_uid` join nobody. | Identities, Key concepts; User Identifiers |
    struct QonversionReading: Reading {
        var ids = IDs()
        let document = "Qonversion, User entitlement (is_active), Purchases and Webhooks"
        private let moment: Moment
        /// Whether a restore copies, so that former holders keep what they had.
        private let copies: Bool
        private var webhooks: Webhooks
        /// The users of Qonversion's own that each identity was seen with, and the other way round.
        private var users: [Int: Set<Int>] = [:]
        private var identities: [Int: Set<Int>] = [:]
        /// The entitlements of each user that a list tells of, and whether they are active.
        private var lists: [Int: [Listed: Bool]] = [:]
        private var purchases: [Purchase] = []
        private var customers: [Int: (product: String, status: Int64?)] = [:]

        /// An entitlement of a list.
        private struct Listed: Hashable {
            let holding: Holding
            let begins: Int64?
        }

        private struct Purchase {
            let chain: String
            let user: Int
            let product: String
            let bought: Int64?
            let recorded: Int64?
            let end: Int64?

            /// The greater, the newer.
            var dates: (Int64, Int64) { (bought ?? 0, recorded ?? 0) }
        }

        init(_ moment: Moment, copies: Bool) {
            (self.moment, self.copies) = (moment, copies)
            webhooks = Webhooks(moment, copies: copies)
        }

        // MARK: - Reading

        /// Qonversion's files are JSON only.
        mutating func take(_ row: Table.Row) {}

        mutating func take(_ record: JSONView) {
            switch record["object"]?.text {
            case "user": takeUser(record["id"], record["identity_id"])
            case "identity": takeUser(record["user_id"], record["id"])
            case "list" where record["url"] != nil: takePage(record)
            case "list": takeWithoutObject(record)
            case .some: break
            case nil: takeWithoutObject(record)
            }
        }

        /// What REST v3, webhooks and the customers list send: there the members tell what it is.
        private mutating func takeWithoutObject(_ record: JSONView) {
            if record["event_name"] != nil {
                let user = takeUser(record["user_id"], record["identity_id"])
                let identity = ids.number(record["identity_id"]?.spelling)
                if let user { webhooks.take(record, user: user, identity: identity) }
            } else if let items = record["data"]?["items"] {
                for item in items.elements { takeCustomer(item) }
            } else if record["client_uid"] != nil {
                takeCustomer(record)
            } else if let data = record["data"], data.isArray {
                guard let user = user(record["user_id"]?.spelling) else { return }
                for entitlement in data.elements {
                    take(
                        entitlement, of: user, isActive: entitlement["active"]?.flag,
                        begins: Instants.seconds(entitlement["started"]?.integer),
                        end: Instants.seconds(entitlement["expires"]?.integer))
                }
                lists[user] = lists[user] ?? [:]
            } else if record["environment"] != nil {
                takeUser(record["id"], record["identity_id"])
            } else {
                takeUser(record["user_id"], record["id"])
            }
        }

        /// A page of entitlements or of purchases; whose it is stands in its address.
        private mutating func takePage(_ page: JSONView) {
            guard let url = page["url"]?.text,
                let (owner, what) = Address.owner(in: url, behind: "/users/")
            else { return }
            guard let data = page["data"] else { return }
            // A page without purchases says nothing of its user.
            if what.hasPrefix("purchases"), data.elements.isEmpty { return }
            guard let user = user(owner) else { return }
            if what.hasPrefix("entitlements") {
                for entitlement in data.elements {
                    take(
                        entitlement, of: user, isActive: entitlement["is_active"]?.flag,
                        begins: Instants.text(entitlement["started_at"]?.text),
                        end: Instants.text(entitlement["expires_at"]?.text))
                }
                lists[user] = lists[user] ?? [:]
            } else if what.hasPrefix("purchases") {
                for purchase in data.elements { takePurchase(purchase, of: user) }
            }
        }

        private mutating func take(
            _ entitlement: JSONView, of user: Int, isActive: Bool?, begins: Int64?, end: Int64?
        ) {
            guard let name = entitlement["id"]?.text else { return }
            // What begins later is nobody's yet.
            if let begins, moment.isLater(begins) { return }
            let product = entitlement["product"]?["product_id"]?.text
            let listed = Listed(
                holding: Holding(product: product, entitlement: name), begins: begins)
            // Without the word there are only the dates.
            lists[user, default: [:]][listed] = isActive ?? !moment.isOver(end)
        }

        private mutating func takePurchase(_ purchase: JSONView, of user: Int) {
            guard let product = purchase["product_id"]?.text else { return }
            let owner = self.user(purchase["user_id"]?.spelling) ?? user
            let store = purchase["store_data"]
            let key =
                store?["original_transaction_id"]?.spelling ?? store?["subscription_id"]?.spelling
                ?? store?["purchase_token"]?.spelling ?? purchase["id"]?.spelling
            purchases.append(
                Purchase(
                    chain: key ?? "\(owner) \(product)", user: owner, product: product,
                    bought: Instants.text(purchase["purchased_at"]?.text),
                    recorded: Instants.text(purchase["created_at"]?.text),
                    end: Instants.text(purchase["expires_at"]?.text)))
        }

        private mutating func takeCustomer(_ customer: JSONView) {
            guard let user = takeUser(customer["client_uid"], customer["external_identity"]),
                let product = customer["purchase_product_id"]?.text, !product.isEmpty
            else { return }
            customers[user] = (product, customer["status"]?.integer)
        }

        /// Takes a user of Qonversion's own and, where there is one, the identity that leads there.
        @discardableResult
        private mutating func takeUser(_ user: JSONView?, _ identity: JSONView?) -> Int? {
            guard let user = self.user(user?.spelling) else { return nil }
            if let identity = ids.number(identity?.spelling) {
                users[identity, default: []].insert(user)
                identities[user, default: []].insert(identity)
            }
            return user
        }

        private mutating func user(_ text: String?) -> Int? { ids.number(text) }
    }
}

// MARK: - Deciding

extension SecondOpinion.QonversionReading {
    /// An identity, and its one user where that has no other.
    var pairs: [(Int, Int)] {
        users.compactMap { identity, all in
            guard all.count == 1, let user = all.first, identities[user]?.count == 1 else {
                return nil
            }
            return (identity, user)
        }
    }

    func access() -> [SecondOpinion.Access] {
        var access = [SecondOpinion.Access](repeating: .init(), count: ids.indices.count)
        addPurchases(to: &access)
        webhooks.add(to: &access)
        for (user, customer) in customers where access[user] == .init() {
            switch customer.status {
            case 1, 2:
                access[user].holdings = [.init(product: customer.product, entitlement: nil)]
            case 4: break
            default: access[user].isOpen = true
            }
        }
        for (user, listed) in lists {
            let holdings = Set(listed.filter(\.value).keys.map(\.holding))
            // The list is the word; what a log says may be younger, and both are told as far as that.
            access[user] = .init(holdings: holdings, isOpen: webhooks.users.contains(user))
        }
        // An identity sees what its user has. What events tell of one of several identities of a user
        // is that one's alone.
        let ofUsers = access
        for (identity, users) in users {
            for user in users where lists[user] != nil || identities[user]?.count == 1 {
                access[identity].holdings.formUnion(ofUsers[user].holdings)
                access[identity].isOpen = access[identity].isOpen || ofUsers[user].isOpen
            }
            // An identity has one user: of one that was seen with two it is not said whose it is.
            for user in users where users.count > 1 { access[user].isOpen = true }
        }
        return access
    }

    private func addPurchases(to access: inout [SecondOpinion.Access]) {
        // Who has a chain; with Copy each of its users has one of their own.
        struct Chain: Hashable {
            let name: String
            let user: Int?
        }
        // Of equal dates nothing says whose is the newest: each user has it, by what was read last.
        var newest: [Chain: [Purchase]] = [:]
        for purchase in purchases where !moment.isLater(purchase.bought) {
            let chain = Chain(name: purchase.chain, user: copies ? purchase.user : nil)
            if let known = newest[chain]?.first {
                let (old, new) = (known.dates, purchase.dates)
                if new < old { continue }
                if new == old {
                    newest[chain]?.removeAll { $0.user == purchase.user }
                    newest[chain]?.append(purchase)
                    continue
                }
            }
            newest[chain] = [purchase]
        }
        for purchase in newest.values.joined() where lists[purchase.user] == nil {
            if purchase.end == nil {
                access[purchase.user].isOpen = true
            } else if !moment.isOver(purchase.end) {
                access[purchase.user].holdings.insert(
                    .init(product: purchase.product, entitlement: nil))
            }
        }
    }
}

extension SecondOpinion {
    /// Addresses of pages, which name the customer that the page is of.
    enum Address {
        /// The customer, percent-decoded, and what stands behind it.
        static func owner(in url: String, behind words: String) -> (owner: String, what: Substring)?
        {
            let parts = url.split(separator: "/", omittingEmptySubsequences: false)
            guard let index = parts.firstIndex(of: words.dropFirst().dropLast()),
                index + 2 < parts.count
            else { return nil }
            return (decoded(parts[index + 1]), parts[index + 2])
        }

        private static func decoded(_ text: Substring) -> String {
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                let isHexadecimal = digits.utf8.count == 2 && digits.allSatisfy(\.isHexDigit)
                if byte == UInt8(ascii: "%"), isHexadecimal, let byte = UInt8(digits, radix: 16) {
                    bytes.append(byte)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
