// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// What a provider must do with user IDs.
extension ConformanceCase {
    static let identifierCases = [
        ConformanceCase("Minted IDs are distinct, and recognised if the form says so") { provider in
            let form = provider.anonymous
            let minted = (0..<1_000).map { form.render(FreshBits(high: $0 * 77, low: $0 * 2)) }
            var faults: [String] = []
            if Set(minted).count != minted.count { faults.append("an ID was minted twice") }
            let isRecognised = form.recognised != nil
            if let odd = minted.first(where: { form.recognises($0) != isRecognised }) {
                faults.append("\(odd) is \(isRecognised ? "not " : "")recognised")
            }
            return faults
        },
        ConformanceCase("The check of an ID gives the verdict of a log-in with it") { provider in
            try provider.everyRules().flatMap { rules in
                let check = IdentifierCheck([rules])
                return strangeIDs.compactMap { id -> String? in
                    var world = World(rules: rules)
                    world.perform(.install(nil), on: "A")
                    let verdict = check.verdicts(on: id)[0].verdict
                    let decision = world.perform(.logIn(id), on: "A")
                    let isTaken = decision.refusal != .invalidIdentifier
                    let isSame =
                        verdict.isAccepted == isTaken
                        && verdict.findings.map(\.rule) == decision.identifierRules
                    return isSame
                        ? nil
                        : "\(rules.deviation): \(id.text.debugDescription) is "
                            + "\(verdict.isAccepted ? "accepted" : "refused") by "
                            + "\(verdict.findings.map(\.rule)) and the log-in is "
                            + "\(decision.refusal?.rawValue ?? "taken") by "
                            + "\(decision.identifierRules)"
                }
            }
        },
        ConformanceCase("A refused log-in leaves the customer and the device as they were") {
            provider in
            try provider.everyRules().flatMap { rules in
                strangeIDs.compactMap { id -> String? in
                    var world = World(rules: rules)
                    world.perform(.install(nil), on: "A")
                    world.perform(.buy(Product("X")), on: "A")
                    let before = world.ledger
                    let decision = world.perform(.logIn(id), on: "A")
                    return decision.refusal == nil || before == world.ledger
                        ? nil : "\(rules.deviation): \(id.text.debugDescription) changed something"
                }
            }
        },
        ConformanceCase("The same ID once more is the same customer") { provider in
            try provider.everyRules().compactMap { rules in
                guard let id = provider.plainID(under: rules) else {
                    return "\(rules.deviation): no plain ID is taken"
                }
                var world = World(rules: rules)
                for device in ["A", "B"] as [DeviceID] {
                    world.perform(.install(nil), on: device)
                    world.perform(.logIn(id), on: device)
                }
                let again = world.perform(.logIn(id), on: "A").outcome
                let customers = (["A", "B"] as [DeviceID]).compactMap { device in
                    world.ledger.installation(on: device).map {
                        world.ledger.customer(of: world.ledger.current(of: $0))
                    }
                }
                if again != .kept { return "\(rules.deviation): a second log-in is \(again.word)" }
                return Set(customers).count == 1
                    ? nil : "\(rules.deviation): two devices with one ID are two customers"
            }
        },
    ]

    /// IDs that people do pass.
    static let strangeIDs: [UserID] = [
        "", " ", "0", "-1", "guest", "null", "[object Object]", "a/b", " 42 ", "42", " guest",
        "guest\n", "\t-1 ",
        "\u{3000}null\u{A0}", "\u{2003}", " a/b ",
        UserID(unchecked: " " + String(repeating: "x", count: 100) + "\r\n"),
        "035b30e2-faf4-462d-aec3-caa0fbe26c49", "ann@mail.test", "名前", "👩‍👩‍👧", "\u{0}", "\n",
        "$RCAnonymousID:0123456789abcdef0123456789abcdef",
        "QON_0123456789abcdef0123456789abcdef",
        UserID(unchecked: String(repeating: "x", count: 10_000)),
    ]
}

extension Provider {
    /// An ordinary custom ID that the rules take.
    package func plainID(_ number: Int = 0, under rules: Rules) -> UserID? {
        let digits = String(number % 10)
        let ids: [UserID] = [
            UserID(unchecked: "035b30e2-faf4-462d-aec3-caa0fbe26c4" + digits),
            UserID(unchecked: "user-" + digits), UserID(unchecked: "4200" + digits),
        ]
        return ids.first(where: rules.identifiers.accepts)
    }
}
