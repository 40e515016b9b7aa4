// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore

extension PromelaModel {
    /// How much room the model's arrays have.
    struct Sizes {
        /// The most purchases that so many actions can make.
        let purchases: Int
        /// The most customers that something can lead to, and the two that one action can add.
        let customers: Int
        /// The same of user IDs, the custom ones first.
        let users: Int

        init(of world: SmallWorld, under rules: Rules, depth: Int) {
            purchases = (1...world.devices).map { accounts in
                Sizes.purchases(of: world.products, by: accounts, in: depth - accounts)
            }.reduce(1, max)
            // Devices lead to the customer in use and to their own, IDs and purchases to one each.
            let reachable = 2 * world.devices + world.ids.count + purchases
            customers = reachable + 2
            let originals = rules.relevance.contains(.original) ? reachable : 0
            users = world.ids.count + 2 * world.devices + originals + 2
        }

        /// After each account's device is installed: a first purchase of each product takes one action,
        /// another one two, because the one before has to end.
        private static func purchases(of products: [Product], by accounts: Int, in actions: Int)
            -> Int
        {
            guard actions > 0, !products.isEmpty else { return 0 }
            guard products.allSatisfy(\.kind.isShownAfterSale) else { return actions }
            let first = min(actions, accounts * products.count)
            return first + (actions - first) / 2
        }
    }

    /// The sizes, and which parts of the engine the rules need: what no row asks for is left out of the
    /// state.
    var sizeLines: String {
        let relevance = rules.relevance
        let lines: [(name: String, value: Int)] = [
            ("DEVICES", world.devices), ("IDS", world.ids.count), ("PURCHASES", sizes.purchases),
            ("CUSTOMERS", sizes.customers), ("USERS", sizes.users),
            ("NEWS", relevance.contains(.news) ? 1 : 0),
            ("SYNCED", relevance.contains(.synced) ? 1 : 0),
            ("ALIASES", relevance.contains(.anonymousAlias) ? 1 : 0),
            ("ORIGINAL", relevance.contains(.original) ? 1 : 0),
            ("AGE", relevance.contains(.age) ? 1 : 0),
            ("POSTS", relevance.contains(.posts) ? 1 : 0),
            ("MADE", relevance.contains(.made) ? 1 : 0),
            ("COPIES", hasRow(.claim, .copy) ? 1 : 0), ("GRANTS", hasRow(.grant, .apply) ? 1 : 0),
        ]
        return "/* Sizes, and what of a state the rules ask for. */\n\n"
            + lines.map { "#define \($0.name) \($0.value)" }.joined(separator: "\n")
    }

    private func hasRow(_ table: Table, _ effect: Effect) -> Bool {
        rows(of: table).contains { $0.effect == effect }
    }

    /// The rows of a table that hold under the settings.
    func rows(of table: Table) -> [Row] {
        rules.provider.rulebook.rows.filter { $0.table == table && $0.holds(under: rules.inForce) }
    }
}
