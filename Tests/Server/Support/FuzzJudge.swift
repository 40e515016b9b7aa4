// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymServer
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes

    /// Says which answers to calls at random are wrong, and remembers what later calls can use.
    final class FuzzJudge: Sendable {
        private struct State {
            var next = 0
            /// How many calls that close the project are under way, and how many have begun.
            var (closing, closings) = (0, 0)
            var cookie: String?
            var tokens: [String] = []
            var askedFaults = 0
            var failures: [String] = []
            var reached: Set<FuzzedRoute> = []
            var actions: Set<String> = []
        }

        /// How it was when a call began.
        struct Start {
            fileprivate let isClosing: Bool
            fileprivate let closings: Int
        }

        private let state = Locked(State())
        /// The provider's operations, the most literal paths first.
        private let operations: [(name: String, pattern: PathPattern, isServed: Bool)]

        /// A judge of a provider's project.
        init(of provider: String) {
            let known = EveryProvider.mappings.operations[provider]
            operations = (known?.operations ?? []).map { operation in
                (
                    name: operation.method.rawValue, pattern: PathPattern("\(operation.path)"),
                    isServed: known?.support(of: operation) != .absent
                )
            }.sorted { $0.pattern.literals > $1.pattern.literals }
        }

        /// The next number below a count; nil when all are taken.
        func next(below count: Int) -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                defer { state.next += 1 }
                return state.next
            }
        }

        /// The console's cookie, and the token of one of the purchases.
        func found(for number: Int) -> (cookie: String?, token: String?) {
            state.withLock { state in
                let tokens = state.tokens
                return (state.cookie, tokens.isEmpty ? nil : tokens[number % tokens.count])
            }
        }

        /// A call begins.
        func begin(_ call: FuzzedCall) -> Start {
            state.withLock { state in
                let start = Start(isClosing: state.closing > 0, closings: state.closings)
                if call.closesProject {
                    state.closing += 1
                    state.closings += 1
                }
                return start
            }
        }

        /// A call has been answered; what is wrong with that, nil where nothing is.
        func end(_ call: FuzzedCall, _ reply: TestServer.Reply, since start: Start) -> String? {
            remember(call, reply)
            let wasClosed = state.withLock { state in
                if call.closesProject { state.closing -= 1 }
                let own = call.closesProject ? 1 : 0
                return start.isClosing || state.closings - start.closings > own
            }
            guard FuzzJudge.isRead(reply) else { return "has a body that nobody reads" }
            switch reply.status {
            case ..<500: return nil
            case 501: return isAbsent(call) ? nil : "is answered as if it were not served"
            case 503 where wasClosed: return nil
            case 503 where call.isOfProvider:
                state.withLock { $0.failures.append("\(call)") }
                return nil
            default: return "fails"
            }
        }

        /// What failed, if more did than somebody had asked to.
        var failuresBeyondFaults: [String] {
            state.withLock { $0.failures.count <= $0.askedFaults ? [] : $0.failures }
        }

        /// The console's pages and forms that were answered by more than a refusal at the door.
        var reached: Set<FuzzedRoute> { state.withLock { $0.reached } }

        /// Where the forms on the pages that were seen go.
        var actions: Set<String> { state.withLock { $0.actions } }

        private func isAbsent(_ call: FuzzedCall) -> Bool {
            guard let path = Call(call.method, call.path)?.path else { return false }
            let operation = operations.first {
                $0.name == call.method.rawValue && $0.pattern.match(path) != nil
            }
            return operation?.isServed == false
        }

        private static func isRead(_ reply: TestServer.Reply) -> Bool {
            reply.body.isEmpty || reply.text == "ok\n" || reply.text.hasPrefix("<!DOCTYPE html>")
                || reply.text.hasPrefix("# HELP")
                || (try? JSONSerialization.jsonObject(with: Data(reply.body))) != nil
        }

        private func remember(_ call: FuzzedCall, _ reply: TestServer.Reply) {
            let token = call.target == "/allonym/v1/purchases" ? reply["token"] as? String : nil
            let page = reply.text.hasPrefix("<!DOCTYPE html>") ? reply.text : ""
            let actions = page.matches(of: #/<form method="post" action="([^"]*)"/#).map {
                String($0.output.1)
            }
            let isRefused =
                [401, 403, 405].contains(reply.status) || page.contains("There is no such page.")
            state.withLock { state in
                if let token, state.tokens.count < 50 { state.tokens.append(token) }
                if let cookie = reply.header("Set-Cookie") {
                    let value = String(cookie.prefix { $0 != ";" })
                    if !value.hasSuffix("=") {
                        state.cookie = value
                    } else if call.headers["Cookie"] == state.cookie {
                        state.cookie = nil
                    }
                }
                if reply.status == 204 { state.askedFaults += call.askedFaults }
                if let route = call.route, route.isOfConsole, !isRefused {
                    state.reached.insert(route)
                }
                state.actions.formUnion(actions)
            }
        }
    }

    extension FuzzedCall {
        /// Whether it goes neither to the console nor to the control API, which no fault is for.
        fileprivate var isOfProvider: Bool {
            !target.hasPrefix("/allonym") && (target != "/" || method != .get)
        }
    }
#endif
