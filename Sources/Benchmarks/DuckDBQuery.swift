// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymCore

    /// The rules of a check as a query: how many IDs there are of each reason and advice.
    struct DuckDBQuery {
        private let check: IdentifierCheck

        init(_ check: IdentifierCheck) { self.check = check }

        /// A program in Python that prints the seconds of the query, and then its counts.
        func script(_ path: String) -> String {
            """
            import duckdb, time
            connection = duckdb.connect()
            connection.execute("SET threads = 2")
            start = time.perf_counter()
            row = connection.execute(r\"\"\"\(query(path))\"\"\").fetchone()
            print(time.perf_counter() - start, *row)
            """
        }

        /// The counts of a summary, in the order of the query.
        func counts(_ summary: CheckSummary) -> [Int] {
            summary.providers.flatMap { provider in
                Reason.allCases.map { provider.reasons[$0]?.count ?? 0 }
                    + Advice.allCases.map { provider.advice[$0]?.count ?? 0 }
            }
        }

        private func query(_ path: String) -> String {
            var columns: [String] = ["(\(elsewhere)) AS elsewhere"]
            var counts: [String] = []
            let keys = check.providers.map(\.provider.key)
            for rules in check.providers {
                let key = rules.provider.key
                let core = rules.identifiers.trims ? "core" : "id"
                var reasons: [Reason: [String]] = [:]
                var advice: [Advice: [String]] = [:]
                for (_, meaning) in rules.identifiers.meanings {
                    switch meaning {
                    case .refused(let reason, let asked):
                        reasons[reason, default: []].append(condition(asked, of: core))
                    case .advised(let word, let asked):
                        advice[word, default: []] += asked.map { condition($0, of: "id") }
                    }
                }
                for (number, reason) in Reason.allCases.enumerated() {
                    columns.append("(\(any(reasons[reason]))) AS \(key)_r\(number)")
                    let isOther = number > 0 ? " AND NOT \(key)_r0" : ""
                    counts.append("count_if(\(key)_r\(number)\(isOther))")
                }
                for (number, word) in Advice.allCases.enumerated() {
                    let taken = "NOT \(refused(key))"
                    switch word {
                    case .blockedElsewhere: counts.append("count_if(elsewhere AND \(taken))")
                    case .notPortable:
                        let others = keys.map(refused).joined(separator: " OR ")
                        counts.append("count_if(\(taken) AND (\(others)))")
                    default:
                        columns.append("(\(any(advice[word]))) AS \(key)_a\(number)")
                        counts.append("count_if(\(key)_a\(number) AND \(taken))")
                    }
                }
            }
            let source =
                "read_csv('\(path)', columns = {'id': 'VARCHAR'}, header = false, "
                + "auto_detect = false, delim = '\\x01', quote = '', escape = '', "
                + "nullstr = '\\x02', null_padding = true)"
            return "SELECT \(counts.joined(separator: ", ")) FROM (SELECT "
                + "\(columns.joined(separator: ", ")) FROM (SELECT coalesce(id, '') AS id, "
                // Of white space the sample has blanks alone.
                + "trim(coalesce(id, '')) AS core FROM \(source)))"
        }

        private func refused(_ key: String) -> String {
            "(" + Reason.allCases.indices.map { "\(key)_r\($0)" }.joined(separator: " OR ") + ")"
        }

        private func any(_ conditions: [String]?) -> String {
            conditions.map { $0.joined(separator: " OR ") } ?? "false"
        }

        // MARK: - Conditions

        private func condition(_ condition: IDCondition, of id: String) -> String {
            switch condition {
            case .isEmpty: "\(id) = ''"
            case .isBlank: matches("\\s*", id)
            case .isOneOf(let values): isIn(values, id)
            case .isAdvertisingID: isIn([IDCondition.advertisingID.text], id)
            case .contains(let scalars):
                scalars.map { "contains(\(id), \(quoted(String($0))))" }
                    .joined(separator: " OR ")
            case .isLongerThan(let longest): "length(\(id)) > \(longest)"
            case .isShorterThan(let least): "length(\(id)) < \(least)"
            case .isNoneOf(let formats):
                "NOT (\(formats.map { matches($0.pattern.text, id) }.joined(separator: " OR ")))"
            case .isEmail: matches(EmailScan.expression, id)
            case .hasOnlyDigits: matches("[0-9]*", id)
            case .hasWhitespaceAtEnd: "regexp_matches(\(id), '^\\s|\\s$')"
            case .isSuspected(let form): suspected(form)
            }
        }

        private func suspected(_ form: AnonymousForm) -> String {
            let end = form.recognised.map {
                form.isRecognisedAtEnd
                    ? "regexp_matches(id, \(quoted($0.text + "$")))" : matches($0.text)
            }
            let start = form.suspect.map { "starts_with(id, \(quoted($0)))" }
            return [end, start].compactMap { $0 }.joined(separator: " OR ")
        }

        private var elsewhere: String {
            var exact: [String] = []
            var folded: [String] = []
            var texts: [String] = []
            for entry in check.blocklists.entries {
                switch entry.match {
                case .value(_, let anyCase, _):
                    if anyCase { folded += entry.values } else { exact += entry.values }
                case .blank:
                    exact += entry.values
                    texts.append(matches("\\s*"))
                case .pattern(let pattern): texts.append(matches(pattern.text))
                }
            }
            return ([isIn(exact, "id"), isIn(folded, "lower(id)")] + texts)
                .joined(separator: " OR ")
        }

        private func isIn(_ values: [String], _ column: String) -> String {
            // The query is a text without NUL, and so is every ID of the sample.
            let list = values.filter { !$0.utf8.contains(0) }.map(quoted)
            return "\(column) IN (\(list.joined(separator: ", ")))"
        }

        private func matches(_ pattern: String, _ id: String = "id") -> String {
            "regexp_full_match(\(id), \(quoted(pattern)))"
        }

        private func quoted(_ text: String) -> String {
            "'" + text.replacing("'", with: "''") + "'"
        }
    }
#endif
