// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymInput
    import AllonymCore
    import AllonymMappings
    import AllonymPromela
    import ArgumentParser

    /// Whether Spin finds as many states as the search does, and how fast both are.
    ///
    /// Spin reads the same rulebook, but asks it through an engine that was written a second time, in
    /// Promela. Equal numbers at every depth are evidence that both engines do the same, and that the
    /// search tells just those states apart that differ in something. They are no proof: a fault that
    /// leads from one state to another that is there anyway changes no number.
    struct SpinBenchmark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "spin",
            abstract: "The search of a small world beside the model checker Spin.",
            discussion: """
                Needs spin and a C compiler. Exits with 1 when the numbers of states differ.

                Example: allonym-benchmarks spin --providers revenuecat \
                --set revenuecat.restore=keep --depth 7
                """)

        @Option(help: ArgumentHelp("Providers; without them, all.", valueName: "a,b"))
        var providers: String?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp("A setting of one of them.", valueName: "k=v"))
        var settings: [String] = []

        @Option(help: "How many devices.")
        var devices = 2

        @Option(help: "How many custom IDs.")
        var ids = 2

        @Option(help: ArgumentHelp("The kind of each product.", valueName: "a,b"))
        var kinds = ProductKind.subscription.rawValue

        @Option(help: "The greatest number of actions.")
        var depth = 6

        @Option(help: "How many rounds at that depth are timed; medians are printed.")
        var rounds = 3

        func validate() throws {
            guard rounds > 0, depth > 0 else {
                throw ValidationError("Actions and rounds are at least 1.")
            }
        }

        func run() throws {
            var isEqual = true
            let products = try kinds.split(separator: ",").map { word in
                guard let kind = ProductKind(rawValue: String(word)) else {
                    throw ValidationError("There is no kind \"\(word)\".")
                }
                return kind
            }
            for rules in try rules(Mappings.load()) {
                guard
                    let world = SmallWorld(
                        devices: devices, ids: ids, kinds: products, for: [rules])
                else { throw ValidationError("There is no world of that size.") }
                if try !compare(world, rules) { isEqual = false }
            }
            // Numbers of states are the same on every run; speed is for people to read.
            if !isEqual { throw ExitCode(1) }
        }

        private func rules(_ mappings: Mappings) throws -> [Rules] {
            var chosen: [String: [String: String]] = [:]
            for text in settings {
                let words = text.split(separator: "=", maxSplits: 1).map(String.init)
                let choice = try SettingChoice(words[0], words.count > 1 ? words[1] : "", mappings)
                chosen[choice.provider, default: [:]][choice.setting] = choice.value
            }
            let keys = providers?.split(separator: ",").map(String.init)
            return try (keys ?? mappings.providers.map(\.key)).map { key in
                guard let provider = mappings.provider(key) else {
                    throw ValidationError("There is no provider \"\(key)\".")
                }
                return try provider.rules(chosen[provider.key] ?? [:])
            }
        }

        /// Whether both find as many states at every depth.
        private func compare(_ world: SmallWorld, _ rules: Rules) throws -> Bool {
            let model = try SpinModel(PromelaModel(of: world, under: rules, depth: depth))
            var theirs = [1]
            for depth in 1...depth { theirs.append(try model.search(depth: depth).states) }
            let last = try (0..<rounds).map { _ in try model.search(depth: depth) }
            var own: [(growth: [Int], transitions: Int, seconds: Double)] = []
            for _ in 0..<rounds { own.append(search(world, rules)) }
            let growth = own[0].growth

            let chosen = settings.filter { $0.lowercased().hasPrefix(rules.provider.key + ".") }
            let sizes = "\(world.devices) devices, \(world.ids.count) IDs"
            print(([rules.provider.name, sizes, kinds] + chosen).joined(separator: ", "))
            print("actions".padding(9) + "new states".padding(14) + "in Spin")
            var isEqual = growth.count == theirs.count
            for depth in theirs.indices {
                let new = depth == 0 ? theirs[0] : theirs[depth] - theirs[depth - 1]
                let mine = depth < growth.count ? growth[depth] : 0
                if mine != new { isEqual = false }
                print(
                    "\(depth)".padding(9) + mine.grouped.padding(14) + new.grouped
                        + (mine == new ? "" : "   not equal"))
            }
            print("")
            let states = Double(growth.reduce(0, +))
            write("Allonym", states, own.map { ($0.transitions, $0.seconds) })
            let counted = 1 + theirs[depth] - theirs[depth - 1]
            write(
                "Spin", Double(theirs[depth]), last.map { ($0.transitions - counted, $0.seconds) })
            print(isEqual ? "The numbers are equal.\n" : "The numbers differ.\n")
            return isEqual
        }

        private func write(
            _ name: String, _ states: Double, _ runs: [(transitions: Int, seconds: Double)]
        ) {
            let seconds = runs.map(\.seconds).median
            print(
                name.padding(9) + "\(Int(states / seconds).grouped) states/s,",
                "\(Int(Double(runs[0].transitions) / seconds).grouped) transitions/s, one core")
        }

        /// The search, with every state under its own names, on one thread.
        private func search(
            _ world: SmallWorld, _ rules: Rules
        ) -> (growth: [Int], transitions: Int, seconds: Double) {
            let start = ContinuousClock.now
            let (growth, transitions) = world.growth(under: rules, depth: depth)
            return (growth, transitions, (ContinuousClock.now - start).seconds)
        }
    }
#endif
