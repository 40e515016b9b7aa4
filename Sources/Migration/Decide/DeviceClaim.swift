// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// How a device that the target has not seen gets at what its store account holds.
struct DeviceClaim {
    /// What has to be done, in words.
    let way: String
    /// The row that decides.
    let rule: String

    /// The first way that works under the rules; nil where none does.
    init?(under rules: Rules) {
        let account = StoreAccount(.appStore, "account")
        let ways: [(String, Action?)] = [
            ("at its first launch", nil), ("at its next session", .open),
            ("when it synchronises", .sync), ("when the customer restores", .restore),
        ]
        for (way, action) in ways {
            var probe = Probe(rules)
            // The account holds the product before the device has the app.
            probe.run([
                Probe.Step("earlier", .install(account)),
                Probe.Step("earlier", .own(Probe.product)),
                Probe.Step("device", .install(account)),
            ])
            if let action { probe.run([Probe.Step("device", action)]) }
            if probe.hasAccess("device") {
                self.way = way
                rule = probe.rows.last ?? ""
                return
            }
        }
        return nil
    }
}
