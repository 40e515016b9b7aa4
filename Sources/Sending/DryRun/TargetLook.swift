// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymSimulation

    /// What is at the target already of what a plan's calls would make.
    package struct TargetLook: Codable, Sendable {
        /// How many calls would make something new.
        package var new = 0
        /// What is there already, and equal.
        package var equal = 0
        /// What is there, and is another, and does not say that it is newer than the plan.
        package var different = 0
        /// What is there, and is another, and has changed since the moment of the plan: who makes it
        /// as planned overwrites something newer.
        package var overwritten = 0
        /// What is not there, and whose calls are not made again after a former run; nil for none.
        package var notAgain: Int?
        /// What is not there, and whose calls are sent only with `--by-hand`; nil for none.
        package var byHand: Int?
        /// Calls that nothing reads back without making something.
        package var unread = 0
        /// Of what is different as many as do not say when they have changed, by the titles of the
        /// writers; nil where all do.
        package var undated: [String: Int]?
        /// Of what differs the first ones: the kind of call with its ID, and what differs.
        package var differences: [String] = []
        /// Of what is newer the first ones: the same, and since when.
        package var newer: [String]?
        /// How many customers have something different.
        package var customers = 0
        /// Why the reading has ended early; nil where it has not.
        package var stopped: String?

        /// As many differences as are named.
        static let mostNamed = 20

        /// What was found as text.
        package var lines: [String] {
            var lines = ["Would be new: \(new.grouped)"]
            if let notAgain {
                lines.append(
                    "Not there, and not made again after a former run: \(notAgain.grouped)")
            }
            if let byHand {
                lines.append("Not there, and sent only with --by-hand: \(byHand.grouped)")
            }
            lines += [
                "There already, and equal: \(equal.grouped)",
                "There, and different: \(different.grouped)",
            ]
            lines += TargetLook.list(differences, of: different)
            let undated = undated ?? [:]
            if different == 0 || overwritten > 0 || undated.values.reduce(0, +) < different {
                lines.append("There, different, and newer than the plan: \(overwritten.grouped)")
            }
            lines += TargetLook.list(newer ?? [], of: overwritten)
            for (title, count) in undated.sorted(by: { $0.key < $1.key }) {
                lines.append(
                    "Newer than the plan or not: not known of \(count.grouped) × \(title), as the "
                        + "answer has no time")
            }
            if customers > 0 {
                lines.append("Customers with something different: \(customers.grouped)")
            }
            if unread > 0 { lines.append("Cannot be read back: \(unread.grouped)") }
            if let stopped { lines.append("It has stopped: \(stopped).") }
            return lines
        }

        private static func list(_ named: [String], of count: Int) -> [String] {
            named.map { "- \($0)" }
                + (count > named.count ? ["- and \((count - named.count).grouped) more"] : [])
        }

        /// Counts what is there instead of what is wanted.
        ///
        /// - Parameters:
        ///   - difference: What differs.
        ///   - call: The ID of the call that would make it.
        ///   - title: The title of its writer.
        ///   - at: The moment of the plan, in milliseconds since 1970; nil where none is known.
        mutating func note(
            _ difference: CallReading.Difference, of call: String, _ title: String, since at: Int64?
        ) {
            if let changed = difference.changed, let at, changed > at {
                overwritten += 1
                var named = newer ?? []
                if named.count < TargetLook.mostNamed {
                    named.append(
                        "\(title) (\(call)): \(difference.text); it has changed at "
                            + OutputBytes.text(ofInstant: changed))
                }
                newer = named
                return
            }
            different += 1
            if difference.changed == nil || at == nil {
                var counts = undated ?? [:]
                counts[title, default: 0] += 1
                undated = counts
            }
            if differences.count < TargetLook.mostNamed {
                differences.append("\(title) (\(call)): \(difference.text)")
            }
        }
    }

    @available(macOS 14, *)
    extension Application {
        /// Asks the target for each call whether what it makes is there; nothing is changed there.
        ///
        /// - Parameters:
        ///   - stop: Ends the reading when it is set.
        ///   - progress: Told how many calls were looked for.
        /// - Returns: What is there.
        /// - Throws: ``ApplicationFault`` where the target has no call that reads and makes nothing, or
        ///   a key for it is missing.
        package func look(
            stop: StopSignal = StopSignal(), progress: @escaping @Sendable (Int) -> Void = { _ in }
        ) async throws -> TargetLook {
            try checkReadings()
            let look = Locked(TargetLook())
            let done = Locked(0)
            let former = try former()
            let source = try CallSource(self, undoing: nil)
            let reader = TargetReader(self, stop, PaceBook(sheet.limits, options.rate))
            let failure = Locked<(any Error)?>(nil)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, options.concurrency) {
                    group.addTask {
                        do {
                            while !stop.isSet, let work = try source.next() {
                                try await self.look(at: work, former, reader, look)
                                let count = done.withLock { done in
                                    done += work.customer.calls.count
                                    return done
                                }
                                progress(count)
                            }
                        } catch is CallSender.Halt {
                            // The reason is in the signal.
                        } catch {
                            failure.withLock { $0 = error }
                            stop.set()
                        }
                    }
                }
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
            var found = look.withLock { $0 }
            found.stopped = stop.reason?.description
            return found
        }

        private func look(
            at work: CallSource.Work, _ former: CallRecord.Former, _ reader: TargetReader,
            _ look: Locked<TargetLook>
        ) async throws {
            var isDifferent = false
            let isUndone = former.undone.contains(work.customer.customer)
            let at = calls.manifest.at.flatMap { Migration.milliseconds(of: $0) }
            for call in work.customer.calls {
                var tries = 0
                guard let form = forms[call.writer], form.reading != nil,
                    let reading = CallReading(call, of: calls),
                    let found = try await reader.find(reading, form, of: call, &tries)
                else {
                    look.withLock { $0.unread += 1 }
                    continue
                }
                let known = CallState.of(call, in: former.states)
                let isOver = isUndone || known.isThere
                let isMade = !isOver && isToBeMade(call, work, known: known)
                let isByHand = !isOver && left(call, work) == .byHand
                look.withLock { look in
                    switch found.finding {
                    case .absent where isMade: look.new += 1
                    case .absent where isByHand: look.byHand = (look.byHand ?? 0) + 1
                    case .absent: look.notAgain = (look.notAgain ?? 0) + 1
                    case .equal: look.equal += 1
                    case .different(let difference):
                        look.note(difference, of: call.id, calls.title(of: call.writer), since: at)
                        if !isDifferent { look.customers += 1 }
                        isDifferent = true
                    }
                }
            }
        }

        private func checkReadings() throws(ApplicationFault) {
            let readable = calls.writers.indices.filter { calls.call(of: $0)?.read != nil }
            guard !readable.isEmpty else {
                throw .usage(
                    "--dry-run read: \(target) has no call that reads back what this plan makes "
                        + "without making something; give --dry-run offline, which asks nobody")
            }
            for number in readable where forms[number]?.reading == nil {
                let headers = calls.call(of: number)?.read?.headers ?? [:]
                guard let name = KeyedHeader.keys(in: headers).first(where: { keys[$0] == nil })
                else {
                    throw .usage(
                        "--project: missing, and what reads back \"\(calls.title(of: number))\" names "
                            + "the project; give its ID")
                }
                throw .usage(
                    "key \"\(name)\": it is missing, and reads back "
                        + "\"\(calls.title(of: number))\"; give it with --key-env '\(name)=NAME'")
            }
        }
    }
#endif
