// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Logging
    import NIOCore
    import NIOHTTP1

    /// Stands before a server, hands every request on, and counts what arrives there.
    final class CountingProxy: Sendable {
        /// How far a request is when something happens.
        enum Moment: CaseIterable, Sendable {
            /// It has left the caller, and never arrives.
            case sent
            /// It is carried out, and its answer never arrives.
            case carriedOut
            /// Its answer is on its way, or has arrived.
            case answered
        }

        /// What is done at a moment of one request.
        private struct Deed {
            /// How many requests it is until that one.
            var requests: Int
            let moment: Moment
            let act: @Sendable () async -> Void
        }

        /// The caller has ended, so nobody gets an answer.
        private struct NobodyThere: Error {}

        /// Where it listens.
        let address: String
        private let running: Task<Void, any Error>
        private let counts: Locked<[String: Int]>
        private let underWay: Locked<Int>
        private let deed: Locked<Deed?>

        /// A proxy before a server.
        ///
        /// - Parameter target: The server's address.
        /// - Throws: What keeps it from starting.
        init(before target: String) async throws {
            let (counts, underWay) = (Locked<[String: Int]>([:]), Locked(0))
            let deed = Locked<Deed?>(nil)
            let responder = CallbackResponder<BasicRequestContext> { request, _ in
                let body = try await request.body.collect(upTo: 1 << 22)
                let (method, path) = (request.method.rawValue, request.head.path ?? "/")
                let headers = request.headers
                let due = CountingProxy.next(of: deed)
                underWay.withLock { $0 += 1 }
                // It goes on where the caller has ended.
                return try await Task {
                    defer { underWay.withLock { $0 -= 1 } }
                    if let due, due.moment == .sent {
                        await due.act()
                        throw NobodyThere()
                    }
                    let line = CountingProxy.line(method, path, Data(body.readableBytesView))
                    counts.withLock { $0[line, default: 0] += 1 }
                    let response = try await CountingProxy.handOn(
                        method, target + path, headers, body)
                    if let due, due.moment == .carriedOut {
                        await due.act()
                        throw NobodyThere()
                    }
                    if let due { Task { await due.act() } }
                    return response
                }.value
            }
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let (addresses, found) = AsyncStream.makeStream(of: String.self)
            let application = Application(
                responder: responder,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { found.yield("http://127.0.0.1:\($0.localAddress?.port ?? 0)") },
                logger: logger)
            running = Task { try await application.run() }
            var address = ""
            for await given in addresses {
                address = given
                break
            }
            self.address = address
            (self.counts, self.underWay, self.deed) = (counts, underWay, deed)
        }

        deinit { running.cancel() }

        /// Does something once, at a moment of the request of this number from now on, the first
        /// being 1.
        func at(_ moment: Moment, of request: Int, _ act: @escaping @Sendable () async -> Void) {
            deed.withLock { $0 = Deed(requests: request, moment: moment, act: act) }
        }

        /// Waits until nothing is on its way any more.
        func settle() async throws {
            var looks = 0
            while looks < 5 {
                try await Task.sleep(for: .milliseconds(10))
                looks = underWay.withLock { $0 } == 0 ? looks + 1 : 0
            }
        }

        /// How often each request has arrived that may change something, by ``line(_:_:_:)``.
        var changes: [String: Int] {
            counts.withLock { $0 }.filter { !$0.key.hasPrefix("GET ") }
        }

        /// A request in a line, with the members of its body in one order.
        static func line(_ method: String, _ path: String, _ body: Data) -> String {
            let object = try? JSONSerialization.jsonObject(with: body)
            let sorted = object.flatMap {
                try? JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys])
            }
            return "\(method) \(path) \(String(decoding: sorted ?? body, as: UTF8.self))"
        }

        // MARK: - Handing on

        /// The deed of the request that comes now, if it is the one.
        private static func next(of deed: Locked<Deed?>) -> Deed? {
            deed.withLock { deed in
                guard var due = deed else { return nil }
                due.requests -= 1
                deed = due.requests > 0 ? due : nil
                return due.requests > 0 ? nil : due
            }
        }

        /// Headers that each of the two connections has for itself.
        private static let own: Set = [
            "connection", "content-length", "date", "host", "transfer-encoding",
        ]

        private static func handOn(
            _ method: String, _ url: String, _ headers: HTTPFields, _ body: ByteBuffer
        ) async throws -> Response {
            var request = HTTPClientRequest(url: url)
            request.method = HTTPMethod(rawValue: method)
            for field in headers where !own.contains(field.name.canonicalName) {
                request.headers.add(name: field.name.rawName, value: field.value)
            }
            if body.readableBytes > 0 { request.body = .bytes(body) }
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            let bytes = try await answer.body.collect(upTo: 1 << 24)
            var fields = HTTPFields()
            for (name, value) in answer.headers {
                guard let name = HTTPField.Name(name), !own.contains(name.canonicalName) else {
                    continue
                }
                fields.append(HTTPField(name: name, value: value))
            }
            return Response(
                status: .init(code: Int(answer.status.code)), headers: fields,
                body: .init(byteBuffer: bytes))
        }
    }
#endif
