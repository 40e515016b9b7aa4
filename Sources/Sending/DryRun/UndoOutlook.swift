// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration

    /// What taking back a plan would come to, without asking anybody: which calls, in which order, how
    /// long they take at the least, and what would stay.
    package struct UndoOutlook: Codable, Sendable {
        /// The calls that take back those of one writer.
        package struct Writer: Codable, Hashable, Sendable {
            package var id: String
            package var title: String
            package var calls: Int
            /// The writers whose calls for the same customer are taken back before.
            package var after: [String]
            /// The rate that they fall under, in a sentence; nil where none is documented.
            package var rate: String?
            /// What such a call does.
            package var says: String
            /// Whether it is read before what others have given since, which keeps it from being made;
            /// nil where it is not.
            package var looksFirst: Bool?
        }

        /// Whether anything of the plan was ever sent.
        package var isApplied = false
        /// How many customers have something that would be taken back.
        package var customers = 0
        /// How many calls a former run has made, which count no more; nil for none.
        package var done: Int?
        /// Those that would be made.
        package var writers: [Writer] = []
        /// How many seconds the calls take at the least; nil where no rate is known.
        package var seconds: Int?
        /// How many calls are not in ``seconds``, since no rate is documented for them; nil for none.
        package var unrated: Int?
        /// How many of the plan's calls would stay, by the word for the reason.
        package var staying: [String: Int] = [:]

        /// The outlook as text.
        package var lines: [String] {
            guard isApplied else { return ["Nothing of this plan has been applied."] }
            let former = done.map { "\($0.of("call")) \($0 == 1 ? "was" : "were") made already. " }
            guard !writers.isEmpty else {
                return ["\(former ?? "")Nothing would be taken back."] + stayingLines
            }
            var lines = [
                "\(former ?? "")Of \(customers.of("customer")) would be taken back:", "",
            ]
            for writer in writers {
                lines.append("- \(writer.title): \(writer.calls.grouped)")
                if !writer.after.isEmpty {
                    let after = writer.after.compactMap(title(of:))
                    lines.append("  after \(after.joined(separator: ", "))")
                }
                lines.append("  rate: \(writer.rate ?? "none is documented")")
                lines.append("  does: \(writer.says)")
                if writer.looksFirst == true {
                    lines.append(
                        "  unless others have given the customer something since, which is read then"
                    )
                }
            }
            lines += ["", "Minimum duration: \(CallOutlook.duration(seconds, unrated: unrated))."]
            return lines + stayingLines
        }

        private var stayingLines: [String] {
            if staying.isEmpty { return [] }
            return ["", "Would stay:"]
                + StayingReason.allCases.compactMap { reason in
                    staying[reason.rawValue].map { "- \(reason.short): \($0.grouped)" }
                }
        }

        /// What a writer is called; everything that is waited for has calls here.
        private func title(of id: String) -> String? { writers.first { $0.id == id }?.title }
    }

    extension StayingReason {
        /// The reason in a few words.
        fileprivate var short: String {
            switch self {
            case .noReverse: "no call takes it back"
            case .customerDeleted: "no call takes it back, but its customer would be deleted"
            case .thereBefore: "was there before the call"
            case .mayBeOlder: "may have been there before; --also-unsure takes it back"
            case .outcomeUnknown: "nothing tells whether it was made"
            case .givenSince: "others have given something since; --retry-faults looks again"
            case .reverseRefused: "taking it back was refused; --retry-faults asks again"
            case .reverseUnknown:
                "nothing tells whether it was taken back; --resend-unknown asks again"
            case .reverseLeft: "would not be reached by this run"
            }
        }
    }

    @available(macOS 14, *)
    extension Application {
        /// What taking back would come to; nothing is sent, and nothing noted in the journal.
        ///
        /// - Throws: `MigrationError` where the plan cannot be read, ``ApplicationFault`` where the
        ///   journal of a former run cannot, or is of another target.
        package func undoOutlook() throws -> UndoOutlook {
            let former = try former()
            var outlook = UndoOutlook()
            outlook.isApplied = former.states.contains { $0 != .waiting && $0 != .byHand }
            var counts = [Int](repeating: 0, count: calls.writers.count)
            var before = [Set<Int>](repeating: [], count: calls.writers.count)
            var (done, known) = (0, former.undos)
            let source = try CallSource(self, undoing: former.states)
            while let work = try source.next() {
                var made: [Int] = []
                for call in work.customer.calls {
                    if call.number >= known.count {
                        known += [CallState](
                            repeating: .waiting, count: call.number + 1 - known.count)
                    }
                    if known[call.number].isThere {
                        done += 1
                    } else if let left = left(call, work) {
                        known[call.number] = left
                    } else if isToBeMade(call, work, known: known[call.number]) {
                        known[call.number] = .done
                        counts[call.writer] += 1
                        before[call.writer].formUnion(made)
                        made.append(call.writer)
                    }
                }
                if !made.isEmpty { outlook.customers += 1 }
            }
            outlook.done = done > 0 ? done : nil
            outlook.writers = writers(counts, before)
            outlook.seconds = seconds(counts)
            outlook.unrated = outlook.seconds == nil ? nil : unrated(counts)
            var staying = try StayingCalls(self, applied: former.states, undone: known)
            while let (_, own) = try staying.nextCustomer() {
                for (_, reason) in own { outlook.staying[reason.rawValue, default: 0] += 1 }
            }
            return outlook
        }

        private func writers(_ counts: [Int], _ before: [Set<Int>]) -> [UndoOutlook.Writer] {
            let numbers = calls.writers.indices.filter { counts[$0] > 0 }
            // Those that wait for fewer others come first.
            return numbers.sorted { (before[$0].count, $0) < (before[$1].count, $1) }.map {
                number in
                UndoOutlook.Writer(
                    id: calls.writers[number], title: calls.title(of: number),
                    calls: counts[number],
                    after: before[number].subtracting([number]).sorted().map { calls.writers[$0] },
                    rate: limit(of: number).flatMap { sheet.limits[$0]?.says },
                    says: calls.call(of: number)?.undo?.says ?? "",
                    looksFirst: calls.call(of: number)?.undo?.unless.isEmpty == false ? true : nil)
            }
        }
    }
#endif
