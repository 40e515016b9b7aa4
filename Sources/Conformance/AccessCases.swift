// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What somebody who has bought something must see, and nobody else.
extension ConformanceCase {
    static let accessCases = [
        ConformanceCase("Whoever buys has access at once") { provider in
            let rules = try provider.rules()
            return ProductKind.allCases.compactMap { kind in
                var world = World(rules: rules)
                world.perform(.install(nil), on: "A")
                world.perform(.buy(Product("X", kind, unlocks: ["x"])), on: "A")
                return world.access(on: "A").entitlements == ["x"]
                    ? nil : "a \(kind.rawValue) that was bought gives no access"
            }
        },
        ConformanceCase("Nobody sees what a stranger bought") { provider in
            try provider.everyRules().compactMap { rules in
                var world = World(rules: rules)
                for device in ["A", "B"] as [DeviceID] {
                    world.perform(.install(nil), on: device)
                }
                world.perform(.buy(Product("X")), on: "A")
                for action in [.open, .sync, .restore, .logOut] as [Action] {
                    world.perform(action, on: "B")
                    if !world.access(on: "B").entitlements.isEmpty {
                        return "\(rules.deviation): another account's device sees it after "
                            + action.word
                    }
                }
                return nil
            }
        },
        ConformanceCase("What was refunded or has ended gives no access once the app opens") {
            provider in
            try provider.everyRules().flatMap { rules in
                [StoreEvent.refund, .expire].compactMap { event -> String? in
                    var world = World(rules: rules)
                    world.perform(.install(nil), on: "A")
                    world.perform(.buy(Product("X")), on: "A")
                    world.perform(.store(event, "X"), on: "A")
                    world.perform(.open, on: "A")
                    world.perform(.restore, on: "A")
                    return world.access(on: "A").entitlements.isEmpty
                        ? nil : "\(rules.deviation): access is left after \(event.rawValue)"
                }
            }
        },
        ConformanceCase("A device that follows its user sees what the user's other device bought") {
            provider in
            let rules = try provider.rules()
            guard let id = provider.plainID(under: rules) else { return ["no plain ID is taken"] }
            var world = World(rules: rules)
            for device in ["A", "B"] as [DeviceID] {
                world.perform(.install(nil), on: device)
                world.perform(.logIn(id), on: device)
            }
            world.perform(.buy(Product("X")), on: "A")
            world.perform(.open, on: "B")
            return world.access(on: "B").entitlements == ["X"] ? [] : ["it does not"]
        },
    ]
}
