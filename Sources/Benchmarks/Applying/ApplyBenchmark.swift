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
    /// many at once, and writes nothing down. The two take turns in being first, each at a server of
    /// fixed bytes of its own; all share the machine's cores.
    ///
    /// Calls a second are those of the whole program, from start to end, and beside them those between
    /// the first call and the last, as the server sees it: before, both read the plan, and after, only
    /// `apply` writes a report. Between them `apply` judges answers, keeps limits and tells how far it
    /// is besides keeping its journal, and the peer does not even look at an answer. What the journal
    /// takes is therefore measured alone: the processor time of writing the same lines in the same way.
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
            let small = try await measureCalls(plan, tool, own, folder, &floors)
            try measureMemory(beside: small, tool, own, folder, &floors)
            if seconds > 0 { try await measureLimit(plan, own, &floors) }
            try measureRehearsal(tool, folder, &floors)
            try floors.report()
        }

        // MARK: - Calls

        /// As many calls a second have to be made at a local server.
        private static let leastCalls = 2_000.0
        /// The journal takes less than such a part of the processor time that the peer takes.
        private static let mostOfPeer = 1.0 / 3

        /// A run, and how many calls a second it makes from the first to the last.
        private typealias Timed = (run: SamplePlan.Run, calling: Double)

        private func measureCalls(
            _ plan: SamplePlan, _ tool: String, _ own: String, _ folder: SampleFolder,
            _ floors: inout Floors
        ) async throws -> SamplePlan.Run {
            var (bare, fixed, served): ([Timed], [Timed], [SamplePlan.Run]) = ([], [], [])
            var journals: [Double] = []
            for round in 0..<rounds {
                let isPeerFirst = round.isMultiple(of: 2)
                if isPeerFirst {
                    bare.append(try await timed(own) { try plan.callBare($0, by: own) })
                }
                fixed.append(try await timed(own) { try plan.apply(to: $0) })
                if !isPeerFirst {
                    bare.append(try await timed(own) { try plan.callBare($0, by: own) })
                }
                if let (peer, calls) = bare.last?.run {
                    let lines = try plan.keepJournal(of: calls, by: own)
                    journals.append(lines.processorSeconds / peer.processorSeconds)
                }
                let data = "apply-data"
                folder.remove(data)
                defer { for name in [data, Self.projectFile] { folder.remove(name) } }
                let server = try ServerUnderLoad(tool, try project(plan, folder, data: data))
                served.append(try plan.apply(to: server))
            }
            for (name, runs) in [
                ("async-http-client, no journal:", bare), ("apply, fixed bytes:", fixed),
            ] {
                print(
                    name.padding(34), "\(Int(speed(of: runs.map(\.run))).grouped) calls/s,",
                    "\(Int(runs.map(\.calling).median).grouped) from the first to the last")
            }
            print("apply, allonym serve:".padding(34), "\(Int(speed(of: served)).grouped) calls/s")
            let ratio = zip(fixed, bare).map { $0.calling / $1.calling }.median
            let whole = zip(fixed, bare).map { speed(of: $0.run) / speed(of: $1.run) }.median
            print(
                "of the peer's calls:".padding(34), "\(ratio.rounded(places: 2)),",
                "\(whole.rounded(places: 2)) with the start and the report")
            let share = journals.median
            print(
                "the journal alone:".padding(34),
                "\(share.rounded(places: 2)) of the peer's processor time")
            floors.note(
                "calls/s at allonym serve", speed: speed(of: served), floor: Self.leastCalls)
            floors.note(
                "calls/s at fixed bytes", speed: speed(of: fixed.map(\.run)),
                floor: Self.leastCalls)
            floors.note("what the journal takes", ratio: Self.mostOfPeer / share, floor: 1)
            return fixed[0].run
        }

        /// Makes calls at a server of fixed bytes, which has had no others.
        private func timed(
            _ own: String, _ make: (ServerUnderLoad) throws -> SamplePlan.Run
        ) async throws -> Timed {
            let target = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "200"])
            let run = try make(target)
            let microseconds = try await target.number(at: "/microseconds")
            guard run.calls > 1, microseconds > 0 else {
                throw ValidationError("Too few calls were made to be measured.")
            }
            return (run, Double(run.calls - 1) * 1_000_000 / Double(microseconds))
        }

        private func speed(of runs: [SamplePlan.Run]) -> Double {
            runs.map { speed(of: $0) }.median
        }

        private func speed(of run: SamplePlan.Run) -> Double {
            Double(run.calls) / run.run.seconds
        }

        /// The file of the target's project.
        private static let projectFile = "apply.json"

        /// A server of the target, with the purchases of the plan at its stores.
        private func project(
            _ plan: SamplePlan, _ folder: SampleFolder, data: String
        ) throws -> [String] {
            let file = folder.file(Self.projectFile)
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
            let most = try await target.number(at: "/most-in-a-minute")
            let least = try await target.number(at: "/least-in-a-minute")
            print(
                "a limit of \(limit.grouped) a minute:".padding(34),
                "\(least.grouped) to \(most.grouped) in any minute of \(seconds) s")
            floors.note("a limit is kept", holds: most <= limit)
            floors.note("a limit is used", holds: Double(least) >= 0.98 * Double(limit))
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
