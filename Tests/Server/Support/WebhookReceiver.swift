// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Logging
    import NIOCore

    /// A receiver of webhooks on this machine: it keeps what comes, and answers as it is told.
    final class WebhookReceiver: Sendable {
        /// A request as it came.
        struct Received: Sendable {
            let headers: HTTPFields
            let body: [UInt8]

            func header(_ name: String) -> String? {
                HTTPField.Name(name).flatMap { headers[$0] }
            }

            /// The body as an object; empty where it is none.
            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
            }

            /// The text at a path of members, such as `event.id`.
            func text(_ path: String) -> String? {
                path.split(separator: ".").reduce(object as Any?) { value, name in
                    (value as? [String: Any])?[String(name)]
                } as? String
            }

            /// As somebody saves it: raw HTTP.
            var saved: [UInt8] {
                let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
                return Array("POST /hook HTTP/1.1\r\n\(lines)\r\n".utf8) + body
            }
        }

        private struct State {
            var received: [Received] = []
            var answers: [Int] = []
            var otherwise = 200
            /// Requests that wait for their answers; nil where none is held back.
            var held: [CheckedContinuation<Void, Never>]?
            /// How many more are held back.
            var toHold = 0
            /// Whether what is held back is only the end of an answer.
            var begins = false
        }

        private let state = Locked(State())
        let port: Int

        private init(port: Int) { self.port = port }

        /// Where it is.
        var url: String { "http://127.0.0.1:\(port)/hook" }

        /// What came, in order.
        var received: [Received] { state.withLock { $0.received } }

        /// Answers the next requests with these statuses, and all after them with another.
        func answer(_ statuses: [Int] = [], then otherwise: Int = 200) {
            state.withLock { state in
                state.answers = statuses
                state.otherwise = otherwise
            }
        }

        /// Holds back the next answers, or every answer, until ``release()``; or only their ends.
        func hold(next count: Int = .max, afterBeginning begins: Bool = false) {
            state.withLock { state in
                state.held = []
                state.toHold = count
                state.begins = begins
            }
        }

        /// Answers what was held back, and all that comes.
        func release() {
            let held = state.withLock { state in
                defer { state.held = nil }
                return state.held ?? []
            }
            for request in held { request.resume() }
        }

        private func waitForRelease() async {
            await withCheckedContinuation { (request: CheckedContinuation<Void, Never>) in
                let isHeld = state.withLock { state in
                    guard state.held != nil, state.toHold > 0 else { return false }
                    state.held?.append(request)
                    state.toHold -= 1
                    return true
                }
                if !isHeld { request.resume() }
            }
        }

        /// Returns once so many have come, or after a minute.
        func receive(_ count: Int) async throws {
            for _ in 0..<6_000 where received.count < count {
                try await Task.sleep(for: .milliseconds(10))
            }
        }

        /// Forgets what came.
        func forget() { state.withLock { $0.received = [] } }

        private func take(_ request: Received) -> Int {
            state.withLock { state in
                state.received.append(request)
                return state.answers.isEmpty ? state.otherwise : state.answers.removeFirst()
            }
        }

        /// Runs a receiver for as long as a test needs it.
        static func running<Result: Sendable>(
            _ body: @Sendable (WebhookReceiver) async throws -> Result
        ) async throws -> Result {
            let running = Locked<WebhookReceiver?>(nil)
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let application = Application(
                responder: CallbackResponder<BasicRequestContext> { request, _ in
                    let body = try await request.body.collect(upTo: 1 << 20)
                    let receiver = running.withLock { $0 }
                    let status = receiver?.take(
                        Received(
                            headers: request.headers, body: Array(body.readableBytesView)))
                    if receiver?.state.withLock({ $0.begins }) == true {
                        let body = ResponseBody(contentLength: 4) { writer in
                            try await writer.write(ByteBuffer(string: "be"))
                            await receiver?.waitForRelease()
                            try await writer.write(ByteBuffer(string: "en"))
                            try await writer.finish(nil)
                        }
                        return Response(status: .init(code: status ?? 503), body: body)
                    }
                    await receiver?.waitForRelease()
                    return Response(
                        status: .init(code: status ?? 503),
                        headers: status == 302 ? [.location: "/elsewhere"] : [:])
                },
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
                logger: Logger(label: "receiver") { _ in SwiftLogNoOpLogHandler() })
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await application.runService(gracefulShutdownSignals: [])
                    port.finish()
                }
                var iterator = ports.makeAsyncIterator()
                let receiver = WebhookReceiver(port: await iterator.next() ?? 0)
                running.withLock { $0 = receiver }
                let result = Swift.Result<Result, any Error>.success(try await body(receiver))
                group.cancelAll()
                return try result.get()
            }
        }
    }
#endif
