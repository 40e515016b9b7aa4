// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Who has access at Purchasely.
    ///
    /// | rule | document |
    /// |---|---|
    /// | `ACTIVATE` turns a plan on for a user, `DEACTIVATE` turns it off: nothing else does, and no date. | Back-end entitlements, Listening to webhook events; Do not rely on the billing cycle end dates |
    /// | The switch is that of the `plan` that the event names: at a change of plan the old one goes off and the new one on, in either order. | Entitlement events, ACTIVATE 5 and DEACTIVATE 5 |
    /// | `event_created_at` orders events; a retry keeps that of the first try. | Server events attributes |
    /// | A purchase has one holder: who a newer `ACTIVATE`, `…_RECEIVED` or `transferred_to_…` names has it as it stood, and the others have it no more. Of two that one moment names nothing says who. | FAQ, Users and identity |
    /// | Version 2: `PURCHASE_VALIDATED` and `SUBSCRIPTION_RENEWED` turn on, `SUBSCRIPTION_EXPIRED` off; `USER_IDENTIFIED` and `PURCHASE_TRANSFERRED` change the holder. | Migrate to webhook 3.0; Non-subscription products |
    /// | A user ID and an anonymous ID join nobody: the anonymous one is the device's and comes back. | FAQ, What happens on userLogout() |
    /// | A row of a subscriber file is an active purchase, older than any event; in a file of SDK 4 it may be over. | Subscribers base import; Migrate from an existing setup |
    /// | A consumable, a purchase without a plan or product, a row under two users, and a refund in version 2 leave it open. | Non-subscription products; Server events attributes, `plan` |
    struct PurchaselyReading: Reading {
        var ids = IDs()
        let document = "Purchasely, Back-end entitlements and Entitlement events"
        private let moment: Moment
        var names = Names()
        var switches: [Switch] = []
        var rows: [FileRow] = []
        /// The user IDs that each anonymous ID was seen with.
        var users: [Int: Set<Int>] = [:]

        /// What an event does to a purchase.
        enum Effect {
            case on, off, given
            /// Money was given back, of which no document says whether access ends.
            case refunded
            /// It tells of a purchase, and turns nothing on or off.
            case nothing
        }

        struct Switch {
            let time: Int64
            let purchase: Int
            let holder: Int
            let plan: String?
            let isConsumable: Bool
            let effect: Effect
        }

        struct FileRow {
            let purchase: Int
            let holder: Int
            let product: String?
            let isActive: Bool
        }

        init(_ moment: Moment) { self.moment = moment }

        // MARK: - Reading

        mutating func take(_ row: Table.Row) {
            let texts = [
                row[.originalTransactionID].map { Self.key("o", $0, of: "APPLE_APP_STORE") },
                row[.purchaseToken].map { "t:\($0)" }, row[.receiptData].map { "r:\($0)" },
            ].compactMap { $0 }
            guard let holder = ids.number(row[.userID]), let purchase = names.number(texts) else {
                return
            }
            // The files of SDK 4 begin with the user; only they have prices or a quantity.
            let mayBeOver =
                row.has(.quantity) || row.has(.amountCents)
                || row.has(.receiptData) && row.has(.storeProductID)
            rows.append(
                FileRow(
                    purchase: purchase, holder: holder, product: row[.storeProductID],
                    isActive: !mayBeOver))
        }

        mutating func take(_ record: JSONView) {
            if record["event_name"] != nil { takeVersion3(record) }
            if record["name"] != nil, let properties = record["properties"] {
                takeVersion2(record, properties)
            }
        }

        private mutating func takeVersion3(_ record: JSONView) {
            guard let event = record["event_name"]?.text,
                let time = Instants.milliseconds(record["event_created_at_ms"]?.integer)
                    ?? Instants.text(record["event_created_at"]?.text)
            else { return }
            let holder = holder(record["user_id"], record["anonymous_user_id"])
            let from = side(
                record["transferred_from_user_id"], record["transferred_from_anonymous_user_id"])
            let to = side(
                record["transferred_to_user_id"], record["transferred_to_anonymous_user_id"])
            let texts = [
                record["store_original_transaction_id"]?.spelling.map {
                    Self.key("o", $0, of: record["store"]?.text)
                },
                record["purchase_token"]?.spelling.map { "t:\($0)" },
                (record["purchasely_subscription_id"] ?? record["purchasely_one_time_purchase_id"])?
                    .spelling.map { Self.key("p", $0, of: record["store"]?.text) },
            ].compactMap { $0 }
            guard let purchase = names.number(texts), !moment.isLater(time) else { return }
            let isConsumable = record["purchase_type"]?.text == "CONSUMABLE"
            let plan = record["plan"]?.text
            func add(_ holder: Int?, _ effect: Effect) -> Switch? {
                holder.map {
                    Switch(
                        time: time, purchase: purchase, holder: $0, plan: plan,
                        isConsumable: isConsumable, effect: effect)
                }
            }
            let all: [Switch?]
            switch event {
            case "ACTIVATE": all = [add(holder, .on)]
            case "DEACTIVATE", "FAMILY_SHARED_REVOKED": all = [add(holder, .off)]
            case "SUBSCRIPTION_TRANSFERRED", "ONE_TIME_PURCHASE_TRANSFERRED":
                all = [to == nil ? add(holder, .off) : add(to, .given)]
            case "SUBSCRIPTION_RECEIVED", "ONE_TIME_PURCHASE_RECEIVED":
                let status = record["subscription_status"]?.text ?? ""
                all = [add(from, .off), add(holder, Self.isOff(status) ? .given : .on)]
            default: all = [add(holder, .nothing)]
            }
            switches += all.compactMap { $0 }
        }

        private mutating func takeVersion2(_ record: JSONView, _ properties: JSONView) {
            guard let event = record["name"]?.text,
                let time = Instants.text(record["received_at"]?.text)
            else { return }
            let holder = holder(record["user"]?["vendor_id"], record["user"]?["anonymous_id"])
            let texts = [
                properties["original_transaction_id"]?.spelling.map {
                    Self.key("o", $0, of: properties["store"]?.text)
                },
                properties["purchase_id"]?.spelling.map {
                    Self.key("p", $0, of: properties["store"]?.text)
                },
            ].compactMap { $0 }
            guard let holder, let purchase = names.number(texts), !moment.isLater(time) else {
                return
            }
            let plan = properties["product"]?["plan"]
            let effect: Effect =
                switch event {
                case "PURCHASE_VALIDATED", "SUBSCRIPTION_RENEWED": .on
                case "SUBSCRIPTION_EXPIRED": .off
                case "USER_IDENTIFIED", "PURCHASE_TRANSFERRED": .given
                case "PURCHASE_REFUND": .refunded
                default: .nothing
                }
            switches.append(
                Switch(
                    time: time, purchase: purchase, holder: holder, plan: plan?["vendor_id"]?.text,
                    isConsumable: plan?["type"]?.text == "CONSUMABLE", effect: effect))
        }

        /// What names a purchase, which is one store's.
        private static func key(_ kind: String, _ name: String, of store: String?) -> String {
            "\(kind):\(store ?? ""):\(name)"
        }

        /// Whom an event is about: where there is a user ID, that one.
        private mutating func holder(_ user: JSONView?, _ anonymous: JSONView?) -> Int? {
            let user = ids.number(user?.spelling)
            let anonymous = ids.number(anonymous?.spelling, isAnonymous: true)
            if let user, let anonymous { users[anonymous, default: []].insert(user) }
            return user ?? anonymous
        }

        /// Whether a subscription of a status gives nobody access.
        private static func isOff(_ status: String) -> Bool {
            ["DEACTIVATED", "REVOKED", "ON_HOLD", "PAUSED", "UNPAID"].contains(status)
        }

        /// The other side of a transfer.
        private mutating func side(_ user: JSONView?, _ anonymous: JSONView?) -> Int? {
            let user = ids.number(user?.spelling)
            return ids.number(anonymous?.spelling, isAnonymous: true) ?? user
        }
    }
}
