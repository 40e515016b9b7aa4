// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput

    extension ApplicationReport {
        /// The report for a person: customers first, then calls, then what to do.
        package var lines: [String] {
            var lines = ["# \(title)", "", "\(heading):"]
            for (word, count) in customerRows { lines.append("- \(word): \(count.grouped)") }
            lines += ["", "| calls | all | \(words.joined(separator: " | ")) |"]
            lines.append("|---|---:|" + words.map { _ in "---:|" }.joined())
            for writer in writers where writer.all > 0 {
                let counts = words.map { (writer.counts[$0] ?? 0).grouped }
                lines.append(
                    "| \(writer.title) | \(writer.all.grouped) | \(counts.joined(separator: " | ")) |"
                )
            }
            for (heading, items) in [
                ("Why calls did not succeed", reasonLines),
                ("Applied calls without a reverse of their own", stays),
                (canaryHeading, canaryLines),
            ] where !items.isEmpty {
                lines += ["", "\(heading):"] + items.map { "- \($0)" }
            }
            return lines + [""] + next
        }

        /// What was applied and has no reverse, with the reason.
        var stays: [String] {
            writers.compactMap { writer in
                guard let kept = writer.kept, kept > 0 else { return nil }
                let reason = writer.noUndo.map { ". \($0)" } ?? ""
                return "\(writer.title): \(kept.grouped)\(reason)"
            }
        }

        /// What stands above the customers whom a canary run has made calls for.
        var canaryHeading: String { "Customers of this run, by their IDs at \(provider)" }

        /// The customers whom a canary run has made calls for, the first 20.
        var canaryLines: [String] {
            guard let canary else { return [] }
            let named = canary.prefix(20).map { ShownText.escaped($0) }
            let rest = canary.count - named.count
            return named + (rest > 0 ? ["and \(rest.grouped) more, in apply-report.json"] : [])
        }

        /// How many customers have calls.
        var heading: String {
            customers.all == 1
                ? "1 customer has calls" : "\(customers.all.grouped) customers have calls"
        }

        /// What the report is called.
        var title: String { "\(isUndo ? "Taken back" : "Applied") at \(provider), \(target)" }

        /// How many customers, by what has become of them; nothing is said of what nobody is.
        var customerRows: [(word: String, count: Int)] {
            [
                ("complete", customers.complete), ("conflict", customers.conflict),
                ("refused", customers.refused), ("unknown", customers.unknown),
                ("left", customers.left),
            ].filter { $0.1 > 0 }
        }

        /// Why calls did not succeed, the most frequent reason first.
        var reasonLines: [String] {
            reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key): \($0.value.grouped)" }
        }

        /// The words of the states that there are.
        var words: [String] {
            CallState.allCases.map(\.word).reduce(into: []) { words, word in
                if calls[word] != nil, !words.contains(word) { words.append(word) }
            }
        }

        /// What to do next, or that there is nothing.
        package var next: [String] {
            if isApplied == false { return ["Nothing of this plan has been applied."] }
            var next: [String] = []
            let isCanary = stopped == "canary"
            if isCanary, let count = canary?.count {
                let made = count == 1 ? "1 customer" : "\(count.grouped) customers"
                next.append(
                    "It stopped after \(made), as --canary asks. Run it without --canary to send the "
                        + "rest.")
            } else if let stoppedBecause {
                next.append("It has stopped: \(stoppedBecause).")
            }
            let failed = isUndo ? "undo-failed.jsonl" : "failed.jsonl"
            if customers.conflict > 0 {
                next.append(
                    "Conflicts were not overwritten: \(failed) shows what is there. Once you "
                        + "have settled them by hand, --retry-faults asks again.")
            }
            if customers.refused > 0 {
                next.append(
                    "Refused calls are in \(failed) with the answers; --retry-faults sends "
                        + "them again."
                )
            }
            if customers.unknown > 0 {
                next.append(
                    "Whether the unknown calls were carried out cannot be read back. They are "
                        + "in \(failed). --resend-unknown sends them again.")
            }
            if let count = calls[CallState.byHand.word] {
                next.append(
                    "\(count.grouped) calls are undocumented, or need a review one by one, "
                        + "and were not sent. Ask \(provider) first; --by-hand sends them.")
            }
            if isUndo, let count = calls[CallState.spared.word] {
                next.append(
                    "\(count.grouped) calls were not taken back: what they would remove was "
                        + "there before this plan, or may have been. --also-unsure takes back those "
                        + "that may have been."
                )
            }
            if let count = calls[CallState.unsent.word] {
                let calls = count == 1 ? "1 call was" : "\(count.grouped) calls were"
                next.append("\(calls) never sent, so there is nothing to undo.")
            }
            if let undone {
                next.append(
                    "\(undone.grouped) \(undone == 1 ? "customer was" : "customers were") left out "
                        + "because you undid what this plan had done for them. To apply it to them "
                        + "again, apply a copy of the plan's folder without apply.sqlite, with "
                        + "--only.")
            }
            if customers.left > 0, !isCanary {
                next.append("Start the same command again to go on; nothing is done twice.")
            }
            if next.isEmpty { next.append("Everything is done.") }
            return next
        }
    }
#endif
