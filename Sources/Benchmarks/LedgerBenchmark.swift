// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import ArgumentParser

    /// How fast a ledger of many customers decides and evolves, and how much memory it takes.
    ///
    /// The peer is Swift's own `Dictionary`: one look-up of a user ID among as many IDs as the
    /// ledger holds, in the same run. So the ratio says what an action costs in look-ups, on any
    /// machine.
    struct LedgerBenchmark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledger", abstract: "Actions a second, and bytes a customer.")

        @Option(help: "How many customers the ledger holds.")
        var customers = 100_000

        @Option(help: "How many actions are timed in each round.")
        var actions = 200_000

        @Option(help: "How many rounds; the median is printed.")
        var rounds = 5

        func validate() throws {
            guard customers > 0, actions > 0, rounds > 0 else {
                throw ValidationError("Customers, actions and rounds are at least 1.")
            }
        }

        func run() throws {
            let mappings = try Mappings.load()
            print("ledger of \(customers) customers, each with two IDs, a device and a purchase")
            print("medians of \(rounds) rounds of \(actions) actions, one core\n")
            var isSmall = true
            for provider in mappings.providers {
                if try measure(provider) > 400 { isSmall = false }
            }
            // Bytes are the same on every run; speed is for people to read.
            if !isSmall { throw ExitCode(1) }
        }

        private func measure(_ provider: Provider) throws -> Double {
            var world = World(rules: try provider.rules(), keepsLog: false)
            for number in 0..<customers { populate(&world, number) }
            let bytes = Double(world.ledger.allocatedBytes) / Double(customers)
            var speeds: [Double] = []
            var lookups: [Double] = []
            var logBytes = 0.0
            for round in 0..<rounds {
                var copy = world
                // The copy becomes its own before time is taken.
                copy.perform(.check, on: Workload.device(0))
                copy.perform(.open, on: Workload.device(0))
                let steps = Workload.steps(actions, customers: customers, round: round)
                let time = ContinuousClock().measure {
                    for step in steps { copy.perform(step) }
                }
                speeds.append(Double(actions) / time.seconds)
                lookups.append(lookupSeconds() / (time.seconds / Double(actions)))
                if round == 0 { logBytes = bytesOfLog(world, steps) }
            }
            let speed = speeds.sorted()[rounds / 2]
            let ratio = 1 / lookups.sorted()[rounds / 2]
            print(
                provider.name.padding(12), "\(Int(speed).grouped) actions/s;",
                "an action = \(ratio.rounded(places: 1)) dictionary look-ups;",
                "\(Int(bytes.rounded())) bytes/customer in the ledger's arrays;",
                "log \(Int(logBytes.rounded())) bytes/action")
            return bytes
        }

        /// One customer with an anonymous and a custom ID, a device, and a purchase.
        private func populate(_ world: inout World, _ number: Int) {
            let device = Workload.device(number)
            world.perform(.install(nil), on: device)
            world.perform(.logIn(Workload.user(number)), on: device)
            world.perform(.buy(Workload.product), on: device)
        }

        /// What the log takes, beside the ledger, for each action.
        private func bytesOfLog(_ world: World, _ steps: [Request]) -> Double {
            var logging = World(rules: world.rules)
            for step in steps.prefix(50_000) { logging.perform(step) }
            let bytes = logging.log.reduce(0) { $0 + $1.allocatedBytes }
            return Double(bytes) / Double(logging.log.count)
        }

        /// Seconds for one look-up of a user ID in a dictionary of all of them.
        private func lookupSeconds() -> Double {
            var indices: [String: Int] = [:]
            for number in 0..<customers { indices[Workload.user(number).text] = number }
            let wanted = (0..<actions).map { Workload.user($0 &* 7919 % customers).text }
            var sum = 0
            let time = ContinuousClock().measure {
                for id in wanted { sum &+= indices[id] ?? 0 }
            }
            precondition(sum >= 0)
            return time.seconds / Double(actions)
        }
    }
#endif
