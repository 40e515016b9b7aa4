// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSimulation

    /// Makes one call: writes down that it will be sent, sends it, and finds out what became of it.
    ///
    /// A call whose answer was lost is read back before it is sent again; where nothing reads it back
    /// it is sent again only if that does no harm by the documents, or if it was asked for.
    @available(macOS 14, *)
    final class CallSender: Sendable {
        let calls: PlanCalls
        private let forms: [SentForm?]
        private let record: CallRecord
        private let list: CallRecord.List
        /// What reads back, and waits.
        let reader: TargetReader

        init(_ application: Application, _ record: CallRecord, _ reader: TargetReader) {
            (calls, forms) = (application.calls, application.forms)
            (list, self.record, self.reader) = (application.list, record, reader)
        }

        /// What is said of a call that is refused for something that cannot be read.
        static let gone = "it is refused as being there, and is not"

        /// What is said of a call that could replace what cannot be read.
        static let unread =
            "its customer was there before, and what it could replace cannot be read, so it was not "
            + "sent"

        /// What is said of a call whose customer was there before, and is not where it is read.
        static let unreadThere = CallSender.unread + "; check --project"

        /// A run that ends here: the call is left as it is in the journal.
        struct Halt: Error {}

        /// Makes a call.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - customer: The number of its customer.
        ///   - known: What the journal knows of it.
        ///   - isOfFormer: Whether its customer was at the target before the plan.
        ///   - made: Where it takes calls back, what the plan has made for its customer.
        /// - Returns: What became of it, which is in the journal, or is about to be.
        /// - Throws: ``Halt`` where the run ends, and faults of the journal.
        func make(
            _ call: PlannedCall, of customer: Int, known: CallState, isOfFormer: Bool,
            undoing made: UndoneCalls.Made?
        ) async throws -> CallState {
            guard let form = forms[call.writer] else { throw Halt() }
            defer { reader.end(call) }
            var line = CallRecord.Line((call.number, customer, call.writer), .begun, in: list)
            // What was there before is not the plan's, whenever it is compared.
            let wasThere = known == .exists
            // Whether an earlier one may have been carried out, and nothing has told.
            var mayBeDone = known == .begun || known == .unknown
            // Whether it was sent, in this run or an earlier one, and may have been carried out.
            var wasSent = mayBeDone
            // What the customer has already is found, and not replaced.
            let looksFirst =
                isOfFormer && !mayBeDone && !wasThere
                && calls.call(of: call.writer)?.replaces == true
            var isUnsure = mayBeDone || wasThere
            var mayRepeat = form.isRepeatable || reader.options.resendUnknown
            var tries = 0
            var reason =
                known == .unknown
                ? "nothing has told what became of it in a run before"
                : "the run before has ended while it was on its way"

            // Made where it is needed, which is seldom.
            func reading() -> CallReading? {
                form.reading == nil ? nil : CallReading(call, of: calls)
            }
            func text(_ answer: TargetAnswer) -> String { answer.text(without: reader.keys) }
            func finish(
                _ state: CallState, _ answer: TargetAnswer? = nil, rule: String? = nil,
                note: String? = nil, difference: String? = nil
            ) -> CallState {
                line.state = state
                line.status = answer?.status
                line.rule = rule
                line.note = note.map { reader.keys.redacted($0) }
                line.difference = difference.map { reader.keys.redacted($0) }
                record.add(line)
                return state
            }

            while true {
                if isUnsure {
                    let found = try await reader.find(reading(), form, of: call, &tries)
                    switch found?.finding {
                    case .equal? where wasThere: return finish(.there)
                    case .equal?: return finish(.settled, note: reason)
                    case .different(let difference)?:
                        return finish(
                            .conflict, note: found.map { text($0.answer) },
                            difference: difference.text)
                    case .absent?: mayBeDone = false
                    case nil where wasThere: return finish(reading() == nil ? .there : .unknown)
                    case nil:
                        mayBeDone = true
                        guard mayRepeat else { return finish(.unknown, note: reason) }
                        // What was asked for is asked for once.
                        mayRepeat = form.isRepeatable
                    }
                    isUnsure = false
                }
                do {
                    try await reader.pace.turns(of: form.limit).next(unless: { reader.stop.isSet })
                } catch is CancellationError {
                    throw Halt()
                }
                // Only now, since what is there can change while the call waits for its turn.
                if let made,
                    let kept = try await lookForOthers(
                        before: call, made, form, isSent: wasSent, &tries)
                {
                    return finish(
                        .conflict, kept.answer, rule: kept.reason?.rawValue,
                        note: kept.answer.map(text), difference: kept.says)
                }
                if looksFirst {
                    let found = try await reader.find(reading(), form, of: call, &tries)
                    switch found?.finding {
                    case .equal?: return finish(wasSent ? .settled : .there)
                    case .different(let difference)?:
                        return finish(
                            .conflict, found?.answer, note: found.map { text($0.answer) },
                            difference: difference.text)
                    // Its customer is there, and not where it is read.
                    case .absent? where found.map { TargetReader.isGone($0.answer) } == true:
                        return finish(
                            .conflict, found?.answer, difference: CallSender.unreadThere)
                    case .absent?: break
                    case nil:
                        guard reading() == nil else {
                            return finish(.conflict, difference: CallSender.unread)
                        }
                    }
                }
                try await record.write(line)
                let request = form.request(call)
                guard
                    let exchange = await reader.send(
                        request, form.headers.authorization(for: request.body), .call, form.limit,
                        Asker(call: call.number, isFirst: tries == 0))
                else {
                    notDone(line, mayBeDone)
                    throw Halt()
                }
                switch exchange {
                case .notSent(let text):
                    notDone(line, mayBeDone)
                    try await reader.pause(&tries, text, nil, form.limit)
                case .unknown(let text):
                    reason = text
                    (isUnsure, wasSent) = (true, true)
                    guard tries < reader.options.mostTries else {
                        return finish(.unknown, note: text)
                    }
                    // What is late may still arrive: it gets the time to do so before it is read back.
                    try await reader.pause(&tries, text, nil, form.limit, form.readingLimit)
                case .answered(let answer):
                    switch verdict(answer, form.writer) {
                    case .created(let rule): return finish(.created, answer, rule: rule)
                    case .done(let rule): return finish(.done, answer, rule: rule)
                    // Of what must not be repeated the first try may have been taken.
                    case .refused(let rule):
                        return finish(
                            mayBeDone && !form.isRepeatable ? .unknown : .refused, answer,
                            rule: rule, note: text(answer))
                    case .compare(let rule):
                        guard case .different(let difference)? = compare(answer, rule, call) else {
                            return finish(.done, answer, rule: rule)
                        }
                        return finish(
                            .conflict, answer, rule: rule, note: text(answer),
                            difference: difference.text)
                    case .exists(let rule):
                        // A run that ends before it has compared leaves that behind.
                        (line.state, line.status, line.rule) = (.exists, answer.status, rule)
                        try await record.write(line)
                        switch try await reader.find(reading(), form, of: call, &tries)?.finding {
                        case nil where reading() != nil:
                            return finish(
                                .unknown, answer, rule: rule, note: text(answer),
                                difference: "it is answered as being there, and cannot be read")
                        // It may be this call that has made it.
                        case .equal?, nil:
                            return finish(wasSent ? .settled : .there, answer, rule: rule)
                        case .different(let difference)?:
                            return finish(
                                .conflict, answer, rule: rule, note: text(answer),
                                difference: difference.text)
                        case .absent? where (200..<300).contains(answer.status):
                            // Nothing was refused, and the two disagree.
                            return finish(
                                .unknown, answer, rule: rule, note: text(answer),
                                difference: "it is answered as being there, and what reads it back "
                                    + "does not find it; check --project")
                        case .absent?:
                            return finish(
                                .conflict, answer, rule: rule, note: text(answer),
                                difference: CallSender.gone)
                        }
                    case .later(let wait, _):
                        notDone(line, mayBeDone)
                        try await reader.pause(
                            &tries, text(answer), wait, form.limit, isReached: true)
                    case .keyRefused:
                        notDone(line, mayBeDone)
                        reader.refuseKey(form.headers, text(answer))
                        throw Halt()
                    case .unknown(let wait):
                        reason = text(answer)
                        (isUnsure, wasSent) = (true, true)
                        guard tries < reader.options.mostTries else {
                            return finish(.unknown, answer, note: reason)
                        }
                        try await reader.pause(
                            &tries, reason, wait, form.limit, form.readingLimit)
                    }
                }
            }
        }

        /// What an answer means; to a call that takes another back, what is gone is taken back.
        private func verdict(_ answer: TargetAnswer, _ writer: String) -> AnswerRules.Verdict {
            if list == .undos {
                if answer.status == 404 || answer.status == 410 { return .done(rule: nil) }
                return reader.rules.verdict(answer, of: "")
            }
            return reader.rules.verdict(answer, of: writer)
        }

        /// Nothing was done of a call this time; of an earlier one that may be so.
        private func notDone(_ line: CallRecord.Line, _ mayBeDone: Bool) {
            var line = line
            line.state = mayBeDone ? .unknown : .waiting
            record.add(line)
        }

        /// What an answer says of what is there now; nil where it says nothing of it.
        private func compare(
            _ answer: TargetAnswer, _ rule: String, _ call: PlannedCall
        ) -> CallReading.Finding? {
            guard let compared = reader.rules.compared(rule) else {
                return CallReading(call, of: calls)?.compare(answer: answer.body)
            }
            return AnswerComparison(compared, call, of: calls)?.compare(answer.body)
        }
    }
#endif
