// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymSimulation

    /// The actions that the ledger is measured with: the same for every provider.
    enum Workload {
        static let product = Product("premium_yearly")

        static func device(_ number: Int) -> DeviceID { DeviceID(unchecked: "device-\(number)") }

        /// A custom ID in the form of a UUID, which every provider takes.
        static func user(_ number: Int) -> UserID {
            let digits = String(number, radix: 16)
            let zeros = String(repeating: "0", count: 12 - digits.count)
            return UserID(unchecked: "7c9e6679-7425-40de-944b-\(zeros)\(digits)")
        }

        /// A mix of what apps do: sessions, log-outs and log-ins, restores, renewals, purchases.
        static func steps(_ count: Int, customers: Int, round: Int) -> [Request] {
            var generator = SeededGenerator(seed: UInt64(round))
            func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
            return (0..<count).map { number in
                let customer = random(customers)
                let action: Action =
                    switch random(10) {
                    case 0, 1, 2: .open
                    case 3: .logOut
                    case 4, 5: .logIn(user(customer))
                    case 6: .restore
                    case 7: .store(.renew, product.id)
                    case 8: .buy(product)
                    default: .logIn(user(random(customers)))
                    }
                return Request(
                    device(customer), action,
                    fresh: FreshBits(high: UInt64(round + 1), low: UInt64(number) * 2))
            }
        }
    }
#endif
