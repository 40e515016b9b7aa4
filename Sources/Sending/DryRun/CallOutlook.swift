// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration

    /// What applying a plan would come to, without asking anybody: how many calls, in which order, and
    /// how long they take at the least.
    package struct CallOutlook: Codable, Sendable {
        /// The calls of one writer.
        package struct Writer: Codable, Hashable, Sendable {
            package var id: String
            package var title: String
            package var calls: Int
            /// The writers whose calls for the same customer come before.
            package var after: [String]
            /// The rate that they fall under, in a sentence; nil where none is documented.
            package var rate: String?
            /// Whether something reads back what became of one.
            package var isRead: Bool
            /// Whether one can be made again when nobody knows what became of it.
            package var isRepeatable: Bool
            /// Whether they are left to a person, and not sent; nil where they are sent.
            package var isByHand: Bool?
            /// Why it cannot be taken back; nil where it can.
            package var noUndo: String?
        }

        /// Calls that the target would refuse by one of its documented rules.
        package struct Refusal: Codable, Hashable, Sendable {
            /// The rule's ID.
            package var rule: String
            /// What it says.
            package var says: String
            package var calls: Int
        }

        /// How many customers have calls.
        package var customers = 0
        /// After how many customers the run would stop; nil where it goes through all.
        package var canary: Int?
        /// How many of them a former run has done, whose calls count no more; nil for none.
        package var done: Int?
        /// How many of them were undone, whose calls are not made again; nil for none.
        package var undone: Int?
        package var writers: [Writer] = []
        /// How many seconds the calls take at the least; nil where no rate is known.
        package var seconds: Int?
        /// How many calls are not in ``seconds``, since no rate is documented for them; nil for none.
        package var unrated: Int?
        /// What the target would refuse by its documented rules of what would be sent, beyond what the
        /// plan has left out; nil where that was not looked for.
        package var refusals: [Refusal]?
        /// Whether ``findings`` and ``costs`` are those of some customers; nil for all.
        package var isOfSome: Bool?
        /// How many things the plan's findings are about that cost access or wait for a decision,
        /// by the finding's code.
        package var findings: [String: Int] = [:]
        /// What these cost customers who have access today, by the finding's code: as many
        /// customers by the word for what becomes of their access.
        package var costs: [String: [String: Int]] = [:]

        /// The outlook as text.
        package var lines: [String] {
            let have = customers == 1 ? "customer has" : "customers have"
            let former =
                (done.map { ", \($0.grouped) of them done already" } ?? "")
                + (undone.map { ", \($0.grouped) of them undone, so left out" } ?? "")
            if isOver {
                return ["\(customers.grouped) \(have) calls\(former)."]
            }
            var lines = ["\(customers.grouped) \(have) calls\(former):", ""]
            for writer in writers {
                lines.append("- \(writer.title): \(writer.calls.grouped)")
                // Whatever has no call left is waited for no more.
                let after = writer.after.compactMap(title(of:))
                if !after.isEmpty { lines.append("  after \(after.joined(separator: ", "))") }
                if writer.isByHand == true {
                    lines.append("  by hand: not sent without --by-hand")
                    continue
                }
                lines.append("  rate: \(writer.rate ?? "none is documented")")
                if !writer.isRead, !writer.isRepeatable {
                    lines.append(
                        "  a lost answer is not settled by asking: it is listed, and sent again only "
                            + "with --resend-unknown")
                }
                if let noUndo = writer.noUndo { lines.append("  for good: \(noUndo)") }
            }
            if let canary {
                lines += [
                    "",
                    "With --canary, the run would stop after \(canary.of("customer")); the figures "
                        + "here are for all.",
                ]
            }
            lines += ["", "Minimum duration: \(CallOutlook.duration(seconds, unrated: unrated))."]
            lines += refusalLines
            if !findings.isEmpty {
                let whose = isOfSome == true ? "about these customers" : "of the plan"
                lines += ["", "Findings \(whose) that cost access, or wait for you to decide:"]
                for code in codes {
                    let count = findings[code] ?? 0
                    let says = AccessOutcome.allCases.compactMap { outcome in
                        outcome.cost(costs[code]?[outcome.word] ?? 0)
                    }
                    lines.append(
                        "- \(code): "
                            + (says.isEmpty
                                ? "\(count.grouped) to decide" : says.joined(separator: ", ")))
                }
            }
            return lines
        }

        /// Whether everything was done already, or was undone.
        private var isOver: Bool { (done ?? 0) + (undone ?? 0) == customers }

        /// The codes of the findings that ``lines`` names, those that cost most first.
        package var codes: [String] {
            if isOver { return [] }
            return findings.sorted { one, other in
                let (first, second) = (weight(of: one.key), weight(of: other.key))
                return (second.losers, second.waiting, other.value, one.key)
                    < (first.losers, first.waiting, one.value, other.key)
            }.map(\.key)
        }

        private var refusalLines: [String] {
            guard let refusals else { return [] }
            guard !refusals.isEmpty else {
                return [
                    "",
                    "No call breaks the target's documented rules about IDs and dates: what they "
                        + "refuse is in the plan's findings already.",
                ]
            }
            return ["", "Would be refused by documented rules:"]
                + refusals.map { refusal in
                    let sentence = refusal.says
                    let says = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
                    return "- \(says) (\(refusal.rule)): \(refusal.calls.of("call"))"
                }
        }

        /// How long the calls take at the least, and which of them do not count in that.
        static func duration(_ seconds: Int?, unrated: Int?) -> String {
            guard let seconds else { return "not known" }
            guard let unrated else { return CallOutlook.text(seconds) }
            return "\(CallOutlook.text(seconds)), without \(unrated.grouped) "
                + (unrated == 1 ? "call" : "calls") + " for which no rate is documented"
        }

        /// The customers whom a finding costs access, and those who wait for the app.
        private func weight(of code: String) -> (losers: Int, waiting: Int) {
            let customers = costs[code] ?? [:]
            func count(_ outcome: AccessOutcome) -> Int { customers[outcome.word] ?? 0 }
            return (count(.byDecision) + count(.lost), count(.byApp))
        }

        /// What a writer is called; nil where it has no calls here.
        private func title(of id: String) -> String? { writers.first { $0.id == id }?.title }

        static func text(_ seconds: Int) -> String {
            switch seconds {
            case ..<120: "\(seconds) s"
            case ..<7_200: "\((seconds + 59) / 60) min"
            default: "\((seconds + 3_599) / 3_600) h"
            }
        }
    }

    @available(macOS 14, *)
    extension Application {
        /// What applying the plan would come to; nothing is sent, and no journal begun.
        ///
        /// - Parameter now: The moment by which the target goes, in milliseconds since 1970; nil where
        ///   that is not known.
        /// - Returns: What it would come to.
        /// - Throws: `MigrationError` where the plan cannot be read, ``ApplicationFault`` where the
        ///   journal of a former run cannot, or is of another target, so that a run would be refused.
        package func outlook(now: Int64? = nil) throws -> CallOutlook {
            var outlook = CallOutlook()
            let former = try self.former()
            let states = former.states
            var counts = [Int](repeating: 0, count: calls.writers.count)
            var coming = 0
            let refusals = CallRefusals(calls, now: now)
            var refused: [CallRefusals.Rule: Int] = [:]
            let reader = try calls.reader()
            reader.readsIDs = options.only != nil
            while let customer = try reader.next() {
                guard isMeant(customer) else { continue }
                outlook.customers += 1
                if former.undone.contains(customer.customer) {
                    outlook.undone = (outlook.undone ?? 0) + 1
                    continue
                }
                let left = customer.calls.filter { call in
                    !(call.number < states.count && states[call.number].isThere)
                }
                if left.isEmpty { outlook.done = (outlook.done ?? 0) + 1 }
                for call in left { counts[call.writer] += 1 }
                let work = CallSource.Work(customer: customer)
                let made = left.filter {
                    isToBeMade($0, work, known: CallState.of($0, in: states))
                }
                if !made.isEmpty { coming += 1 }
                for call in made {
                    if let rule = refusals.rule(against: call) { refused[rule, default: 0] += 1 }
                }
            }
            outlook.refusals = refused.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }
                .map { CallOutlook.Refusal(rule: $0.key.id, says: $0.key.says, calls: $0.value) }
            outlook.canary = options.canary.flatMap { $0 < coming ? $0 : nil }
            outlook.writers = calls.writers.indices.filter { counts[$0] > 0 }.map { number in
                let call = calls.call(of: number)
                return CallOutlook.Writer(
                    id: calls.writers[number], title: calls.title(of: number),
                    calls: counts[number],
                    after: (call?.after ?? []).filter(calls.writers.contains),
                    rate: call?.limit.flatMap { sheet.limits[$0]?.says },
                    isRead: isRead[number],
                    isRepeatable: call?.isRepeatable ?? false,
                    isByHand: isByHand(number) ? true : nil, noUndo: call?.noUndo)
            }
            // Those that are left to a person take no time here.
            let sent = counts.indices.map { isByHand($0) ? 0 : counts[$0] }
            outlook.seconds = seconds(sent)
            outlook.unrated = outlook.seconds == nil ? nil : unrated(sent)
            let concerns = try calls.concerns(of: options.only)
            (outlook.findings, outlook.costs) = (concerns.counts, concerns.costs)
            outlook.isOfSome = options.only == nil ? nil : true
            return outlook
        }
    }
#endif
