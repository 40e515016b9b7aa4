// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMappings
    import AllonymSimulation
    import AsyncHTTPClient
    import Foundation
    package import Hummingbird
    package import Logging
    import HTTPTypes
    import NIOCore
    import ServiceLifecycle
    import UnixSignals

    /// The HTTP server: reads requests within limits, hands them to the gate, writes the answers.
    @available(macOS 14, iOS 17, *)
    package struct AllonymServer: Sendable {
        /// Where it listens.
        package let host: String
        package let port: Int
        private let projects: ServedProjects
        private let profiles: [String: DeliveryProfile]
        private let logger: Logger
        private let requestSeconds: Int64
        private let mostConnections: Int
        private let bodies: BodyBudget
        private let listening: @Sendable (_ address: String) -> Void

        /// The most bytes of a body that are read.
        package static let largestBody = 4 << 20
        /// The most of one whose caller has no key of any project, so that nobody fills the memory.
        package static let largestBodyOfStrangers = 64 << 10
        /// The most connections at once; further ones wait until one is closed.
        package static let mostConnections = 1_024
        /// The most bytes of all bodies that are in memory at once; whoever sends more is told to come
        /// again.
        ///
        /// Without it every connection with a key could hold ``largestBody``: 4 GB of them.
        package static let mostBodies = 256 << 20
        /// How long the tries of webhooks that are on their way are waited for at the end; what is cut
        /// off then is tried again after the next start.
        private static let drain = Duration.seconds(10)

        /// A server.
        ///
        /// - Parameters:
        ///   - host: The address to listen at.
        ///   - port: The port; 0 for any that is free.
        ///   - projects: What is served.
        ///   - profiles: How each provider delivers webhooks.
        ///   - requestSeconds: How long a request may take to come in.
        ///   - mostConnections: How many connections are taken at once.
        ///   - bodies: How many bytes of bodies are held at once.
        ///   - logger: Told what the server does; it is never told keys, IDs or bodies.
        ///   - listening: Told the address once it listens.
        package init(
            host: String, port: Int, projects: ServedProjects,
            profiles: [String: DeliveryProfile], requestSeconds: Int64 = 60,
            mostConnections: Int = AllonymServer.mostConnections,
            bodies: BodyBudget = BodyBudget(AllonymServer.mostBodies), logger: Logger,
            listening: @escaping @Sendable (_ address: String) -> Void
        ) {
            self.host = host
            self.port = port
            self.projects = projects
            self.profiles = profiles
            self.requestSeconds = requestSeconds
            self.mostConnections = mostConnections
            self.bodies = bodies
            self.logger = logger
            self.listening = listening
        }

        /// Serves until the process is told to end; what is being answered then is answered, and the
        /// webhooks that are being sent are waited for.
        package func run() async throws {
            do {
                let client = HTTPClient(
                    eventLoopGroupProvider: .singleton,
                    configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))
                let (added, add) = AsyncStream.makeStream(of: HostedProject.self)
                projects.onAdded { add.yield($0) }
                let result = await withTaskGroup(of: Void.self) { group in
                    group.addTask { await deliver(added, with: client) }
                    var result = Result<Void, any Error>.success(())
                    do {
                        try await serve(until: [.sigterm, .sigint])
                        add.finish()
                        group.addTask { try? await Task.sleep(for: AllonymServer.drain) }
                        _ = await group.next()
                    } catch {
                        result = .failure(error)
                    }
                    group.cancelAll()
                    return result
                }
                try await client.shutdown()
                try result.get()
            } catch {
                if let fault = AddressFault(error, host, port) { throw fault }
                throw error
            }
        }

        /// Answers calls until the process is sent a signal, or the task is cancelled.
        ///
        /// Who is cancelled shuts down as one who is told to: a connection that has just been taken is
        /// answered, as NIO ends the process where one is dropped that nobody has looked at.
        func serve(until signals: [UnixSignal]) async throws {
            let group = ServiceGroup(
                services: [application], gracefulShutdownSignals: signals, logger: logger)
            let serving = Task { try await group.run() }
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                Task { await group.triggerGracefulShutdown() }
            }
        }

        /// Delivers the webhooks of every project, of those too that are added meanwhile, until no more
        /// can be added and what is on its way has ended, or the task is cancelled.
        private func deliver(
            _ added: AsyncStream<HostedProject>, with client: HTTPClient
        ) async {
            await withDiscardingTaskGroup { group in
                var deliverers: [Deliverer] = []
                for await hosted in added {
                    let deliverer = Deliverer(hosted.project, profiles, client)
                    deliverers.append(deliverer)
                    group.addTask { await deliverer.run() }
                }
                for deliverer in deliverers { deliverer.stop() }
            }
        }

        /// The application, for tests that drive it themselves.
        package var application: some ApplicationProtocol {
            let (host, listening, requestSeconds) = (host, listening, requestSeconds)
            let gate = Gate(projects) { [logger] message in logger.error("\(message)") }
            let address = Locked(AllonymServer.address(host, port))
            let responder = CallbackResponder<BasicRequestContext> { [bodies] request, _ in
                AllonymServer.response(
                    await AllonymServer.answer(
                        request, at: address.withLock { $0 }, gate, bodies), request)
            }
            return Application(
                responder: responder,
                server: .http1(
                    configuration: .init(
                        additionalChannelHandlers: [
                            RequestDeadline(.seconds(requestSeconds)),
                            UnreadableRequest(gate.refuse),
                        ],
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: Gate.longestPath, maxHeaderListSize: 64 << 10,
                            maxHeaderFieldCount: 100))),
                configuration: ApplicationConfiguration(
                    address: .hostname(host, port: port), serverName: "allonym",
                    availableConnectionsDelegate: .maximum(mostConnections, logger: logger)),
                onServerRunning: { channel in
                    let found = AllonymServer.address(host, channel.localAddress?.port ?? 0)
                    address.withLock { $0 = found }
                    listening(found)
                },
                logger: logger)
        }

        /// Where a server listens, as it is called: a host of IPv6 stands in brackets.
        package static func address(_ host: String, _ port: Int) -> String {
            "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }

        private static func answer(
            _ request: Request, at address: String, _ gate: Gate, _ bodies: BodyBudget
        ) async -> Answer {
            let (method, target) = (request.head.method, request.head.path ?? "/")
            var unread: Call { Call(unread: method, target, headers: request.headers) }
            var body: [UInt8] = []
            // The body is in memory until its call is answered, or cut off.
            var share = BodyBudget.Share(of: bodies)
            defer { share.giveBack() }
            if hasBody(request) {
                let isKnown = gate.knowsCaller(of: unread)
                do {
                    for try await part in request.body {
                        let count = part.readableBytes
                        guard count <= (isKnown ? largestBody : largestBodyOfStrangers) - body.count
                        else { return gate.refuse(isKnown ? .tooLarge : .unknownKey, unread) }
                        guard share.take(count) else { return tooMany(gate, unread) }
                        body.append(contentsOf: part.readableBytesView)
                    }
                } catch {
                    return gate.refuse(.malformed("The body cannot be read."), unread)
                }
            }
            return await gate.answer(
                method, target, headers: request.headers, body: body,
                to: request.head.authority, at: address)
        }

        /// What is said where there is no room for a body: the provider's words for a passing fault.
        private static func tooMany(_ gate: Gate, _ call: Call) -> Answer {
            var answer = gate.refuse(
                .unavailable("Too many bodies are being read at once."), call)
            if answer.headers[.retryAfter] == nil { answer.headers[.retryAfter] = "1" }
            return answer
        }

        /// Whether a body follows, or may: most calls that read have none, and need not wait for it.
        private static func hasBody(_ request: Request) -> Bool {
            let fields = request.head.headerFields
            if fields[.transferEncoding] != nil { return true }
            guard let length = fields[.contentLength] else { return false }
            return length != "0"
        }

        private static func response(_ answer: Answer, _ request: Request) -> Response {
            var body = ResponseBody()
            if request.method == .head {
                // As long as it would be, and nothing of it.
                body = .init(contentLength: answer.body.count) { try await $0.finish(nil) }
            } else if !answer.body.isEmpty {
                body = .init(byteBuffer: ByteBuffer(bytes: answer.body))
            }
            return Response(status: answer.status, headers: answer.headers, body: body)
        }
    }
#endif
