// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import ArgumentParser
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1

    /// Makes the calls of a plan with async-http-client alone, and writes nothing down: the peer of
    /// `migrate apply`.
    @available(macOS 15, *)
    struct BareCalls: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "bare-calls", abstract: "Make the calls of a plan, and keep no journal.",
            shouldDisplay: false)

        @Option(help: "The folder of the plan.")
        var plan: String

        @Option(name: .customLong("to-url"), help: "Where the calls go.")
        var url: String

        @Option(help: "How many customers at once.")
        var concurrency = 16

        func run() async throws {
            let calls = try PlanCalls(plan, hashing: PlanHashes(), mappings: Mappings.load())
            let methods = calls.writers.indices.map {
                HTTPMethod(rawValue: calls.call(of: $0)?.method ?? "POST")
            }
            let reader = Locked(try calls.reader())
            let client = TargetClient.makeHTTPClient(connections: concurrency)
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<concurrency {
                    group.addTask {
                        var count = 0
                        while let customer = try reader.withLock({ try $0.next() }) {
                            for call in customer.calls {
                                try await send(call, methods[call.writer], client)
                            }
                            count += customer.calls.count
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
            try await client.shutdown()
            print(count)
        }

        private func send(
            _ call: PlannedCall, _ method: HTTPMethod, _ client: HTTPClient
        ) async throws {
            var request = HTTPClientRequest(url: url + call.path)
            request.method = method
            request.headers = ["Authorization": "Bearer sk", "Content-Type": "application/json"]
            if !call.body.isEmpty { request.body = .bytes(ByteBuffer(bytes: call.body)) }
            let answer = try await client.execute(request, timeout: .seconds(30))
            _ = try await answer.body.collect(upTo: 1 << 20)
            guard answer.status == .ok else {
                throw ValidationError("\(call.path) was answered with \(answer.status.code).")
            }
        }
    }
#endif
