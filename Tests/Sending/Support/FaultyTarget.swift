// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymMigration
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Logging
    import NIOCore

    /// A server of one project on a port of this machine, with a network before it that misbehaves as
    /// told.
    final class FaultyTarget: Sendable {
        /// What the network does with a request.
        enum Mishap: Sendable {
            case none
            /// The request arrives, and the connection is cut before the answer.
            case cutAfter
            /// The connection is cut before the request arrives.
            case cutBefore
            /// The request arrives, and the answer comes too late.
            case late
            /// The request arrives, and the answer begins and does not go on.
            case stalls
            /// The request arrives twice, as from a proxy that repeats it.
            case twice
            /// The target answers for itself, and does nothing.
            case answer(Int, headers: [String: String])
            /// The request arrives, and the answer is another.
            case done(Int)
            /// The request arrives, and the answer has more headers.
            case noted(headers: [String: String])
            /// Somebody does something at the target, and then the request arrives.
            case meanwhile(@Sendable (TargetVisitor) async -> Void)

            fileprivate var isNone: Bool { if case .none = self { true } else { false } }
        }

        /// A request as it has come to the network, and what the project said each time that it
        /// arrived there.
        struct Request: Sendable {
            /// Its method and path.
            let line: String
            let body: [UInt8]
            /// Whether something became of it on its way.
            fileprivate(set) var isStruck = false
            /// What the project said, once for each arrival.
            fileprivate(set) var answers: [Answer] = []

            /// Its method, path and body, which tell it from others.
            var text: String { "\(line) \(String(decoding: body, as: UTF8.self))" }
        }

        private struct Cut: Error {}

        /// The address.
        let address: String
        /// Whoever asks the project without a network between.
        let visitor: TargetVisitor
        private let running: Task<Void, any Error>
        /// The requests, in the order in which they have come.
        private let all: Locked<[Request]>

        /// The keys of the project.
        static let keys = ["public": "pk_faulty", "secret": "sk_faulty"]

        /// Begins a project with what the stores know of a plan, and serves it.
        ///
        /// - Parameters:
        ///   - rehearsal: What the stores know.
        ///   - mishap: What becomes of each request, by its number from 0 and its method and path.
        /// - Throws: What keeps it from starting.
        init(
            _ rehearsal: Rehearsal,
            mishap: @escaping @Sendable (Int, String) -> Mishap = { _, _ in .none }
        ) async throws {
            var file = ProjectFile(name: "test", provider: rehearsal.provider)
            file.publicKeys = ["pk_faulty"]
            file.secretKeys = ["sk_faulty"]
            file.adminKeys = ["ak_faulty"]
            var endpoint = Endpoint(
                id: "hook", url: "http://127.0.0.1:9/", form: rehearsal.provider,
                allowLoopback: true, created: 0)
            // Calls to Purchasely that take others back are signed with it.
            endpoint.secret = "sk_faulty"
            if rehearsal.provider == "purchasely" { file.webhooks = [endpoint] }
            for (name, value) in rehearsal.settings {
                file.settings["\(rehearsal.provider).\(name)"] = value
            }
            file.products = rehearsal.products.map { product in
                var configured = ConfiguredProduct(
                    product.id, product.kind ?? .subscription, created: nil)
                configured.period = product.period
                configured.entitlements = product.entitlements
                return configured
            }
            file.entitlements = rehearsal.entitlements
            let at = Date(timeIntervalSince1970: Double(rehearsal.at ?? 1_767_268_800_000) / 1_000)
            let (hosted, _) = try HostedProject.open(
                file, in: MemoryJournal(), EveryProvider.mappings, clock: ProjectClock(frozen: at),
                beginning: FaultyTarget.beginning(rehearsal))
            try await hosted.project.begin()
            let gate = Gate(ServedProjects([hosted], EveryProvider.mappings)) { _ in }
            let visitor = TargetVisitor(gate)
            let all = Locked<[Request]>([])
            let (addresses, found) = AsyncStream.makeStream(of: String.self)
            let responder = CallbackResponder<BasicRequestContext> { request, _ in
                let body = try await Array(request.body.collect(upTo: 1 << 22).readableBytesView)
                let line = "\(request.method) \(request.head.path ?? "")"
                let number = all.withLock { all in
                    all.append(Request(line: line, body: body))
                    return all.count - 1
                }
                let mishap = mishap(number, line)
                all.withLock { $0[number].isStruck = !mishap.isNone }
                @Sendable func carryOut() async -> Answer {
                    guard
                        let call = Call(
                            request.method, request.head.path ?? "/",
                            headers: request.headers, body: body)
                    else { return Answer(.badRequest) }
                    let answer = await gate.answer(call)
                    all.withLock { $0[number].answers.append(answer) }
                    return answer
                }
                let cut = Response(
                    status: .ok, headers: [.contentLength: "1000"],
                    body: .init { _ in throw Cut() })
                switch mishap {
                case .none: return FaultyTarget.response(await carryOut())
                case .cutBefore: return cut
                case .cutAfter:
                    _ = await carryOut()
                    return cut
                case .late:
                    let answer = await carryOut()
                    // Longer than anybody waits who is to find it late.
                    try await Task.sleep(for: .seconds(8))
                    return FaultyTarget.response(answer)
                case .stalls:
                    _ = await carryOut()
                    return Response(
                        status: .ok, headers: [.contentLength: "1000"],
                        body: .init { writer in
                            try await writer.write(ByteBuffer(string: "{"))
                            try await Task.sleep(for: .seconds(8))
                            throw Cut()
                        })
                case .twice:
                    _ = await carryOut()
                    return FaultyTarget.response(await carryOut())
                case .answer(let status, let headers):
                    var fields = HTTPFields()
                    for (name, value) in headers {
                        if let name = HTTPField.Name(name) { fields[name] = value }
                    }
                    return Response(status: .init(code: status), headers: fields)
                case .done(let status):
                    _ = await carryOut()
                    return Response(status: .init(code: status))
                case .noted(let headers):
                    var answer = await carryOut()
                    for (name, value) in headers {
                        if let name = HTTPField.Name(name) { answer.headers[name] = value }
                    }
                    return FaultyTarget.response(answer)
                case .meanwhile(let happen):
                    await happen(visitor)
                    return FaultyTarget.response(await carryOut())
                }
            }
            var logger = Logger(label: "test")
            logger.logLevel = .critical
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
            (self.visitor, self.all) = (visitor, all)
        }

        deinit { running.cancel() }

        private static func response(_ answer: Answer) -> Response {
            Response(
                status: answer.status, headers: answer.headers,
                body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
        }

        private static func beginning(_ rehearsal: Rehearsal) -> ProjectBeginning {
            func date(_ milliseconds: Int64?) -> Date? {
                milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
            }
            var beginning = ProjectBeginning()
            beginning.purchases = rehearsal.purchases.map { purchase in
                var found = ProjectBeginning.Purchase(
                    purchase.product, of: StoreAccount(purchase.store, purchase.account),
                    purchase.state)
                (found.began, found.ends) = (date(purchase.began), date(purchase.ends))
                found.graceEnds = date(purchase.graceEnds)
                found.transaction = purchase.transaction
                found.tokens = purchase.tokens
                return found
            }
            return beginning
        }

        // MARK: - Asking

        /// The requests, in the order in which they have come, arrived or not.
        var requests: [Request] { all.withLock { $0 } }

        /// The requests that came to be carried out and were answered with 2xx, and how often.
        var done: [String: Int] {
            requests.reduce(into: [:]) { done, request in
                let good = request.answers.count { (200..<300).contains($0.status.code) }
                if good > 0 { done[request.line, default: 0] += good }
            }
        }

        /// How often requests came to be carried out.
        var count: Int { requests.reduce(0) { $0 + $1.answers.count } }

        /// What the project answers to a call, without a network between.
        func answer(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
            key: String = "sk_faulty"
        ) async -> (status: Int, body: String) {
            await visitor.answer(method, path, body, key: key)
        }
    }
#endif
