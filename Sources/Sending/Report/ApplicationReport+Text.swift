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
                ("left", customers.left), ("by hand, not sent", customers.byHand ?? 0),
                ("not taken back", customers.spared ?? 0),
                ("nothing to take back", customers.nothing ?? 0),
            ].filter { $0.1 > 0 }
        }

        /// Why calls did not succeed, the most frequent reason first.
        var reasonLines: [String] {
            reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\(says($0.key)): \($0.value.grouped)" }
        }

        /// A reason in words: a rule by its sentence, and its ID for `allonym explain`.
        package func says(_ reason: String) -> String {
            guard let sentence = sentences?[reason] else { return reason }
            return "\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence) (\(reason))"
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
            var next = tookNothingBack ? ["Nothing was taken back."] : []
            let isCanary = stopped == "canary"
            if isCanary, let tried {
                next.append(
                    "It stopped after \(tried.of("customer")), as --canary asks. "
                        + (untriedProject == nil
                            ? ""
                            : "None of their calls names the project, so it has not been tried. ")
                        + afterCanary)
            } else if let stoppedBecause {
                next.append("It has stopped: \(stoppedBecause).")
            }
            if let unknownProject {
                next.append(
                    "Every call that names the project was answered with HTTP 404: check --to-url "
                        + "and --project \(unknownProject).")
            }
            if let earlier, !isUndo {
                next.append(
                    "\(earlier.calls.of("call")) \(earlier.calls == 1 ? "is" : "are") not made again: "
                        + "a run for --project \(earlier.project) made or found what they make, with "
                        + "its key. If that key is not of this project, apply a copy of the plan's "
                        + "folder without apply.sqlite.")
            }
            next += faults
            if let count = calls[CallState.byHand.word] {
                next.append(
                    count == 1
                        ? "1 call is undocumented, or needs a review, and was not sent. Ask "
                            + "\(provider) first; add --by-hand to send it."
                        : "\(count.grouped) calls are undocumented, or need a review one by one, "
                            + "and were not sent. Ask \(provider) first; add --by-hand to send "
                            + "them.")
            }
            if isUndo { next += left }
            if let undone {
                let again =
                    whyNotAgain.map { "It cannot be applied to them again there: \($0)." }
                    ?? "To apply it to them again, apply a copy of the plan's folder without "
                    + "apply.sqlite, with --only."
                next.append(
                    "\(undone.of("customer")) \(undone == 1 ? "was" : "were") left out because you "
                        + "undid what this plan had done for them. \(again)")
            }
            if customers.left > 0, !isCanary {
                let goingOn =
                    switch stopped {
                    case "key-refused":
                        "The same key will be refused again: correct it, then start the command "
                            + "again; nothing is done twice."
                    case "redirected":
                        "The same address will redirect again: correct --to-url, then start the "
                            + "command again; nothing is done twice."
                    default: "Start the same command again to go on; nothing is done twice."
                    }
                next.append(goingOn)
            }
            if next.isEmpty { next.append("Everything is done.") }
            if let staying {
                let count = staying.values.reduce(0, +)
                next.append(
                    "\(count.of("call")) \(count == 1 ? "stays" : "stay"): "
                        + "undo-left.jsonl in the plan's folder has "
                        + (count == 1 ? "it" : "each of them")
                        + " with the IDs, the reason, and what to do by hand.")
            }
            if isUndo, let whyNotAgain {
                next.append(
                    "Customers who were undone cannot be applied again there: \(whyNotAgain).")
            }
            return next
        }

        /// What to do before the rest is sent, and how.
        private var afterCanary: String {
            if faultyCustomers > 0 {
                return "Settle what did not succeed before you send the rest."
            }
            guard let untriedProject else { return "Run it without --canary to send the rest." }
            return "Check --project \(untriedProject), then run it without --canary to send the "
                + "rest."
        }

        /// What to do about calls that did not succeed.
        private var faults: [String] {
            let failed = isUndo ? "undo-failed.jsonl" : "failed.jsonl"
            var faults: [String] = []
            if let gone {
                faults.append(
                    "\(gone.of("conflict")) cannot be settled by hand: \(provider) refuses to make "
                        + "what it does not show, as after an undo. Only another project takes it: "
                        + "apply a copy of the plan's folder there, without apply.sqlite.")
            }
            if isUndo, let count = calls[CallState.conflict.word] {
                faults.append(
                    "\(count.of("call")) \(count == 1 ? "was" : "were") not taken back because of what "
                        + "others have given since: \(failed) shows it. Once you have removed it "
                        + "by hand, --retry-faults looks again.")
            } else if calls[CallState.conflict.word, default: 0] > gone ?? 0 {
                faults.append(
                    "Conflicts were not overwritten: \(failed) shows what is there. Once you "
                        + "have settled them by hand, --retry-faults asks again.")
            }
            if customers.refused > 0 {
                faults.append(
                    "Refused calls are in \(failed) with the answers. Once what they say is mended, "
                        + "--retry-faults sends them again.")
            }
            if customers.unknown > 0 {
                faults.append(
                    "Whether the unknown calls were carried out is not known: they are in \(failed). "
                        + "Run the same command again: what can be read back is then settled. Only "
                        + "what stays unknown needs --resend-unknown, which sends it again.")
            }
            return faults
        }

        /// What was not taken back, and why.
        private var left: [String] {
            var left: [String] = []
            if let count = calls[CallState.spared.word] {
                let was =
                    "\(count.of("call")) \(count == 1 ? "was" : "were") not taken back: what "
                    + "\(count == 1 ? "it" : "they") would remove was there before"
                left.append(
                    isUnsure == true
                        ? "\(was)."
                        : "\(was), or may have been. --also-unsure takes back "
                            + (count == 1 ? "what" : "those that") + " may have been.")
            }
            for (state, reason) in [(CallState.unsent, "never sent"), (.unmade, "refused")] {
                guard let count = calls[state.word] else { continue }
                left.append(
                    "\(count.of("call")) \(count == 1 ? "was" : "were") \(reason), so there is "
                        + "nothing to undo.")
            }
            return left
        }
    }
#endif
