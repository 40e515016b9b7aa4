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

            /// What a journal is of.
            package init(plan: String, target: String, project: String) {
                self.plan = plan
                self.target = target
                self.project = project
            }
        }

        /// Notes what the journal is of, or compares it with what is noted.
        ///
        /// A journal of which nothing was done anywhere goes over to another target or project: who
        /// has mistyped one goes on with the right one.
        static func check(
            _ identity: Identity, in queue: DatabaseQueue, _ path: String
        ) throws {
            let facts = [
                ("format", "\(format)"), ("plan", identity.plan), ("target", identity.target),
                ("project", identity.project),
            ]
            let known = try queue.read { database in
                try Row.fetchAll(database, sql: "SELECT key, value FROM facts")
                    .reduce(into: [String: String]()) { $0[$1["key"]] = $1["value"] }
            }
            guard !known.isEmpty else {
                try queue.write { try note(facts, $0) }
                return
            }
            let changed = facts.filter { known[$0.0] != $0.1 }
            guard let (key, value) = changed.first else { return }
            let isElsewhere = changed.allSatisfy { ["target", "project"].contains($0.0) }
            if isElsewhere, try queue.write({ try beginAnew(facts, $0) }) { return }
            throw Fault(isRefusal: true, description: refusal(key, known[key] ?? "", value, path))
        }

        private static func note(_ facts: [(String, String)], _ database: Database) throws {
            for (key, value) in facts {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO facts VALUES (?, ?)", arguments: [key, value])
            }
        }

        /// Lets a journal be of something else, where nothing was done.
        private static func beginAnew(
            _ facts: [(String, String)], _ database: Database
        ) throws -> Bool {
            guard try isUntouched(database) else { return false }
            for list in List.allCases {
                try database.execute(sql: "DELETE FROM \(list.rawValue)")
            }
            try note(facts, database)
            return true
        }

        /// Whether nothing that the journal knows of was done, or may have been.
        private static func isUntouched(_ database: Database) throws -> Bool {
            let states = [CallState.waiting, .refused, .spared, .byHand, .unsent]
                .map { "\($0.rawValue)" }
            for list in List.allCases {
                let other = try Int.fetchOne(
                    database,
                    sql: """
                        SELECT number FROM \(list.rawValue)
                        WHERE state NOT IN (\(states.joined(separator: ","))) LIMIT 1
                        """)
                if other != nil { return false }
            }
            return true
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
                "\(path): it is the record of the \(key) \"\(known)\", not \"\(value)\"; to apply "
                    + "the plan there as well, apply a copy of its folder without this file"
            }
        }
    }
#endif
