// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore

extension PromelaModel {
    /// The devices: a process for each, which chooses among all actions again and again.
    ///
    /// The actions are the world's own. Those of the last device are those of all, for only it can
    /// share the account of each other one.
    var devices: String {
        // A launch with an ID is one step, first or later.
        var steps: [(name: String, guards: [String], statements: String)] = []
        for action in world.actions where action.device == world.devices - 1 {
            let (condition, statements) = step(action)
            if let same = steps.firstIndex(where: { $0.statements == statements }) {
                steps[same].guards.append(condition)
            } else {
                steps.append((action.text, [condition], statements))
            }
        }
        let options = steps.map { step in
            """
                /* \(step.name) */
                :: d_step {
                    \(step.guards.joined(separator: " || ")) -> begin();
                    \(step.statements)
                }
            """
        }
        return """
            /* What can happen. */

            inline begin() {
                bought = 0;
                is_refused = false;
                is_done = false
            }

            inline go_on(how, start) {
                if
                :: !is_refused && !is_done -> claim(how, start)
                :: else
                fi
            }

            active [DEVICES] proctype Device() {
                do
            \(options.joined(separator: "\n"))
                od
            }
            """
    }

    /// When an action is possible, and what the engine does then.
    private func step(_ action: SearchAction) -> (guard: String, statements: String) {
        var condition = action.isFirst ? "is_next" : "is_there"
        let statements: String
        switch action.action {
        case .install(let account):
            let (index, isThere) = self.index(of: account)
            if let isThere { condition += " && \(isThere)" }
            statements =
                "install(\(index), launch_first); go_on(via_launch, launch_first); rename_all()"
        case .reinstall:
            statements =
                "install(account[me], launch_reinstall); go_on(via_launch, launch_reinstall); "
                + "rename_all()"
        case .configure:
            statements =
                "configure(\(number(of: action))); "
                + "go_on(via_launch, (is_first -> launch_first : launch_later)); rename_all()"
        case .logIn:
            statements =
                "identify(\(number(of: action))); go_on(via_login, launch_later); rename_all()"
        case .logOut: statements = "log_out(); go_on(via_logout, launch_later); rename_all()"
        case .open, .restore, .sync:
            statements = "claim(via_\(action.action.word), launch_later); rename_all()"
        case .buy(let product):
            statements =
                "buy(\(number(of: product.id))); claim(via_buy, launch_later); rename_all()"
        case .own(let product): statements = "purchase(\(number(of: product.id)), false)"
        case .notify(let product): statements = "notify(\(number(of: product))); rename_all()"
        case .store(let event, let product):
            statements = "happen(event_\(event.rawValue), \(number(of: product))); rename_all()"
        case .grant: statements = "set_grant(operation_grant, true)"
        case .revoke: statements = "set_grant(operation_revoke, false)"
        case .check, .expireGrant, .change, .use, .share, .unshare, .transfer, .redeem, .delete:
            statements = "skip"
        }
        return (condition, statements)
    }

    /// The number of a store account: App Store accounts have their device's; and what has to be true
    /// before an account is shared.
    private func index(of account: StoreAccount?) -> (index: String, condition: String?) {
        guard let account else { return ("me", nil) }
        for device in 0..<world.devices
        where account == StoreAccount(.appStore, SmallWorld.device(device).text) {
            return ("\(device)", "\(device) < me && account_is_there(\(device))")
        }
        return ("PLAY", nil)
    }

    private func number(of action: SearchAction) -> Int { (action.id ?? 0) + 1 }

    private func number(of product: ProductID) -> Int {
        world.products.firstIndex { $0.id == product } ?? 0
    }
}
