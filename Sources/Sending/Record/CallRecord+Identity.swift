// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import GRDB

    @available(macOS 14, *)
    extension CallRecord {
        /// What a journal is of.
        package struct Identity: Hashable, Sendable {
            /// The plan.
            package var plan: String
            /// Where its calls go.
            package var target: String
            /// The project there; empty where calls name none.
            package var project: String
            /// The numbers of the writers whose calls name the project in their paths; nil where
            /// any call of a former run keeps the journal with its project.
            package var naming: [List: Set<Int>]?

            /// What a journal is of.
            package init(
                plan: String, target: String, project: String, naming: [List: Set<Int>]? = nil
            ) {
                self.plan = plan
                self.target = target
                self.project = project
                self.naming = naming
            }

            fileprivate var facts: [(key: String, value: String)] {
                [
                    ("format", "\(CallRecord.format)"), ("plan", plan), ("target", target),
                    ("project", project),
                ]
            }
        }

        /// Notes what the journal is of, or compares it with what is noted.
        ///
        /// A journal of which nothing was done anywhere goes over to another target, and one of
        /// which no call that names the project was done goes over to another project: who has
        /// mistyped one goes on with the right one.
        ///
        /// - Returns: What was done under another project; nil where nothing was.
        /// - Throws: ``Fault`` where it is of something else, and what SQLite throws.
        static func check(
            _ identity: Identity, in queue: DatabaseQueue, _ path: String
        ) throws -> ApplicationReport.Earlier? {
            let facts = identity.facts
            let known = try queue.read { try CallRecord.facts(in: $0) }
            guard !known.isEmpty else {
                try queue.write { try note(facts, $0) }
                return nil
            }
            let changed = facts.filter { known[$0.key] != $0.value }
            guard let (key, value) = changed.first else { return earlier(known) }
            let keys = changed.map(\.key)
            if keys.allSatisfy({ ["target", "project"].contains($0) }) {
                let naming = keys == ["project"] ? identity.naming : nil
                let moved = try queue.write { database in
                    try beginAnew(facts, naming, known["project"] ?? "", database)
                }
                if moved { return earlier(try queue.read { try CallRecord.facts(in: $0) }) }
            }
            throw Fault(isRefusal: true, description: refusal(key, known[key] ?? "", value, path))
        }

        /// What the facts of a journal say of calls that were made under another project.
        private static func earlier(_ facts: [String: String]) -> ApplicationReport.Earlier? {
            guard let project = facts["earlier-project"],
                let calls = facts["earlier-calls"].flatMap({ Int($0) })
            else { return nil }
            return ApplicationReport.Earlier(project: project, calls: calls)
        }

        /// What a journal is of, as it is noted.
        static func facts(in database: Database) throws -> [String: String] {
            try Row.fetchAll(database, sql: "SELECT key, value FROM facts")
                .reduce(into: [String: String]()) { $0[$1["key"]] = $1["value"] }
        }

        /// Whether a journal is of what is asked about.
        static func isRecord(of identity: Identity, _ database: Database) throws -> Bool {
            let known = try facts(in: database)
            return identity.facts.allSatisfy { known[$0.key] == $0.value }
        }

        private static func note(
            _ facts: [(key: String, value: String)], _ database: Database
        ) throws {
            for (key, value) in facts {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO facts VALUES (?, ?)", arguments: [key, value])
            }
        }

        /// Lets a journal be of something else, where no call was done that would be another there:
        /// one of the writers that are named, or any.
        private static func beginAnew(
            _ facts: [(key: String, value: String)], _ naming: [List: Set<Int>]?,
            _ project: String, _ database: Database
        ) throws -> Bool {
            let places = List.allCases.map { list in
                let writers = naming.map { naming in
                    let own = (naming[list] ?? []).sorted().map { "\($0)" }
                    return "writer IN (\(own.joined(separator: ",")))"
                }
                return (list: list, calls: writers ?? "TRUE")
            }
            for (list, calls) in places {
                guard try isUntouched(list, calls, database) else { return false }
            }
            for (list, calls) in places {
                try database.execute(sql: "DELETE FROM \(list.rawValue) WHERE \(calls)")
            }
            try note(facts, database)
            let there = CallState.allCases.filter(\.isThere).map { "\($0.rawValue)" }
            let kept = try Int.fetchOne(
                database,
                sql: """
                    SELECT COUNT(*) FROM \(List.calls.rawValue)
                    WHERE state IN (\(there.joined(separator: ",")))
                    """)
            if let kept, kept > 0 {
                try note([("earlier-project", project), ("earlier-calls", "\(kept)")], database)
            }
            return true
        }

        /// The states of calls that were not done, and cannot have been, for SQL.
        private static let undoneStates = [
            CallState.waiting, .refused, .spared, .byHand, .unsent, .unmade,
        ].map { "\($0.rawValue)" }.joined(separator: ",")

        /// Whether none of these calls was done, or may have been.
        private static func isUntouched(
            _ list: List, _ calls: String, _ database: Database
        ) throws -> Bool {
            try Int.fetchOne(
                database,
                sql: """
                    SELECT number FROM \(list.rawValue)
                    WHERE state NOT IN (\(undoneStates)) AND \(calls) LIMIT 1
                    """) == nil
        }

        private static func refusal(
            _ key: String, _ known: String, _ value: String, _ path: String
        ) -> String {
            switch key {
            case "plan":
                "\(path): it is the record of another plan than the one in this folder now, and "
                    + "what that one has done would be done again; put the former plan back, or, "
                    + "where the target is a new one, move the file away"
            case "format":
                "\(path): it has format \(known), and this program writes \(value); use the "
                    + "program that began it"
            default:
                "\(path): it is the record of the \(key) \"\(known)\", not \"\(value)\", and calls "
                    + "were made there; to go on there, give \(option(key)) \(known), and to apply "
                    + "the plan to \"\(value)\" as well, apply a copy of its folder without this "
                    + "file, which makes every call once more"
            }
        }

        /// The option that gives a fact.
        private static func option(_ key: String) -> String {
            key == "target" ? "--to-url" : "--project"
        }
    }
#endif
