// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import ArgumentParser
    import Foundation

    /// How many calls a server answers, how fast it starts, and how much memory a customer takes.
    ///
    /// The peer, in the same run: Hummingbird, answering as many bytes that were made before. wrk makes
    /// the load, with 64 connections; all three share the machine's cores.
    @available(macOS 15, *)
    struct ServeBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract:
                "Calls and webhooks a second beside a server of fixed bytes, start and memory.",
            discussion: """
                Needs the tool, built before (swift build -c release --traits Server), and wrk \
                (apt-get install wrk).
                """)

        @Option(help: "How many customers the project has whose start is measured.")
        var customers = 1_000_000

        @Option(help: "For how many seconds each load lasts.")
        var seconds = 5

        @Option(help: "How many rounds; medians are printed.")
        var rounds = 3

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
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-serve-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            print("64 connections, medians of \(rounds) rounds of \(seconds) s\n")
            try await measureCalls(tool, own, folder)
            try await measureWebhooks(tool, own, folder)
            try await measureStart(tool, folder)
        }

        /// Writes a project file; its data go beside it.
        private func project(
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

        private func measureCalls(_ tool: String, _ own: String, _ folder: URL) async throws {
            let server = try ServerUnderLoad(tool, try project("calls", in: folder))
            for number in 0..<1_000 {
                _ = try await server.get("/v1/subscribers/user-\(number)", key: "pk")
            }
            let answer = try await server.get("/v1/subscribers/user-1", key: "pk")
            let peer = try ServerUnderLoad(own, ["fixed-bytes", "--bytes", "\(answer.count)"])
            let read = """
                local number = 0
                function request()
                    number = (number + 1) % 1000
                    return wrk.format("GET", "/v1/subscribers/user-" .. number,
                        {["Authorization"] = "Bearer pk"})
                end
                """
            var results: (peer: [LoadRun], reads: [LoadRun], writes: [LoadRun]) = ([], [], [])
            for round in 0..<rounds {
                for (script, address, isPeer) in [
                    (read, peer.address, true), (read, server.address, false),
                ] {
                    guard let run = try LoadRun(script, at: address, seconds: seconds) else {
                        return
                    }
                    if isPeer { results.peer.append(run) } else { results.reads.append(run) }
                }
                let write = """
                    local number = 0
                    function request()
                        number = number + 1
                        return wrk.format("GET", "/v1/subscribers/new-\(round)-" .. number,
                            {["Authorization"] = "Bearer pk"})
                    end
                    """
                if let run = try LoadRun(write, at: server.address, seconds: seconds) {
                    results.writes.append(run)
                }
            }
            let fixed = results.peer.map(\.callsPerSecond).median
            let reads = results.reads.map(\.callsPerSecond).median
            print("Hummingbird, fixed bytes:".padding(34), describe(results.peer))
            print("reads of a customer:".padding(34), describe(results.reads))
            print("of the peer's calls:".padding(34), (reads / fixed).rounded(places: 2))
            print("new customers, acknowledged:".padding(34), describe(results.writes))
            let failures = (results.peer + results.reads + results.writes).reduce(0) {
                $0 + $1.failures
            }
            // Speed is for people to read; an answer that is none is not.
            guard failures == 0 else {
                print("\(failures) calls were not answered.")
                throw ExitCode(1)
            }
        }

        private func describe(_ runs: [LoadRun]) -> String {
            let calls = Int(runs.map(\.callsPerSecond).median).grouped
            let slow = runs.map(\.slowMilliseconds).median.rounded(places: 1)
            return "\(calls) calls/s, p99 \(slow) ms"
        }

        // MARK: - Webhooks

        private func measureWebhooks(_ tool: String, _ own: String, _ folder: URL) async throws {
            let receiver = try ServerUnderLoad(own, ["fixed-bytes"])
            let server = try ServerUnderLoad(
                tool, try project("webhooks", in: folder, webhook: receiver.address))
            func received() async throws -> Int {
                Int(String(decoding: try await receiver.get("/count"), as: UTF8.self)) ?? 0
            }
            let buy = """
                local number = 0
                function request()
                    number = number + 1
                    local body = string.format('{"app_user_id":"buyer-%d","fetch_token":"test_%d_%d",'
                        .. '"product_id":"month"}', number, 1000 + number, number)
                    return wrk.format("POST", "/v1/receipts", {["Authorization"] = "Bearer pk",
                        ["X-Platform"] = "web"}, body)
                end
                """
            let start = ContinuousClock.now
            guard let run = try LoadRun(buy, at: server.address, seconds: seconds) else { return }
            var (count, last) = (-1, ContinuousClock.now)
            // The last delivery counts, not when somebody looked.
            while ContinuousClock.now - last < .seconds(2) {
                let known = try await received()
                if known > count { (count, last) = (known, ContinuousClock.now) }
                try await Task.sleep(for: .milliseconds(20))
            }
            let perSecond = Double(count) / (last - start).seconds
            print(
                "webhooks to a local receiver:".padding(34),
                "\(Int(perSecond).grouped) deliveries/s,",
                "while \(Int(run.callsPerSecond).grouped) purchases/s were made")
        }

        // MARK: - Start

        private func measureStart(_ tool: String, _ folder: URL) async throws {
            let arguments = try project("million", in: folder)
            try await fill("million", in: folder)
            var starts: [Double] = []
            var bytes = 0
            for _ in 0..<rounds {
                let server = try ServerUnderLoad(tool, arguments)
                starts.append(server.startSeconds)
                bytes = server.residentBytes
            }
            let empty = try ServerUnderLoad(tool, try project("empty", in: folder)).residentBytes
            print(
                "start with \(customers.grouped) customers:".padding(34),
                "\(starts.median.rounded(places: 2)) s,",
                "\((bytes - empty) / customers) bytes a customer")
        }

        /// Makes a project with many customers, each with an ID of 12 bytes, and its snapshot.
        private func fill(_ name: String, in folder: URL) async throws {
            let mappings = try Mappings.load()
            let bytes = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
            let file = try ProjectFile([UInt8](bytes), providers: mappings.providers.map(\.key))
            let data = try ProjectFolder(folder.appendingPathComponent("data").path, mappings)
            let hosted = try data.open(file, clock: ProjectClock()).hosted
            for first in stride(from: 0, to: customers, by: 1_000) {
                try await hosted.project.perform { state, now in
                    for number in first..<min(first + 1_000, customers) {
                        let id = UserID(unchecked: "user-\(1_000_000 + number)")
                        state.perform(.open, by: .user(id, nil), now: now)
                    }
                }
            }
            _ = try await hosted.project.snapshot()
        }
    }
#endif
