// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymInput
    import AllonymSimulation
    import ArgumentParser
    import NamiFacade
    import PurchaselyFacade
    import QonversionFacade
    import RevenueCatFacade

    /// How fast façades answer: log-ins and log-outs of ever new users on one in-process world.
    ///
    /// The peer is the core alone, which performs the same actions in the same run: the ratio says
    /// what the imitated API costs.
    struct FacadeBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "facades", abstract: "Calls a second through each façade.")

        @Option(help: "How many pairs of a log-in and a log-out.")
        var pairs = 1_000_000

        @Option(help: "How many rounds; the median is printed.")
        var rounds = 3

        @Option(help: "One façade only, by its provider's name.")
        var facade: String?

        func validate() throws {
            guard pairs > 0, rounds > 0 else {
                throw ValidationError("Pairs and rounds are at least 1.")
            }
        }

        func run() async throws {
            print("medians of \(rounds) rounds of \(pairs.grouped) pairs of a log-in and a log-out")
            print("on one in-process world, one core\n")
            try await measure(
                "RevenueCat", start: { Purchases.configure(withAPIKey: "any") },
                pair: { id in
                    _ = try await Purchases.shared.logIn(id)
                    _ = try await Purchases.shared.logOut()
                })
            try await measure(
                "Qonversion",
                start: {
                    Qonversion.initWithConfig(
                        Qonversion.Configuration(projectKey: "any", launchMode: .analytics))
                },
                pair: { id in
                    Qonversion.shared().identify(id)
                    Qonversion.shared().logout()
                })
            try await measure(
                "Purchasely", start: { Purchasely.start(withAPIKey: "any") },
                pair: { id in
                    Purchasely.userLogin(with: id)
                    Purchasely.userLogout()
                })
            try await measure(
                "Nami", start: { Nami.configure(with: NamiConfiguration(appPlatformId: "any")) },
                pair: { id in
                    NamiCustomerManager.login(withId: id)
                    NamiCustomerManager.logout()
                })
            try await measureOfferings()
        }

        /// How often offerings can be asked for, of a catalogue with as many packages as apps have.
        private func measureOfferings() async throws {
            if let facade, facade.lowercased() != "revenuecat" { return }
            let catalogue = Catalogue(
                ["weekly", "monthly", "yearly"].map { .subscription($0, unlocks: ["pro"]) },
                offerings: ["default", "sale", "onboarding"].map {
                    CatalogueOffering($0, products: ["weekly", "monthly", "yearly"])
                }, current: "default")
            var speeds: [Double] = []
            for _ in 0..<rounds {
                let world = try SharedWorld("revenuecat", catalogue: catalogue)
                let seconds = try await world.installation("phone").use {
                    Purchases.configure(withAPIKey: "any")
                    return try await ContinuousClock().measure {
                        for _ in 0..<pairs { _ = try await Purchases.shared.offerings() }
                    }.seconds
                }
                speeds.append(Double(pairs) / seconds)
            }
            print(
                "RevenueCat".padding(12),
                "\(Int(speeds.sorted()[rounds / 2]).grouped) times a second its offerings")
        }

        private func measure(
            _ provider: String, start: () -> Void, pair: (String) async throws -> Void
        ) async throws {
            if let facade, facade.lowercased() != provider.lowercased() { return }
            let ids = (0..<pairs).map { Workload.user($0).text }
            var speeds: [Double] = []
            var ratios: [Double] = []
            for _ in 0..<rounds {
                let world = try SharedWorld(provider)
                let seconds = try await world.installation("phone").use {
                    start()
                    return try await ContinuousClock().measure {
                        for id in ids { try await pair(id) }
                    }.seconds
                }
                guard world.world.ledger.user(UserID(unchecked: ids[pairs - 1])) != nil else {
                    throw ValidationError("The last log-in of \(provider) has not come through.")
                }
                speeds.append(Double(2 * pairs) / seconds)
                ratios.append(seconds / coreSeconds(world.rules, ids))
            }
            let speed = speeds.sorted()[rounds / 2]
            let ratio = ratios.sorted()[rounds / 2]
            print(
                provider.padding(12), "\(Int(speed).grouped) calls/s;",
                "a call = \(ratio.rounded(places: 1)) times the core's action")
        }

        /// Seconds for the same actions without a façade.
        private func coreSeconds(_ rules: Rules, _ ids: [String]) -> Double {
            var world = World(rules: rules, keepsLog: false)
            world.perform(.install(nil), on: "phone")
            let requests = ids.enumerated().map { number, id in
                (
                    Request(
                        "phone", .logIn(UserID(unchecked: id)),
                        fresh: FreshBits(high: 1, low: UInt64(number) * 2)),
                    Request("phone", .logOut, fresh: FreshBits(high: 2, low: UInt64(number) * 2))
                )
            }
            return ContinuousClock().measure {
                for (logIn, logOut) in requests {
                    world.perform(logIn)
                    world.perform(logOut)
                }
            }.seconds
        }
    }
#endif
