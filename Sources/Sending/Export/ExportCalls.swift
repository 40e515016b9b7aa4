// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymSimulation
    import NIOHTTP1

    /// Makes an export's calls: each waits for its turn, and is made again where that can help.
    @available(macOS 14, *)
    struct ExportCalls: Sendable {
        /// What a call about a customer came to.
        enum Outcome: Sendable {
            case read(ExportAnswer)
            /// There is no such customer, or not any more.
            case gone(status: Int)
            /// The provider refuses it.
            case refused(status: Int, says: String)
        }

        private let source: ExportSource
        private let client: TargetClient
        private let turns: ExportTurns
        private let pauses: [Duration]
        private let teller: ExportTeller
        /// How many calls were made.
        let made = Locked(0)

        /// No pause that is asked for is longer; the export stops instead.
        private static let longestPause = Duration.seconds(900)
        /// A call is put off so often at most.
        private static let mostDelays = 50

        init(
            _ source: ExportSource, _ client: TargetClient, _ turns: ExportTurns,
            pauses: [Duration], _ teller: ExportTeller
        ) {
            self.source = source
            self.client = client
            self.turns = turns
            self.pauses = pauses
            self.teller = teller
        }

        /// Makes a call that nothing can go on without.
        ///
        /// - Throws: ``ExportFault``, or `CancellationError`.
        func answer(_ call: ProviderExport.Call, at path: String) async throws -> ExportAnswer {
            switch try await outcome(call, at: path) {
            case .read(let answer): return answer
            case .gone(let status): throw refusal(path, status)
            case .refused(let status, let says): throw refusal(path, status, says)
            }
        }

        private func refusal(_ path: String, _ status: Int, _ says: String = "") -> ExportFault {
            .refused(path: path, status: status, says: says, hasProject: source.project != nil)
        }

        /// Makes a call.
        ///
        /// - Throws: ``ExportFault``, or `CancellationError`.
        func outcome(_ call: ProviderExport.Call, at path: String) async throws -> Outcome {
            let answer = try await send(TargetRequest("GET", path), turns.turns(of: call))
            switch answer.status {
            case 200..<300: return .read(try ExportAnswer(answer.body, to: path, call, source))
            case 401, 403:
                throw ExportFault.key(
                    path: path, status: answer.status, says: words(of: answer))
            case 404, 410: return .gone(status: answer.status)
            default:
                return .refused(status: answer.status, says: words(of: answer))
            }
        }

        /// Sends a request until there is an answer that another try would not change.
        private func send(
            _ request: TargetRequest, _ turns: Turns
        ) async throws -> TargetAnswer {
            var (failures, delays) = (0, 0)
            while true {
                try await turns.next()
                try await turns.begin()
                made.withLock { $0 += 1 }
                let exchange = await client.send(request, authorization: source.authorization)
                try Task.checkCancellation()
                let reason: String
                var advice = ""
                var asked: Duration?
                switch exchange {
                case .answered(let answer):
                    turns.heed(answer, source.limitHeaders)
                    guard ExportCalls.isPassing(answer.status) else {
                        teller.tellAnswer()
                        return answer
                    }
                    reason = "answered \(answer.status)"
                    asked = pause(of: answer)
                case .notSent(let why), .unknown(let why):
                    reason = "no answer: \(why)"
                    advice = "; check --from-url"
                }
                if var asked {
                    // Who asks for no pause would be asked again at once.
                    if asked == .zero, let last = pauses.last {
                        asked = delays < pauses.count ? pauses[delays] : last
                    }
                    delays += 1
                    guard asked <= ExportCalls.longestPause, delays <= ExportCalls.mostDelays else {
                        throw ExportFault.unavailable(
                            path: request.path,
                            reason: "\(reason) \(delays.of("time")); it asks to wait "
                                + Int(asked.components.seconds).of("second"))
                    }
                    teller.tell(reason, pause: asked)
                    turns.hold(for: asked)
                } else {
                    guard failures < pauses.count else {
                        throw ExportFault.unavailable(
                            path: request.path,
                            reason: "\(reason), \((failures + 1).of("time"))\(advice)")
                    }
                    teller.tell(reason, pause: pauses[failures])
                    try await Task.sleep(for: pauses[failures])
                    failures += 1
                }
            }
        }

        /// Whether the same call may be answered otherwise later.
        private static func isPassing(_ status: Int) -> Bool {
            switch status {
            case 408, 423, 425, 429, 500...: true
            default: false
            }
        }

        /// How long the provider asks to wait; nil where it does not say.
        private func pause(of answer: TargetAnswer) -> Duration? {
            if let seconds = answer.headers.first(name: "Retry-After").flatMap({ Int($0) }) {
                return .seconds(max(0, min(seconds, 1 << 30)))
            }
            guard let name = source.export.pause,
                case .object(let members)? = try? JSONValue(parsing: answer.body),
                case .number(let milliseconds)? = members[name], milliseconds >= 0
            else { return nil }
            return .milliseconds(Int64(min(milliseconds, 1e12)))
        }

        /// What a refusal says, without the key, shortened.
        private func words(of answer: TargetAnswer) -> String {
            func text(_ value: JSONValue?) -> String? {
                switch value {
                case .string(let text): text
                case .object(let members): text(members["message"]) ?? text(members["error"])
                default: nil
                }
            }
            let said = (try? JSONValue(parsing: answer.body)).flatMap(text)
            // Before it is shortened, which could leave a part of the key.
            return String(source.redacted(said ?? "").prefix(200))
        }
    }
#endif
