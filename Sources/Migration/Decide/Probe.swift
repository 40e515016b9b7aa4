// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A small ledger in which something is tried under one provider's rules.
struct Probe {
    /// What the last action came to.
    private(set) var decision = Decision()
    private let rules: Rules
    private var ledger = Ledger()
    private var fresh = FreshBits(low: 1)

    /// IDs that every provider takes.
    static let someone: UserID = "0a9d2f60-6a0e-4d6f-9a53-1f0a8b1d2c01"
    static let another: UserID = "0a9d2f60-6a0e-4d6f-9a53-1f0a8b1d2c02"
    /// What is bought.
    static let product = Product("product")

    init(_ rules: Rules) { self.rules = rules }

    /// Does these one after the other.
    mutating func run(_ steps: [Step]) {
        for step in steps {
            let request = Request(step.device, step.action, fresh: fresh)
            fresh = fresh.next.next
            decision = ledger.decide(request, under: rules)
            for change in decision.changes { ledger.evolve(change) }
        }
    }

    /// Something that happens on a device.
    struct Step {
        let device: DeviceID
        let action: Action

        init(_ device: DeviceID, _ action: Action) {
            self.device = device
            self.action = action
        }
    }

    /// The IDs of the rows that decided the last action.
    var rows: [String] { decision.rows.map { rules[$0].id } }

    /// Whether a device has access to what was bought.
    func hasAccess(_ device: DeviceID) -> Bool {
        guard let installation = ledger.installation(on: device) else { return false }
        return !ledger.access(of: installation, under: rules).entitlements.isEmpty
    }
}
