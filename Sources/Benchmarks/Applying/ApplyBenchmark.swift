// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import ArgumentParser
    import Foundation

    /// How fast the calls of a plan are made, what their journal takes, how much memory they need,
    /// whether a limit is kept, and how long a rehearsal takes.
    ///
    /// The peer, in the same run: async-http-client, which makes the same calls in the same order, as
    /// many at once, and writes nothing down. Both call a server of fixed bytes; all share the
    /// machine's cores. Times are those of the whole program, from start to end.
    @available(macOS 15, *)
    struct ApplyBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply",
            abstract: "Calls of a plan a second beside a client without a journal, and rehearsals.",
            discussion: """
                Needs the tool, built before (swift build -c release --traits Server), and GNU time. \
                Exits with 1 when a floor is missed; of one round the floors of speed are an eighth \
                of what they are of several, and those of ratios half.

                Example: allonym-benchmarks apply --customers 10000 --largest 580000 --rehearsed 100000 --seconds 75
                """)

        @Option(help: "How many customers the calls are of; each has about 1.7.")
        var customers = 2_000

        @Option(help: "How many customers memory is measured with once more.")
        var largest = 20_000

        @Option(help: "How many customers are rehearsed.")
        var rehearsed = 1_000

        @Option(help: "For how long a limit is kept, from 75 s on; 0 leaves it out.")
        var seconds = 0

        @Option(help: "The limit: so many calls a minute.")
        var limit = 480

        @Option(help: "How many rounds; medians are printed.")
        var rounds = 3

        func validate() throws {
            guard customers > 0, largest > customers, rehearsed > 0, limit > 0, rounds > 0 else {
                throw ValidationError(
                    "Customers, limits and rounds are at least 1, and the largest has more customers."
                )
            }
            // A minute has to be found that lies within the run.
            guard seconds == 0 || seconds >= 75 else {
                throw ValidationError("A limit is kept for at least 75 s, or for 0.")
            }
        }

        func run() async throws {
            guard let tool = TimedRun.find("allonym"), TimedRun.find("time") != nil,
                let own = Bundle.main.executableURL?.path
            else {
                throw ValidationError(
                    "Needs allonym (swift build -c release --traits Server) and GNU time "
                        + "(apt-get install time).")
            }
            // Beside this program, on the disk that a journal would be on.
            let folder = try SampleFolder(keep: false)
            let plan = try SamplePlan(tool, customers: customers, in: folder)
            defer { plan.remove() }
            var floors = Floors(rounds: rounds)
            print("\(customers.grouped) customers, medians of \(rounds) rounds\n")
            let small = try measureCalls(plan, tool, own, folder, &floors)
            try measureMemory(beside: small, tool, own, folder, &floors)
            if seconds > 0 { try await measureLimit(plan, own, &floors) }
            try measureRehearsal(tool, folder, &floors)
            try floors.report()
        }

        // MARK: - Calls

        /// As many calls a second have to be made at a local server.
        private static let leastCalls = 2_000.0
        /// The journal adds less than a third to the time of the peer.
        private static let leastOfPeer = 3.0 / 4

        private func measureCalls(
            _ plan: SamplePlan, _ tool: String, _ own: String, _ folder: SampleFolder,
            _ floors: inout Floors
        ) throws -> SamplePlan.Run {
            var (bare, fixed, served): ([SamplePlan.Run], [SamplePlan.Run], [SamplePlan.Run])
            (bare, fixed, served) = ([], [], [])
            for _ in 0..<rounds {
                let target = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "200"])
                bare.append(try plan.callBare(target, by: own))
                fixed.append(try plan.apply(to: target))
                let data = "apply-data"
                folder.remove(data)
                defer { folder.remove(data) }
                let server = try ServerUnderLoad(tool, try project(plan, folder, data: data))
                served.append(try plan.apply(to: server))
            }
            for (name, runs) in [
                ("async-http-client, no journal:", bare), ("apply, fixed bytes:", fixed),
                ("apply, allonym serve:", served),
            ] {
                print(name.padding(34), "\(Int(speed(of: runs)).grouped) calls/s")
            }
            let ratio = speed(of: fixed) / speed(of: bare)
            print("of the peer's calls:".padding(34), ratio.rounded(places: 2))
            floors.note(
                "calls/s at allonym serve", speed: speed(of: served), floor: Self.leastCalls)
            floors.note("calls/s at fixed bytes", speed: speed(of: fixed), floor: Self.leastCalls)
            floors.note("what the journal takes", ratio: ratio, floor: Self.leastOfPeer)
            return fixed[0]
        }

        private func speed(of runs: [SamplePlan.Run]) -> Double {
            runs.map { Double($0.calls) / $0.run.seconds }.median
        }

        /// A server of the target, with the purchases of the plan at its stores.
        private func project(
            _ plan: SamplePlan, _ folder: SampleFolder, data: String
        ) throws -> [String] {
            let file = folder.file("apply.json")
            try Data(
                #"{"project":"apply","provider":"qonversion","keys":{"public":["sk"],"secret":["sk"]}}"#
                    .utf8
            ).write(to: URL(fileURLWithPath: file))
            return [
                "serve", "--project", file, "--from-plan", plan.path, "--listen", "127.0.0.1:0",
                "--data", folder.file(data),
            ]
        }

        // MARK: - Memory

        /// What fills up once: pieces of files, and pages of the journal.
        private static let mostOnce = 16 << 20
        /// What each call may take besides, for its state.
        private static let mostPerCall = 8

        private func measureMemory(
            beside small: SamplePlan.Run, _ tool: String, _ own: String, _ folder: SampleFolder,
            _ floors: inout Floors
        ) throws {
            let plan = try SamplePlan(tool, customers: largest, in: folder)
            defer { plan.remove() }
            let target = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "200"])
            let large = try plan.apply(to: target)
            for (run, calls) in [small, large] {
                print(
                    "\(calls.grouped) calls:".padding(34),
                    "\(Int(Double(calls) / run.seconds).grouped) calls/s,",
                    "\(run.peakBytes / 1_000_000) MB")
            }
            let (growth, more) = (
                large.run.peakBytes - small.run.peakBytes, large.calls - small.calls
            )
            print("bytes of memory a further call:".padding(34), growth / more)
            floors.note("memory", holds: growth <= Self.mostOnce + more * Self.mostPerCall)
        }

        // MARK: - Limits

        private func measureLimit(
            _ plan: SamplePlan, _ own: String, _ floors: inout Floors
        ) async throws {
            let target = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "200"])
            try plan.apply(to: target, perMinute: limit, seconds: seconds)
            let most = try await target.get("/most-in-a-minute")
            let found = Int(String(decoding: most, as: UTF8.self)) ?? 0
            print(
                "a limit of \(limit.grouped) a minute:".padding(34),
                "\(found.grouped) in the fullest minute of \(seconds) s")
            floors.note("a limit is kept", holds: found <= limit)
            floors.note("a limit is used", holds: Double(found) >= 0.98 * Double(limit))
        }

        // MARK: - Rehearsals

        /// 100,000 customers in five minutes.
        private static let leastRehearsed = 100_000.0 / 300

        private func measureRehearsal(
            _ tool: String, _ folder: SampleFolder, _ floors: inout Floors
        ) throws {
            let plan = try SamplePlan(tool, customers: rehearsed, in: folder)
            defer { plan.remove() }
            let run = try plan.rehearse()
            let speed = Double(rehearsed) / run.seconds
            print(
                "\(rehearsed.grouped) customers rehearsed:".padding(34),
                "\(run.seconds.rounded(places: 1)) s, \(Int(speed).grouped) customers/s,",
                "\(run.peakBytes / 1_000_000) MB")
            floors.note("customers rehearsed a second", speed: speed, floor: Self.leastRehearsed)
        }
    }
#endif
