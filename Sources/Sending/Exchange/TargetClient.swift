// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AsyncHTTPClient
    package import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix

    /// Sends requests to one host.
    @available(macOS 14, *)
    package struct TargetClient: Sendable {
        /// Scheme, host and port, without a slash at the end.
        package let base: String
        private let client: HTTPClient
        private let timeout: Int64

        /// Answers that are longer are no answers of a provider's.
        private static let longestBody = 64 << 20

        /// A client of one host.
        ///
        /// - Parameters:
        ///   - base: Scheme, host, port and what stands before every path.
        ///   - client: What sends; whoever made it shuts it down.
        ///   - timeout: How many milliseconds an answer may take.
        package init(base: URL, _ client: HTTPClient, timeout: Int64 = 30_000) {
            var text = base.absoluteString
            while text.hasSuffix("/") { text.removeLast() }
            self.base = text
            self.client = client
            self.timeout = timeout
        }

        /// What sends, set up for a provider's REST.
        ///
        /// - Parameters:
        ///   - connections: How many are open at once.
        ///   - patience: For how many milliseconds nothing may come of an answer: a request's own limit
        ///     ends with the head of the answer.
        /// - Returns: A client that the caller shuts down.
        package static func makeHTTPClient(
            connections: Int, patience: Int64 = 30_000
        ) -> HTTPClient {
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow, decompression: .disabled)
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
            // A request is sent again by the journal's rules alone.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.timeout.connect = .seconds(10)
            configuration.timeout.read = .milliseconds(patience)
            // Nobody looks at traces, and each call would make the attributes of one.
            configuration.tracing.tracer = nil
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        /// Calls `body` with a client of one host, which is closed afterwards.
        ///
        /// - Parameters:
        ///   - base: Scheme, host, port and what stands before every path.
        ///   - connections: How many are open at once.
        ///   - body: What sends.
        /// - Returns: What `body` returns.
        /// - Throws: What `body` throws, or why the client cannot be closed.
        package static func sending<Result>(
            to base: URL, connections: Int, _ body: (TargetClient) async throws -> Result
        ) async throws -> Result {
            let client = makeHTTPClient(connections: connections)
            do {
                let result = try await body(TargetClient(base: base, client))
                try await client.shutdown()
                return result
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        /// Sends a request, once.
        ///
        /// - Parameters:
        ///   - request: What is sent.
        ///   - authorization: Headers with a key, which stand in no journal.
        /// - Returns: The answer, or what is known of its lack.
        package func send(
            _ request: TargetRequest, authorization: [(name: String, value: String)]
        ) async -> Exchange {
            var outgoing = HTTPClientRequest(url: base + request.path)
            outgoing.method = HTTPMethod(rawValue: request.method)
            for header in request.headers + authorization {
                outgoing.headers.replaceOrAdd(name: header.name, value: header.value)
            }
            if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
            do {
                let answer = try await client.execute(
                    outgoing, timeout: .milliseconds(timeout))
                let body = try await answer.body.collect(upTo: TargetClient.longestBody)
                return .answered(
                    TargetAnswer(
                        Int(answer.status.code), headers: answer.headers,
                        body: Array(body.readableBytesView)))
            } catch {
                let reason = TargetClient.reason(error)
                return TargetClient.neverConnected(error)
                    ? .notSent(reason: reason) : .unknown(reason: reason)
            }
        }

        /// Whether an error says that no connection came about.
        private static func neverConnected(_ error: any Error) -> Bool {
            switch error {
            case let error as HTTPClientError:
                error == .connectTimeout || error == .getConnectionFromPoolTimeout
                    || error == .tlsHandshakeTimeout || error == .invalidURL || error == .emptyHost
            case let error as IOError: error.errnoCode == ECONNREFUSED
            default: error is NIOConnectionError || handshakeFailure(error) != nil
            }
        }

        /// Why no TLS came about, as of a host that speaks plain HTTP; nil for any other error.
        ///
        /// The error is one of a library that nobody here depends on, so its text is read.
        private static func handshakeFailure(_ error: any Error) -> String? {
            let text = "\(error)"
            guard String(reflecting: type(of: error)).hasPrefix("NIOSSL."),
                text.hasPrefix("handshakeFailed") || text.contains("failedToValidateHostname")
            else { return nil }
            let cause = text.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/).map { " (\($0.1))" }
            return "the TLS handshake failed\(cause ?? "")"
        }

        /// Why there is no answer, as the system says it where it does.
        private static func reason(_ error: any Error) -> String {
            switch error {
            case let error as IOError: String(cString: strerror(error.errnoCode))
            case let error as NIOConnectionError:
                (error.connectionErrors.first?.error ?? error.dnsAError ?? error.dnsAAAAError)
                    .map { TargetClient.reason($0) } ?? "\(error)"
            case let error as SocketAddressError.UnknownHost: "the host \(error.host) is unknown"
            case let error as HTTPClientError: error.shortDescription
            default: handshakeFailure(error) ?? "\(error)"
            }
        }
    }
#endif
