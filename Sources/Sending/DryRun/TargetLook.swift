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
        /// What is there, and is another: it would not be overwritten.
        package var different = 0
        /// What would be overwritten: no call that can be read back overwrites anything.
        package private(set) var overwritten = 0
        /// Calls that nothing reads back without making something.
        package var unread = 0
        /// Of what differs the first ones: the call, and what differs.
        package var differences: [String] = []
        /// How many customers have something different.
        package var customers = 0
        /// Why the reading has ended early; nil where it has not.
        package var stopped: String?

        /// As many differences as are named.
        static let mostNamed = 20

        /// What was found as text.
        package var lines: [String] {
            var lines = [
                "Would be new: \(new.grouped)", "There already, and equal: \(equal.grouped)",
                "There, and different: \(different.grouped), of \(customers.of("customer"))",
                "Would be overwritten: \(overwritten); no call that can be read back overwrites anything",
            ]
            if unread > 0 { lines.append("Cannot be read back: \(unread.grouped)") }
            lines += differences.map { "- \($0)" }
            if different > differences.count {
                lines.append("- and \((different - differences.count).grouped) more")
            }
            if let stopped { lines.append("It has stopped: \(stopped).") }
            return lines
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
            let source = try CallSource(self, undoing: nil)
            let reader = TargetReader(self, stop, PaceBook(sheet.limits, options.rate))
            let failure = Locked<(any Error)?>(nil)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, options.concurrency) {
                    group.addTask {
                        do {
                            while !stop.isSet, let work = try source.next() {
                                try await self.look(at: work.customer, reader, look)
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
            at customer: CustomerCalls, _ reader: TargetReader, _ look: Locked<TargetLook>
        ) async throws {
            var isDifferent = false
            for call in customer.calls {
                var tries = 0
                guard let form = forms[call.writer], form.reading != nil,
                    let reading = CallReading(call, of: calls),
                    let found = try await reader.find(reading, form, &tries)
                else {
                    look.withLock { $0.unread += 1 }
                    continue
                }
                look.withLock { look in
                    switch found {
                    case .absent: look.new += 1
                    case .equal: look.equal += 1
                    case .different(let text):
                        look.different += 1
                        if !isDifferent { look.customers += 1 }
                        isDifferent = true
                        if look.differences.count < TargetLook.mostNamed {
                            look.differences.append("\(call.id): \(text)")
                        }
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
                let name = KeyedHeader.keys(in: headers).first { keys[$0] == nil } ?? ""
                throw .usage(
                    "key \"\(name)\": it is missing, and reads back the calls of "
                        + "\(calls.writers[number]); give it with --key-env '\(name)=NAME'")
            }
        }
    }
#endif
