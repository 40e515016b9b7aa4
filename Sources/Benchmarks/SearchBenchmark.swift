// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymInput
    import AllonymCore
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// How fast two providers are searched for differences, and how much memory a state takes.
    ///
    /// The peer is the search itself on one core: the ratio says how much a second core helps. Spin,
    /// an independent checker, is the peer of the benchmark `spin`.
    struct SearchBenchmark: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search", abstract: "Transitions a second, and bytes a state.")

        @Option(help: ArgumentHelp("The two providers.", valueName: "a,b"))
        var pair = "revenuecat,qonversion"

        @Option(help: "The number of actions up to which everything is tried.")
        var depth = 8

        @Option(help: "How many rounds; the median is printed.")
        var rounds = 3

        @Flag(help: "Search all pairs to the depth, once each on two cores, instead.")
        var all = false

        func validate() throws {
            guard (1...Search.mostActions).contains(depth), rounds > 0 else {
                throw ValidationError("Depth and rounds are at least 1.")
            }
        }

        func run() throws {
            let mappings = try Mappings.load()
            if all { return try searchAll(mappings) }
            let keys = pair.split(separator: ",").map(String.init)
            guard keys.count == 2, let first = mappings.provider(keys[0]),
                let second = mappings.provider(keys[1])
            else { throw ValidationError("\"\(pair)\" is no pair of providers.") }
            print("\(first.name) against \(second.name), to \(depth) actions,")
            print("2 devices, 2 user IDs, 1 subscription, all actions")
            print("medians of \(rounds) rounds\n")
            var speeds: [Double] = []
            for threads in [1, 2] {
                var times: [Double] = []
                var coverage: SearchCoverage?
                for _ in 0..<rounds {
                    let time = try ContinuousClock().measure {
                        coverage = try search(first, second, threads, mappings)
                    }
                    times.append(time.seconds)
                }
                guard let coverage else { continue }
                if threads == 1 { show(coverage) }
                let time = times.sorted()[rounds / 2]
                speeds.append(Double(coverage.transitions) / time)
                print(
                    "\(threads) core\(threads == 1 ? ": " : "s:")",
                    "\(Int(speeds[threads - 1]).grouped) transitions/s,",
                    "\(time.rounded(places: 1)) s")
            }
            print("two cores: \((speeds[1] / speeds[0]).rounded(places: 2)) times one")
        }

        private func search(
            _ first: Provider, _ second: Provider, _ threads: Int, _ mappings: Mappings
        ) throws -> SearchCoverage {
            let rules = (try first.rules(), try second.rules())
            let kinds = [ProductKind.subscription]
            guard
                let world = SmallWorld(devices: 2, ids: 2, kinds: kinds, for: [rules.0, rules.1])
            else { throw ValidationError("The world is too large.") }
            let question = Search.Question.differences(rules.0, rules.1, DifferenceKind.allCases)
            return try Search(for: question, in: world, mappings)
                .run(depth: depth, threads: threads).coverage
        }

        private func show(_ coverage: SearchCoverage) {
            print("actions  new states  times the last")
            for (depth, count) in coverage.growth.enumerated() {
                let last = depth == 0 ? 0 : coverage.growth[depth - 1]
                let growth = last == 0 ? "" : "\((Double(count) / Double(last)).rounded(places: 2))"
                print(String(depth).padding(8), count.grouped.padding(11), growth)
            }
            print(
                "\(coverage.states.grouped) states, \(coverage.transitions.grouped) transitions,",
                "\(coverage.bytesPerState.rounded(places: 1)) bytes/state\n")
        }

        /// All pairs, once each, with what they take.
        private func searchAll(_ mappings: Mappings) throws {
            print("all pairs to \(depth) actions, on 2 cores\n")
            for (index, first) in mappings.providers.enumerated() {
                for second in mappings.providers[(index + 1)...] {
                    var coverage: SearchCoverage?
                    let time = try ContinuousClock().measure {
                        coverage = try search(first, second, 2, mappings)
                    }
                    guard let coverage else { continue }
                    print(
                        "\(first.name), \(second.name)".padding(24),
                        "\(time.seconds.rounded(places: 1)) s,",
                        "\(coverage.states.grouped) states,",
                        "\(coverage.transitions.grouped) transitions,",
                        "\(SearchBenchmark.peakMegabytes) MB at most so far")
                }
            }
        }

        /// The most memory that the process has had resident.
        private static var peakMegabytes: Int {
            var usage = rusage()
            // RUSAGE_SELF, whose type is not the same everywhere.
            getrusage(0, &usage)
            #if canImport(Darwin)
                return Int(usage.ru_maxrss) / 1_048_576
            #else
                return Int(usage.ru_maxrss) / 1_024
            #endif
        }
    }
#endif
