// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymInput
    package import AllonymMigration
    package import AllonymService
    package import Foundation

    /// A project that begins with a plan or an export.
    @available(macOS 14, *)
    package struct BegunProject: Sendable {
        private let rehearsal: Rehearsal
        /// The project, with the products that the files name.
        package let file: ProjectFile
        /// What is there before anybody calls.
        package var beginning: ProjectBeginning
        /// What each product unlocks.
        let unlocked: [String: [String]]
        /// The products of which no store shows more than the sale.
        let onceAlone: Set<String>

        /// The instant at which everything stands as the files say.
        package var at: Date? { rehearsal.at.map(Date.init(milliseconds:)) }

        /// The project of a rehearsal.
        ///
        /// - Parameters:
        ///   - rehearsal: What it begins with.
        ///   - given: Its file, if there is one: name, keys and webhooks are as it says, and its
        ///     products and settings before those of the rehearsal.
        /// - Throws: ``DocumentFault`` for the file of another provider's project.
        package init(_ rehearsal: Rehearsal, _ given: ProjectFile?) throws(DocumentFault) {
            self.rehearsal = rehearsal
            var file =
                given ?? ProjectFile(name: rehearsal.provider, provider: rehearsal.provider)
            guard file.provider == rehearsal.provider else {
                throw DocumentFault(
                    "provider",
                    "the project \"\(file.name)\" is one of \(file.provider), and what it is to begin "
                        + "with is \(rehearsal.provider)'s; give a file of \(rehearsal.provider)")
            }
            if file.rules == rehearsal.provider {
                for (name, value) in rehearsal.settings {
                    let name = "\(rehearsal.provider).\(name)"
                    if file.settings[name] == nil { file.settings[name] = value }
                }
            }
            let known = Set(file.products.map(\.identifier))
            file.products += rehearsal.products.filter { !known.contains($0.id) }
                .map(BegunProject.product)
            file.entitlements += rehearsal.entitlements.filter { !file.entitlements.contains($0) }
            self.file = file
            unlocked = Dictionary(
                file.products.map { ($0.identifier, $0.entitlements) }, uniquingKeysWith: { $1 })
            onceAlone = Set(
                file.products.filter {
                    ProductKind(rawValue: $0.kind)?.isShownAfterSale == false
                }.map(\.identifier))
            beginning = BegunProject.beginning(rehearsal)
        }

        private static func product(_ product: Rehearsal.Product) -> ConfiguredProduct {
            var configured = ConfiguredProduct(
                product.id, product.kind ?? .subscription, created: nil)
            configured.period = product.period
            configured.entitlements = product.entitlements
            if let price = product.price {
                (configured.amount, configured.currency) = (price.amount, price.currency)
            }
            return configured
        }

        private static func beginning(_ rehearsal: Rehearsal) -> ProjectBeginning {
            var beginning = ProjectBeginning()
            beginning.customers = rehearsal.customers.map { customer in
                var found = ProjectBeginning.Customer(customer.ids.map(UserID.init(unchecked:)))
                found.anonymous = Set(customer.anonymous.map(UserID.init(unchecked:)))
                found.born = customer.firstSeen.map(Date.init(milliseconds:))
                found.grants = customer.grants.map {
                    ProjectBeginning.Grant(
                        EntitlementID(unchecked: $0.entitlement),
                        since: $0.since.map(Date.init(milliseconds:)),
                        until: $0.until.map(Date.init(milliseconds:)))
                }
                for text in customer.attributes {
                    found.attributes.merge(attributes(text)) { $1 }
                }
                return found
            }
            beginning.purchases = rehearsal.purchases.map { purchase in
                var found = ProjectBeginning.Purchase(
                    purchase.product, of: StoreAccount(purchase.store, purchase.account),
                    purchase.state)
                found.began = purchase.began.map(Date.init(milliseconds:))
                found.ends = purchase.ends.map(Date.init(milliseconds:))
                found.graceEnds = purchase.graceEnds.map(Date.init(milliseconds:))
                found.transaction = purchase.transaction
                found.isSandbox = purchase.isSandbox
                found.isTrial = purchase.isTrial
                found.sharedFrom = purchase.sharedFrom
                found.tokens = purchase.tokens
                found.holders = purchase.holders
                return found
            }
            return beginning
        }

        /// The attributes in an object of JSON: texts and numbers, or objects with a `value`.
        private static func attributes(_ text: String) -> [String: String] {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            guard let members = object as? [String: Any] else { return [:] }
            return members.compactMapValues { member in
                switch (member as? [String: Any])?["value"] ?? member {
                case let text as String: text
                case let number as NSNumber: number.stringValue
                default: nil
                }
            }
        }

        /// What people are told: what the project begins with, and what could not be taken over.
        package var lines: [String] {
            let unknown = rehearsal.products.filter { $0.kind == nil }.count
            // What stands in for those who share with their families no file names.
            let owners = Set(rehearsal.purchases.compactMap(\.sharedFrom)).count
            let purchases = rehearsal.purchases.count - owners
            let first =
                "\"\(file.name)\" begins with \(purchases.of("purchase")), "
                + "\(rehearsal.products.count.of("product")) and "
                + rehearsal.customers.count.of("customer")
                + (at.map { ", as of \($0.ISO8601Format())" } ?? "") + "."
            let rest = rehearsal.notes.map { "Not taken over: \($0)" }
            let counted = [
                ("Purchases of unknown store accounts, which families share: ", owners),
                ("Products of an unknown kind, sold as subscriptions: ", unknown),
            ]
            return [first] + rest + counted.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }
        }
    }
#endif
