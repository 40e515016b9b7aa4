// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import ArgumentParser
    import Foundation

    /// How many calls a server answers, how fast it starts, and how much memory a customer takes.
    ///
    /// The peers, in the same run: Hummingbird, answering as many bytes that were made before, and a
    /// server without a memory that answers with the example of a document. wrk makes the load, with 64
    /// connections; all share the machine's cores.
    @available(macOS 15, *)
    struct ServeBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract:
                "Calls and webhooks a second beside a server of fixed bytes, start and memory.",
            discussion: """
                Needs the tool, built before (swift build -c release --traits Server), and wrk \
                (apt-get install wrk). The peer that answers from a document is Connexion, in Python \
                (pip install 'connexion[uvicorn]'); where it is missing it is left out, and said to \
                be. Exits with 1 when a floor is missed; of one round the floors of speed are an \
                eighth of what they are of several, and those of ratios half: it says what that \
                leaves open. What it writes is beside this program until it ends.
                """)

        @Option(help: "How many customers the project has whose start is measured.")
        var customers = 1_000_000

        @Option(help: "For how many seconds each load lasts.")
        var seconds = 3

        @Option(help: "How many rounds; medians are printed.")
        var rounds = 5

        func validate() throws {
            guard customers > 0, seconds > 0, rounds > 0 else {
                throw ValidationError("Customers, seconds and rounds are at least 1.")
            }
        }

        func run() async throws {
            guard let tool = TimedRun.find("allonym"), TimedRun.find("wrk") != nil,
                let own = Bundle.main.executableURL?.path
            else {
                throw ValidationError(
                    "Needs allonym (swift build -c release --traits Server) and wrk "
                        + "(apt-get install wrk).")
            }
            // Beside this program, on the disk that a journal would be on; a temporary folder may be
            // memory.
            let samples = try SampleFolder(keep: false)
            let name = "serve-\(UUID().uuidString)"
            let folder = URL(fileURLWithPath: samples.file(name))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { samples.remove(name) }
            print("64 connections, medians of \(rounds) rounds of \(seconds) s\n")
            var floors = Floors(rounds: rounds)
            try await measureCalls(tool, own, folder, &floors)
            try await measureWebhooks(tool, own, folder, &floors)
            try await measureStart(tool, folder, &floors)
            try floors.report()
        }

        /// Writes a project file; its data go beside it.
        func project(
            _ name: String, in folder: URL, webhook: String? = nil
        ) throws -> [String] {
            let webhooks = webhook.map { #"{"url":"\#($0)/hook","allowLoopback":true}"# } ?? ""
            let text = """
                {"project":"\(name)","provider":"revenuecat",
                 "keys":{"public":["pk"],"secret":["sk"],"admin":["ak"]},
                 "catalogue":[{"id":"month","entitlements":["pro"]}],"webhooks":[\(webhooks)]}
                """
            let file = folder.appendingPathComponent("\(name).json")
            try Data(text.utf8).write(to: file)
            return [
                "serve", "--project", file.path, "--data",
                folder.appendingPathComponent("data").path, "--listen", "127.0.0.1:0",
            ]
        }

        // MARK: - Calls

        /// Of what the peer of fixed bytes answers.
        private static let leastOfPeer = 0.7
        /// An answer that is late comes at most so many times as late as the peer's.
        private static let mostLateness = 2.0
        /// Acknowledged writes a second.
        private static let leastWrites = 3_000.0

        private func measureCalls(
            _ tool: String, _ own: String, _ folder: URL, _ floors: inout Floors
        ) async throws {
            let server = try ServerUnderLoad(tool, try project("calls", in: folder))
            for number in 0..<1_000 {
                _ = try await server.get("/v1/subscribers/user-\(number)", key: "pk")
            }
            let answer = try await server.get("/v1/subscribers/user-1", key: "pk")
            let peer = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "\(answer.count)"])
            let mock = try MockServer(answering: answer, in: folder)
            let read = """
                local number = 0
                function request()
                    number = (number + 1) % 1000
                    return wrk.format("GET", "/v1/subscribers/user-" .. number,
                        {["Authorization"] = "Bearer pk"})
                end
                """
            var (fixed, mocked, reads, writes) = (
                [LoadRun](), [LoadRun](), [LoadRun](), [LoadRun]()
            )
            func load(_ script: String, at address: String) throws -> LoadRun {
                guard let run = try LoadRun(script, at: address, seconds: seconds) else {
                    throw ValidationError("wrk is gone.")
                }
                return run
            }
            for round in 0..<rounds {
                fixed.append(try load(read, at: peer.address))
                reads.append(try load(read, at: server.address))
                if let mock { mocked.append(try load(read, at: mock.server.address)) }
                let write = """
                    local number = 0
                    function request()
                        number = number + 1
                        return wrk.format("GET", "/v1/subscribers/new-\(round)-" .. number,
                            {["Authorization"] = "Bearer pk"})
                    end
                    """
                writes.append(try load(write, at: server.address))
            }
            print("Hummingbird, fixed bytes:".padding(34), describe(fixed))
            print("reads of a customer:".padding(34), describe(reads))
            let share = ratio(reads, fixed, \.callsPerSecond)
            let lateness = ratio(reads, fixed, \.slowMilliseconds)
            print(
                "of the peer's:".padding(34),
                "\(share.rounded(places: 2)) of its calls, \(lateness.rounded(places: 2)) times its p99"
            )
            if mocked.isEmpty {
                print("Connexion is missing: pip install 'connexion[uvicorn]'")
            } else {
                let times = ratio(reads, mocked, \.callsPerSecond)
                print("Connexion, a document's example:".padding(34), describe(mocked))
                print(
                    "of Connexion's:".padding(34), "\(times.rounded(places: 1)) times its calls")
            }
            print("new customers, acknowledged:".padding(34), describe(writes))
            floors.note("reads beside fixed bytes", ratio: share, floor: Self.leastOfPeer)
            floors.note("p99 of reads", ratio: Self.mostLateness / lateness, floor: 1)
            floors.note(
                "writes", speed: writes.map(\.callsPerSecond).median, floor: Self.leastWrites)
            let failures = (fixed + mocked + reads + writes).reduce(0) { $0 + $1.failures }
            floors.note("\(failures) calls were not answered", holds: failures == 0)
        }

        /// The median of what rounds say: a machine may be twice as fast in one as in the next.
        private func ratio(
            _ runs: [LoadRun], _ peers: [LoadRun], _ measure: KeyPath<LoadRun, Double>
        ) -> Double {
            zip(runs, peers).map { $0[keyPath: measure] / $1[keyPath: measure] }.median
        }

        private func describe(_ runs: [LoadRun]) -> String {
            let calls = Int(runs.map(\.callsPerSecond).median).grouped
            let slow = runs.map(\.slowMilliseconds).median.rounded(places: 1)
            return "\(calls) calls/s, p99 \(slow) ms"
        }
    }
#endif
