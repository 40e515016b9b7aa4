// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMigration

    extension RehearsalReport {
        /// As many rows as a terminal is shown.
        private static let mostShown = 20
        /// As many codes of open findings.
        private static let mostCodes = 5
        /// As many of the customers who were not compared, for each reason.
        private static let mostExamples = 3

        /// The report for a terminal.
        ///
        /// - Parameter plan: The plan's folder, as a shell takes it.
        /// - Returns: Numbers, then whatever is not as the plan says, then what to do.
        package func lines(plan: String) -> [String] {
            func count(_ outcome: AccessOutcome) -> String { (planned[outcome] ?? 0).grouped }
            func right(_ outcome: AccessOutcome) -> String { (confirmed[outcome] ?? 0).grouped }
            let known = open.isEmpty ? "" : "; \(stillOpen)"
            var lines = [
                "From \(names.source) to \(names.target), rehearsed: \(withAccess.of("customer")) "
                    + "\(withAccess == 1 ? "has" : "have") access today\(known).",
                "  keep it with the import: \(count(.kept)) planned, \(right(.kept)) rehearsed",
                "  get it back when the new app first starts: \(count(.byApp)) planned, "
                    + "\(right(.byApp)) rehearsed"
                    + (notRehearsed == 0 ? "" : ", not rehearsed: \(notRehearsed.grouped)"),
                "  lose it until you decide: \(count(.byDecision))",
                "  lose it for good: \(count(.lost))",
                "  not as the plan says: \(unexpected.grouped)",
            ]
            for (verb, codes) in [("lost", codes), ("gained", gains)] {
                for (code, number) in codes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) })
                {
                    lines.append("  access \(verb) because of \(code): \(number.of("customer"))")
                }
            }
            if better > 0 {
                lines.append(
                    "\(better.grouped) "
                        + (better == 1 ? "customer who loses" : "customers who lose")
                        + " access by the plan got it from the app: a store shows an app "
                        + "everything that its account holds.")
            }
            lines.append(work)
            lines += notes.map(ShownText.escaped)
            lines += rows.prefix(RehearsalReport.mostShown).map { ShownText.escaped($0.says) }
            let further = rows.count - RehearsalReport.mostShown
            if further > 0 { lines.append("\(further.grouped) more: --out DIR lists all.") }
            return lines + weekLines + next(plan)
        }

        /// How many customers have findings that wait for a decision, and of how many kinds these are.
        private var stillOpen: String {
            let kinds = Set(open.map(\.code)).count.of("kind")
            let count = customersToDecideAbout
            // What is about a whole file names nobody.
            if count == 0 { return "findings of \(kinds) still wait for your decision" }
            return
                "\(count.of("customer")) \(count == 1 ? "has" : "have") findings of \(kinds) that "
                + "still wait for your decision"
        }

        /// What to decide about before the plan is carried out.
        private func decisions(_ plan: String) -> String {
            var codes = open.prefix(RehearsalReport.mostCodes).map {
                "\($0.count.grouped) \u{00d7} \($0.code)"
            }
            if open.count > codes.count { codes.append("\(open.count - codes.count) more") }
            return "\(stillOpen): \(codes.joined(separator: ", ")). Decide first, as steps.md in "
                + "\(plan) says. To list everybody whom a finding concerns: allonym migrate list "
                + "--plan \(plan) --code \(open[0].code)"
        }

        private var work: String {
            var parts: [String] = []
            if hasCalls {
                parts.append(
                    "\(calls.made.of("call")) \(calls.made == 1 ? "was" : "were") made, "
                        + "\(calls.failed.grouped) failed")
            }
            if handedOver.rows > 0 {
                parts.append(
                    "\(handedOver.rows.of("row")) \(handedOver.rows == 1 ? "was" : "were") "
                        + "imported, \(handedOver.refused.grouped) refused")
            }
            parts.append(
                "\(devices.count.of("device")) of \(devices.started.of("customer")) started the app"
            )
            if let count = week?.loggedIn, count > 0 {
                parts.append(
                    "\(count.of("customer")) logged in on a new device during the week")
            }
            return parts.joined(separator: "; ") + "."
        }

        private var weekLines: [String] {
            guard let week else { return [] }
            let reasons = week.differences.map { difference in
                "\(difference.count.grouped) × kept at \(difference.kind.keptBy) alone: "
                    + "\(difference.kind.reason). For example "
                    + difference.examples.map(ShownText.brief).joined(separator: ", ")
            }
            let uncompared = Uncompared.allCases.compactMap { reason in
                week.uncompared[reason].map { (reason: reason, rows: $0) }
            }
            let examples = uncompared.map { reason, rows in
                let shown = rows.prefix(RehearsalReport.mostExamples)
                return "\(rows.count.grouped) × not compared: \(reason.note(names)). For example "
                    + shown.map { ShownText.brief($0.sourceID) }.joined(separator: ", ")
                    + (shown.count < rows.count ? "; --out DIR lists all" : "")
            }
            let all = (reasons + examples).map { ShownText.escaped("  \($0)") }
            let end = all.isEmpty ? "." : ":"
            if week.compared == 0 {
                return ["Nobody has access that could be compared after a week\(end)"] + all
            }
            let same = week.compared - week.differing
            var parts = [
                "\(same.grouped) "
                    + (same == 1
                        ? "has the same as it would have" : "have the same as they would have")
                    + " at \(names.source)"
            ]
            if week.differing > 0 {
                parts.append("\(week.differing.grouped) \(week.differing == 1 ? "does" : "do") not")
            }
            parts += uncompared.map { reason, rows in reason.says(of: rows.count, names) }
            let customers = (week.compared + week.rows.count).of("customer")
            return [
                "After a week, of \(customers) with access: \(parts.joined(separator: ", "))\(end)"
            ] + all
        }

        private func next(_ plan: String) -> [String] {
            if read.rejected > 0, read.records == 0 {
                return [
                    "Nothing could be rehearsed, since every record was rejected: see "
                        + "rejected.jsonl in \(plan), and plan again."
                ]
            }
            if read.customers == 0 {
                return [
                    "The plan has no customers, so there was nothing to rehearse. Check the files "
                        + "that it was made from, and plan again."
                ]
            }
            guard holds else {
                let whoIsThere =
                    rows.contains { $0.matter == .alreadyThere }
                    ? "Who is at \(names.target) already stands in the files of --existing. " : ""
                let everybody = rows.isEmpty ? "." : "; --out DIR lists everybody concerned."
                let isAnybodyNamed = !rows.isEmpty || calls.failed > 0
                let advice =
                    isAnybodyNamed
                    ? "What the plan says of a customer named above: allonym migrate explain "
                        + "--plan \(plan) --id ID"
                    : "What the target refused is counted above."
                return ["Some of this differs from the plan\(everybody) \(whoIsThere)\(advice)"]
            }
            let local = "Nothing has left this machine. \(step(plan))"
            return open.isEmpty
                ? ["Everything is as the plan says. \(local)"]
                : ["Everything rehearsed is as the plan says, but \(decisions(plan))", local]
        }

        /// What comes next where all is as the plan says.
        private func step(_ plan: String) -> String {
            if hasCalls {
                return "Next, steps.md in \(plan) has the commands that send the calls."
            }
            return handedOver.rows > 0
                ? "The plan has no calls. Next, hand over its files as steps.md in \(plan) says."
                : "The plan has neither calls nor files to import. Next, steps.md in \(plan) says "
                    + "what the app does."
        }
    }

    extension RehearsalReport.Uncompared {
        /// Why a customer was not compared.
        func note(_ names: (source: String, target: String)) -> String {
            switch self {
            case .notThere: "nothing of theirs is at \(names.target)"
            case .notStarted: "the app was not started on their devices, which --devices left out"
            case .notSimulated:
                "what they have at \(names.target) is not simulated at \(names.source), such as a "
                    + "grant"
            case .notReadable: "\(names.target) does not read their ID"
            }
        }

        /// How many customers it is so of.
        fileprivate func says(
            of count: Int, _ names: (source: String, target: String)
        ) -> String {
            let have = "\(count.grouped) \(count == 1 ? "has" : "have")"
            return switch self {
            case .notThere: "\(have) nothing at \(names.target)"
            case .notStarted: "\(have) not started the app"
            case .notSimulated: "\(have) nothing that is simulated at \(names.source)"
            case .notReadable: "\(have) an ID that \(names.target) does not read"
            }
        }
    }

    extension RehearsalReport.Row {
        /// The columns of the list of all rows.
        package static let columns = ["what", "source_id", "target_id", "names", "found", "note"]

        /// The cells of the list of all rows.
        package var cells: [String] {
            [
                matter.rawValue, sourceID, targetID, names.joined(separator: "; "),
                found.joined(separator: "; "), note,
            ]
        }

        /// The row in words.
        var says: String {
            let what = names.joined(separator: ", ")
            let text =
                switch matter {
                case .notImported: "should have \(what) with the import"
                case .notBrought: "should get \(what) from the app"
                case .lostInApp: "had \(what) with the import, and lost it to the app's start"
                case .gained: "has \(what), never had it, and no finding explains it"
                case .alreadyThere: "is somebody at the target already"
                case .notReadable: "cannot be compared, since the target does not read the ID"
                case .notCompared: "has \(what), and was not compared after a week"
                }
            let target =
                targetID.isEmpty
                ? "without an ID at the target" : "as \(ShownText.brief(targetID))"
            return "\(matter.rawValue): \(ShownText.brief(sourceID)), \(target), \(text)"
                + (note.isEmpty ? "" : ": \(note)")
        }
    }
#endif
