// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// Things that happen to a project, at random but the same for a seed.
    struct RandomHistory {
        private var random: SeededGenerator
        private static let ids = [
            "035b30e2-faf4-462d-aec3-caa0fbe26c49", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "7",
            "42", "1001",
            "ann",
        ]
        private static let accounts = ["app_store:a", "app_store:b", "play_store:a", "stripe:c"]
        private static let products = ["month", "year", "coins", "book"]

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        private mutating func any<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &random)]
        }

        /// The next thing.
        mutating func step(_ project: Project) async throws {
            let id = UserID(unchecked: any(Self.ids))
            let other = UserID(unchecked: any(Self.ids))
            let account = StoreAccount(unchecked: any(Self.accounts))
            let product = any(Self.products)
            let event = any(StoreEvent.allCases)
            let kind = Int.random(in: 0..<16, using: &random)
            let isTimed = Bool.random(using: &random)
            try await project.perform { state, now in
                let user = Actor.user(id, account)
                switch kind {
                case 0, 1: _ = state.buy(product, by: account, now: now)
                case 2, 3: state.perform(.restore, by: user, now: now)
                case 4: state.perform(.open, by: user, now: now)
                case 5, 6: state.perform(.logIn(other), by: .user(id, nil), now: now)
                case 7:
                    state.perform(
                        .grant("gold"), by: .user(id, nil), now: now,
                        until: isTimed ? now.addingTimeInterval(86_400 * 3) : nil)
                case 8: state.perform(.revoke("gold"), by: .user(id, nil), now: now)
                case 9: state.perform(.transfer(id, to: other), by: .user(id, nil), now: now)
                case 10 where isTimed: state.perform(.delete(id), by: .user(id, nil), now: now)
                case 11, 12:
                    let held = state.ledger.purchases(of: account)
                    if event == .pause, isTimed, let purchase = held.last {
                        _ = state.pause(
                            purchase, atRenewal: true, until: now.addingTimeInterval(86_400 * 80),
                            now: now)
                    } else if let purchase = held.last {
                        state.store(event, to: purchase, now: now)
                    }
                case 13:
                    guard let user = state.ledger.user(id) else { return }
                    state.setAttribute(
                        isTimed ? "$email" : "size", isTimed ? "\(product)@x.example" : nil,
                        of: state.ledger.customer(of: user), milliseconds: now.milliseconds)
                case 14:
                    let item = state.setup.sold(product == "month" ? "year" : product)?.product
                        .product
                    if let item {
                        state.perform(
                            .change(ProductID(unchecked: "month"), to: item, atRenewal: isTimed),
                            by: .account(account), now: now)
                    }
                default:
                    let later = now.addingTimeInterval(isTimed ? 3_600 : 86_400 * 12)
                    state.change(try state.clock.moved(to: later))
                    state.settle(later)
                }
            }
        }
    }
#endif
