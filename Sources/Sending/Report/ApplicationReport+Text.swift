// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput

    extension ApplicationReport {
        /// The report for a person: customers first, then calls, then what to do.
        package var lines: [String] {
            var lines = ["# \(title)", "", "\(customers.all.grouped) customers have calls:"]
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
            var next: [String] = []
            if let stoppedBecause { next.append("It has stopped: \(stoppedBecause).") }
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
            if customers.left > 0 {
                next.append("Start the same command again to go on; nothing is done twice.")
            }
            if next.isEmpty { next.append("Everything is done.") }
            return next
        }
    }
#endif
