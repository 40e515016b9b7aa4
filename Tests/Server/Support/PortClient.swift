// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymServer
    import AllonymSimulation
    import AsyncHTTPClient
    import HTTPTypes
    import Logging
    import NIOCore
    import NIOHTTP1

    /// A client of a server on a port of this machine, which keeps its connections.
    struct PortClient: Sendable {
        /// Where the server is, as a browser says of the page that it has from there.
        let origin: String
        private let client: HTTPClient

        /// Serves projects over a port while a body calls them.
        ///
        /// - Parameters:
        ///   - served: The projects.
        ///   - said: Gets the warnings and errors that the server logs.
        ///   - body: What is done with the client.
        /// - Throws: What the body throws, or why nothing can be served.
        static func serving(
            _ served: ServedProjects, said: Locked<[String]> = Locked([]),
            _ body: @escaping @Sendable (PortClient) async throws -> Void
        ) async throws {
            try await servingOverPort(served, log: KeptLog(said: said)) { port in
                let client = HTTPClient(
                    eventLoopGroupProvider: .singleton,
                    configuration: .init(redirectConfiguration: .disallow))
                do {
                    try await body(PortClient(origin: "http://127.0.0.1:\(port)", client: client))
                } catch {
                    try await client.shutdown()
                    throw error
                }
                try await client.shutdown()
            }
        }

        /// Calls as somebody with a key, as ``TestServer/call(_:_:_:key:headers:)`` does.
        ///
        /// - Throws: Where no whole answer comes.
        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
            key: String? = "public", headers: [String: String] = [:]
        ) async throws -> TestServer.Reply {
            var request = HTTPClientRequest(url: origin + path)
            request.method = HTTPMethod(rawValue: method.rawValue)
            for field in TestServer.fields(key: key, headers) {
                request.headers.add(name: field.name.rawName, value: field.value)
            }
            if !body.isEmpty { request.body = .bytes(ByteBuffer(string: body)) }
            let answer = try await client.execute(request, timeout: .seconds(60))
            var fields: HTTPFields = [:]
            for (name, value) in answer.headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            let bytes = try await answer.body.collect(upTo: 64 << 20)
            return TestServer.Reply(
                status: Int(answer.status.code), headers: fields,
                body: Array(bytes.readableBytesView))
        }
    }

    /// A log that keeps what the server's own writes out: warnings and errors.
    private struct KeptLog: LogHandler {
        var logLevel = Logger.Level.warning
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        let said: Locked<[String]>

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            said.withLock { $0.append("\(event.message) \(all)") }
        }
    }
#endif
