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
            try queue.write { database in
                let known = try facts(in: database)
                guard !known.isEmpty else {
                    try note(identity.facts, database)
                    return nil
                }
                switch try standing(of: identity, known, database, path) {
                case .same: return earlier(known)
                case .moved(let places):
                    try beginAnew(identity.facts, places, known["project"] ?? "", database)
                    return earlier(try facts(in: database))
                }
            }
        }

        /// Some calls of a list, as a condition of SQL.
        struct Place {
            let list: List
            let calls: String
        }

        /// How a journal stands to what is asked about.
        enum Standing {
            /// It is of that.
            case same
            /// It goes over to that, as none of these calls was done: they are forgotten.
            case moved([Place])
        }

        /// How a journal in which something is noted stands to what is asked about.
        ///
        /// - Parameters:
        ///   - identity: What is asked about.
        ///   - known: What is noted.
        ///   - database: The journal.
        ///   - path: Its file.
        /// - Returns: That it is of it, or goes over to it.
        /// - Throws: ``Fault`` where it is of something else, and what SQLite throws.
        static func standing(
            of identity: Identity, _ known: [String: String], _ database: Database, _ path: String
        ) throws -> Standing {
            let changed = identity.facts.filter { known[$0.key] != $0.value }
            guard let (key, value) = changed.first else { return .same }
            let keys = changed.map(\.key)
            if keys.allSatisfy({ ["target", "project"].contains($0) }) {
                let naming = keys == ["project"] ? identity.naming : nil
                let places = List.allCases.map { list in
                    let writers = naming.map { naming in
                        let own = (naming[list] ?? []).sorted().map { "\($0)" }
                        return "writer IN (\(own.joined(separator: ",")))"
                    }
                    return Place(list: list, calls: writers ?? "TRUE")
                }
                if try places.allSatisfy({ try isUntouched($0, database) }) {
                    return .moved(places)
                }
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

        private static func note(
            _ facts: [(key: String, value: String)], _ database: Database
        ) throws {
            for (key, value) in facts {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO facts VALUES (?, ?)", arguments: [key, value])
            }
        }

        /// Lets a journal be of something else, and forgets the calls that would be others there, of
        /// which none was done.
        private static func beginAnew(
            _ facts: [(key: String, value: String)], _ places: [Place], _ project: String,
            _ database: Database
        ) throws {
            for place in places {
                try database.execute(
                    sql: "DELETE FROM \(place.list.rawValue) WHERE \(place.calls)")
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
        }

        /// The states of calls that were not done, and cannot have been, for SQL.
        private static let undoneStates = [
            CallState.waiting, .refused, .spared, .byHand, .unsent, .unmade,
        ].map { "\($0.rawValue)" }.joined(separator: ",")

        /// Whether none of these calls was done, or may have been.
        private static func isUntouched(_ place: Place, _ database: Database) throws -> Bool {
            try Int.fetchOne(
                database,
                sql: """
                    SELECT number FROM \(place.list.rawValue)
                    WHERE state NOT IN (\(undoneStates)) AND \(place.calls) LIMIT 1
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
