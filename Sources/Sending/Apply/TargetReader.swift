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
            _ reading: CallReading?, _ form: SentForm, _ tries: inout Int
        ) async throws -> Found? {
            guard let reading, let headers = form.reading else { return nil }
            while true {
                do {
                    try await pace.turns(of: form.readingLimit).next(unless: { stop.isSet })
                } catch is CancellationError {
                    throw CallSender.Halt()
                }
                let text: String
                var wait: Duration?
                var isReached = false
                guard
                    let exchange = await send(
                        form.request(reading), headers.authorization(for: []), .reading, form)
                else { throw CallSender.Halt() }
                switch exchange {
                case .notSent(let reason), .unknown(let reason): text = reason
                case .answered(let answer):
                    text = answer.text(without: keys)
                    switch answer.status {
                    case 200..<300:
                        return reading.compare(answer.body).map {
                            Found(finding: $0, answer: answer)
                        }
                    case 404, 410: return Found(finding: .absent, answer: answer)
                    default:
                        switch rules.verdict(answer, of: "") {
                        case .later(let time, _): (wait, isReached) = (time, true)
                        case .unknown(let time): wait = time
                        case .keyRefused:
                            refuseKey(headers, text)
                            throw CallSender.Halt()
                        default: return nil
                        }
                    }
                }
                try await pause(&tries, text, wait, form.readingLimit, isReached: isReached)
            }
        }

        /// Sends a request when there is room for it, and notes whether the target answers.
        ///
        /// - Returns: Nil where the run has ended before it was sent, or ends since the target is
        ///   elsewhere.
        func send(
            _ request: TargetRequest, _ authorization: [(name: String, value: String)],
            _ kind: SentKind, _ form: SentForm
        ) async -> Exchange? {
            let turns = pace.turns(of: form.limit(of: kind))
            return await slots.taking {
                do {
                    let isProbe = try await outage.enter(unless: { stop.isSet })
                    defer { if isProbe { outage.leave() } }
                    try await turns.begin(unless: { stop.isSet })
                    // The run may have ended while it waited for the journal.
                    if stop.isSet { return nil }
                    sent(kind)
                    let exchange = await client.send(request, authorization: authorization)
                    if case .answered(let answer) = exchange {
                        turns.heed(answer, rules.limitHeaders)
                    }
                    let failures = outage.note(exchange, isProbe: isProbe, options)
                    if failures > options.mostTries {
                        stop.set(.unreachable(exchange.text(without: keys)))
                    }
                    if case .answered(let answer) = exchange,
                        let location = answer.redirection
                    {
                        stop.set(
                            .redirected(answer.status, location: keys.redacted(location)))
                        return nil
                    }
                    return exchange
                } catch {
                    return nil
                }
            }
        }

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
