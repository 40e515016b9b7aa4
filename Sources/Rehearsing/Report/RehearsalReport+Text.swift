// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMigration

    extension RehearsalReport {
        /// As many rows as a terminal is shown.
        private static let mostShown = 20

        /// The report for a terminal.
        ///
        /// - Parameter plan: The plan's folder, as a shell takes it.
        /// - Returns: Numbers, then whatever is not as the plan says, then what to do.
        package func lines(plan: String) -> [String] {
            func count(_ outcome: AccessOutcome) -> String { (planned[outcome] ?? 0).grouped }
            func right(_ outcome: AccessOutcome) -> String { (confirmed[outcome] ?? 0).grouped }
            var lines = [
                "From \(names.source) to \(names.target), rehearsed: \(withAccess.grouped) customers have access "
                    + "today.",
                "  keep it with the import: \(count(.kept)) planned, \(right(.kept)) rehearsed",
                "  get it back when the new app first starts: \(count(.byApp)) planned, "
                    + "\(right(.byApp)) rehearsed"
                    + (notRehearsed == 0 ? "" : ", not rehearsed: \(notRehearsed.grouped)"),
                "  lose it until you decide: \(count(.byDecision))",
                "  lose it for good: \(count(.lost))",
                "  not as the plan says: \(unexpected.grouped)",
            ]
            for (code, number) in codes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                let customers = number == 1 ? "customer" : "customers"
                lines.append("  access lost because of \(code): \(number.grouped) \(customers)")
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
            return lines + week + [next(plan)]
        }

        private var work: String {
            var parts = ["\(calls.made.grouped) calls were made, \(calls.failed.grouped) failed"]
            if handedOver.rows > 0 {
                parts.append(
                    "\(handedOver.rows.grouped) rows were imported, "
                        + "\(handedOver.refused.grouped) refused")
            }
            parts.append(
                "\(devices.count.grouped) devices of \(devices.started.grouped) customers started "
                    + "the app")
            return parts.joined(separator: "; ") + "."
        }

        private var week: [String] {
            guard let weekCompared else { return [] }
            if weekCompared == 0 {
                return ["Nobody has access that could be compared after a week."]
            }
            if weekDifferences.isEmpty {
                return [
                    "After a week, \(weekCompared.grouped) customers have the same access as "
                        + "they would have at \(names.source)."
                ]
            }
            return [
                "After a week, some of \(weekCompared.grouped) customers do not have the "
                    + "access that they would have at \(names.source):"
            ]
                + weekDifferences.map { difference in
                    ShownText.escaped(
                        "  \(difference.count.grouped) × kept at \(difference.kind.keptBy) alone: "
                            + "\(difference.kind.reason). For example "
                            + difference.examples.joined(separator: ", "))
                }
        }

        private func next(_ plan: String) -> String {
            holds
                ? "Everything is as the plan says. Nothing has left this machine. Next, with "
                    + "--canary first: allonym migrate apply --plan \(plan)"
                : "Some of this differs from the plan. To see why, look up a customer named "
                    + "above: allonym migrate explain --plan \(plan) --id ID"
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
                case .gained: "has \(what), and never had it"
                case .alreadyThere: "is somebody at the target already"
                }
            let target = targetID.isEmpty ? "without an ID at the target" : "as \(targetID)"
            return "\(matter.rawValue): \(sourceID), \(target), \(text)"
                + (note.isEmpty ? "" : ": \(note)")
        }
    }
#endif
