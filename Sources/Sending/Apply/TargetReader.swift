// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// Reads at the target what is there, and waits where the target, or the network, asks for it.
    @available(macOS 14, *)
    final class TargetReader: Sendable {
        let pace: PaceBook
        let options: ApplicationOptions
        let keys: [String: SecretKey]
        let rules: AnswerRules
        let stop: StopSignal
        private let client: TargetClient
        /// What is on its way at once.
        private let slots: Slots
        /// Whether the target answers at all.
        private let outage = Outage()
        /// Told of every request that leaves, and of every pause.
        private let sent: @Sendable (SentKind) -> Void

        init(
            _ application: Application, _ stop: StopSignal, _ pace: PaceBook,
            sent: @escaping @Sendable (SentKind) -> Void = { _ in }
        ) {
            (client, rules) = (application.client, application.rules)
            (options, keys) = (application.options, application.keys)
            (self.stop, self.pace, self.sent) = (stop, pace, sent)
            slots = Slots(max(1, application.options.concurrency))
        }

        /// What is counted.
        enum SentKind: Sendable {
            case call, reading
            case pause(reason: String)
        }

        /// What reading a call back has found.
        struct Found: Sendable {
            let finding: CallReading.Finding
            let answer: TargetAnswer
        }

        /// Reads a call back; nil where nothing does, or the answer says nothing.
        func find(
            _ reading: CallReading?, _ form: SentForm, of call: PlannedCall, _ tries: inout Int
        ) async throws -> Found? {
            guard let reading, let headers = form.reading else { return nil }
            let answer = try await read(
                form.request(reading), headers, form.readingLimit, of: call, &tries)
            guard (200..<300).contains(answer.status) else {
                return TargetReader.isGone(answer) ? Found(finding: .absent, answer: answer) : nil
            }
            return reading.compare(answer.body).map { Found(finding: $0, answer: answer) }
        }

        /// Whether an answer says that there is no such thing.
        static func isGone(_ answer: TargetAnswer) -> Bool {
            answer.status == 404 || answer.status == 410
        }

        /// Reads something: asks again until an answer comes that says something of it, if only that
        /// it is refused.
        func read(
            _ request: TargetRequest, _ headers: FilledHeaders, _ limit: String?,
            of call: PlannedCall, _ tries: inout Int
        ) async throws -> TargetAnswer {
            while true {
                do {
                    try await pace.turns(of: limit).next(unless: { stop.isSet })
                } catch is CancellationError {
                    throw CallSender.Halt()
                }
                let text: String
                var wait: Duration?
                var isReached = false
                guard
                    let exchange = await send(
                        request, headers.authorization(for: []), .reading, limit,
                        Asker(call: call.number, isFirst: tries == 0))
                else { throw CallSender.Halt() }
                switch exchange {
                case .notSent(let reason), .unknown(let reason): text = reason
                case .answered(let answer):
                    if (200..<300).contains(answer.status) || TargetReader.isGone(answer) {
                        return answer
                    }
                    text = answer.text(without: keys)
                    switch rules.verdict(answer, of: "") {
                    case .later(let time, _): (wait, isReached) = (time, true)
                    case .unknown(let time): wait = time
                    case .keyRefused:
                        refuseKey(headers, text)
                        throw CallSender.Halt()
                    default: return answer
                    }
                }
                try await pause(&tries, text, wait, limit, isReached: isReached)
            }
        }

        /// Sends a request when there is room for it, and notes whether the target answers.
        ///
        /// - Returns: Nil where the run has ended before it was sent, or ends since the target is
        ///   elsewhere.
        func send(
            _ request: TargetRequest, _ authorization: [(name: String, value: String)],
            _ kind: SentKind, _ limit: String?, _ asker: Asker
        ) async -> Exchange? {
            let turns = pace.turns(of: limit)
            while true {
                // Outside of the room for requests, which who tries next has to get.
                guard
                    let isProbe = try? await outage.enter(asker.call, unless: { stop.isSet })
                else { return nil }
                defer { if isProbe { outage.leave() } }
                let sent: Sent = await slots.taking {
                    // The target may have failed meanwhile.
                    if !isProbe, outage.isOn { return .held }
                    guard (try? await turns.begin(unless: { stop.isSet })) != nil else {
                        return .ended
                    }
                    // The run may have ended while it waited for the journal.
                    if stop.isSet { return .ended }
                    self.sent(kind)
                    let exchange = await client.send(request, authorization: authorization)
                    if case .answered(let answer) = exchange {
                        turns.heed(answer, rules.limitHeaders)
                    }
                    let failures = outage.note(exchange, of: asker, isProbe: isProbe, options)
                    if failures > options.mostTries {
                        stop.set(.unreachable(exchange.text(without: keys)))
                    }
                    if case .answered(let answer) = exchange,
                        let location = answer.redirection
                    {
                        stop.set(
                            .redirected(answer.status, location: keys.redacted(location)))
                        return .ended
                    }
                    return .through(exchange)
                }
                switch sent {
                case .held: continue
                case .ended: return nil
                case .through(let exchange): return exchange
                }
            }
        }

        /// What has become of a request.
        private enum Sent {
            /// The target does not answer, so it was not sent yet.
            case held
            /// The run ends.
            case ended
            case through(Exchange)
        }

        /// A call sends nothing any more.
        func end(_ call: PlannedCall) { outage.end(call.number) }

        /// Ends the run, since the target does not take a key.
        func refuseKey(_ headers: FilledHeaders, _ answer: String) {
            stop.set(
                .keyRefused(keys.described(headers.keys), answer: keys.redacted(answer)))
        }

        /// Waits before the next try, for all calls under the same limits; after too many tries the run
        /// ends.
        ///
        /// - Parameters:
        ///   - tries: How often it was tried.
        ///   - reason: What came of it.
        ///   - wait: How long the target asks to wait.
        ///   - limits: The limits.
        ///   - isReached: Whether the target has said that it is to be asked later.
        /// - Throws: ``CallSender/Halt`` where the run ends.
        func pause(
            _ tries: inout Int, _ reason: String, _ wait: Duration?, _ limits: String?...,
            isReached: Bool = false
        ) async throws {
            tries += 1
            guard tries <= options.mostTries else {
                let reason = keys.redacted(reason)
                stop.set(isReached ? .throttled(reason) : .unreachable(reason))
                throw CallSender.Halt()
            }
            if stop.isSet { throw CallSender.Halt() }
            for limit in limits {
                pace.turns(of: limit).hold(for: options.pause(after: tries, asked: wait))
            }
            sent(.pause(reason: keys.redacted(reason)))
        }
    }
#endif
