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
                try queue.write { database in
                    for (key, value) in facts {
                        try database.execute(
                            sql: "INSERT INTO facts VALUES (?, ?)", arguments: [key, value])
                    }
                }
                return
            }
            for (key, value) in facts where known[key] != value {
                throw Fault(
                    isRefusal: true, description: refusal(key, known[key] ?? "", value, path))
            }
        }

        private static func refusal(
            _ key: String, _ known: String, _ value: String, _ path: String
        ) -> String {
            switch key {
            case "plan":
                "\(path) is of another plan than the one in this folder now: what that one has done "
                    + "would be done again. Put the former plan back, or, where the target is a new "
                    + "one, move the file away."
            case "format":
                "\(path) has format \(known), and this program writes \(value); use the program that "
                    + "began it."
            default:
                "\(path) is of the \(key) \"\(known)\", not \"\(value)\". To apply the plan there as "
                    + "well, apply a copy of its folder without this file."
            }
        }
    }
#endif
