// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymTestSupport
    import Logging

    /// Serves test projects over a port of this machine while a body runs, and no longer.
    ///
    /// - Parameters:
    ///   - providers: One project is served for each.
    ///   - requestSeconds: How long a request may take to come in.
    ///   - mostConnections: How many connections are taken at once.
    ///   - bodies: How many bytes of bodies are held at once.
    ///   - body: What is done; it is told the port.
    /// - Throws: What the body throws, or why nothing can be served.
    func servingOverPort(
        _ providers: [String] = ["revenuecat"], requestSeconds: Int64 = 60,
        mostConnections: Int = AllonymServer.mostConnections,
        bodies: BodyBudget = BodyBudget(AllonymServer.mostBodies),
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let hosted = try providers.map { try TestServer($0).hosted }
        try await servingOverPort(
            ServedProjects(hosted, EveryProvider.mappings), requestSeconds: requestSeconds,
            mostConnections: mostConnections, bodies: bodies, body)
    }

    /// Serves projects over a port of this machine while a body runs, and no longer.
    ///
    /// - Parameters:
    ///   - served: The projects.
    ///   - requestSeconds: How long a request may take to come in.
    ///   - mostConnections: How many connections are taken at once.
    ///   - bodies: How many bytes of bodies are held at once.
    ///   - log: Told what the server logs.
    ///   - body: What is done; it is told the port.
    /// - Throws: What the body throws, or why nothing can be served.
    func servingOverPort(
        _ served: ServedProjects, requestSeconds: Int64 = 60,
        mostConnections: Int = AllonymServer.mostConnections,
        bodies: BodyBudget = BodyBudget(AllonymServer.mostBodies),
        log: any LogHandler = SwiftLogNoOpLogHandler(),
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let server = AllonymServer(
            host: "127.0.0.1", port: 0, projects: served, profiles: [:],
            requestSeconds: requestSeconds, mostConnections: mostConnections, bodies: bodies,
            logger: Logger(label: "test") { _ in log }
        ) { address in
            found.yield(Int(address.split(separator: ":").last ?? "") ?? 0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                var iterator = ports.makeAsyncIterator()
                try await body(await iterator.next() ?? 0)
            }
            try await group.next()
            group.cancelAll()
        }
    }
#endif
