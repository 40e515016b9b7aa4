// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A step of the store about a purchase that the device's account does not have, so that nothing
/// happens.
///
/// It is no error of a scenario, and may be a misspelt product or the wrong device.
package struct IdleStep: Hashable, Sendable {
    /// The product that the step names.
    let product: ProductID
    /// The store account of the step's device.
    let account: StoreAccount

    /// What an action on a device was about; nil where there was such a purchase, or none is needed.
    init?(_ action: Action, on device: DeviceID, in ledger: Ledger) {
        guard let product = action.storedProduct, let installation = ledger.installation(on: device)
        else { return nil }
        let account = ledger.account(of: installation)
        // Of a share the provider can be told; all else happens to the purchase that is shared.
        let isTold = if case .notify = action { true } else { false }
        let isThere = ledger.purchases(of: account).contains { purchase in
            ledger.product(of: purchase) == product && ledger.state(of: purchase) != .refunded
                && (isTold || !ledger.isShare(purchase))
        }
        guard !isThere else { return nil }
        self.product = product
        self.account = account
    }
}

extension Action {
    /// The product whose purchase the store does something to; nil where it does nothing to any.
    fileprivate var storedProduct: ProductID? {
        switch self {
        case .store(_, let product), .notify(let product), .change(let product, _, _),
            .share(let product, _), .unshare(let product, _):
            product
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .buy, .restore, .sync,
            .own, .grant, .revoke, .expireGrant, .use, .transfer, .redeem, .delete, .check:
            nil
        }
    }
}

extension ComparedScenario {
    /// That nothing happened in a step, and why, in a clause; nil where there is nothing to say.
    ///
    /// A step that expects `[unchanged]` says itself that nothing is to happen.
    func note(at number: Int) -> String? {
        let answers = answers[number]
        guard let idle = answers.first?.idle, answers.allSatisfy({ $0.idle != nil }),
            !answers.contains(where: { $0.expected?.outcome == .unchanged })
        else { return nil }
        return "nothing happened, since \(idle.account) has no purchase of \(idle.product) "
            + "of its own"
    }

    /// Everything that a reader should know of its steps, each in a sentence with file and line.
    package var notes: [String] {
        scenario.steps.indices.compactMap { number in
            let step = scenario.steps[number]
            return note(at: number).map {
                "\(file.name):\(step.line): \(step.text): \($0); write [unchanged] into a cell if "
                    + "that is meant"
            }
        }
    }
}
