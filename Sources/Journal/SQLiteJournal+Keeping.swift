// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import GRDB

    // Snapshots and deliveries.

    extension SQLiteJournal {
        package func snapshot() throws(JournalFault) -> JournalSnapshot? {
            try reading { database in
                let row = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT sequence, checksum, version, body, texts FROM snapshots
                        ORDER BY sequence DESC LIMIT 1
                        """)
                guard let row else { return nil }
                let body: Data = row[3]
                return JournalSnapshot(
                    sequence: row[0], checksum: UInt64(bitPattern: row[1]), version: row[2],
                    body: [UInt8](body),
                    texts: try SQLiteJournal.texts(in: row[4], of: "the newest snapshot's texts"))
            }
        }

        package func save(_ snapshot: JournalSnapshot) throws(JournalFault) {
            try writing { database in
                try SQLiteJournal.insert(snapshot, database)
                try database.execute(
                    sql: "DELETE FROM snapshots WHERE sequence <> ?", arguments: [snapshot.sequence]
                )
            }
        }

        static func insert(_ snapshot: JournalSnapshot, _ database: Database) throws {
            try database.execute(
                sql: "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    snapshot.sequence, Int64(bitPattern: snapshot.checksum), snapshot.version,
                    Data(snapshot.body), bytes(of: snapshot.texts),
                ])
        }

        /// Texts as one value: each after the number of its bytes.
        static func bytes(of texts: [String]) -> Data {
            var bytes: [UInt8] = []
            for text in texts {
                bytes.append(contentsOf: String(text.utf8.count).utf8)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(contentsOf: text.utf8)
            }
            return Data(bytes)
        }

        /// The texts in such a value.
        ///
        /// - Parameters:
        ///   - data: The value.
        ///   - what: What they are, for a fault's message.
        /// - Returns: The texts.
        /// - Throws: ``JournalFault`` where it is no such value.
        static func texts(in data: Data, of what: String) throws -> [String] {
            let bytes = [UInt8](data)
            var texts: [String] = []
            var offset = 0
            while offset < bytes.count {
                var count = 0
                while offset < bytes.count, (48...57).contains(bytes[offset]), count < bytes.count {
                    count = count * 10 + Int(bytes[offset] - 48)
                    offset += 1
                }
                guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":"),
                    count < bytes.count - offset
                else {
                    throw JournalFault.damaged(
                        "the journal: \(what) are damaged; restore a copy of it")
                }
                offset += 1
                texts.append(String(decoding: bytes[offset..<offset + count], as: UTF8.self))
                offset += count
            }
            return texts
        }
    }

    // MARK: - Deliveries

    extension SQLiteJournal {
        static func insert(_ delivery: Delivery, _ database: Database) throws {
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO deliveries (endpoint, event, name, user, body, state, tries, due, answer)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            try statement.execute(arguments: [
                StoredText(delivery.endpoint), StoredText(delivery.event),
                StoredText(delivery.name), StoredText(delivery.user), Data(delivery.body),
                delivery.state.rawValue, delivery.tries, delivery.due, delivery.answer,
            ])
        }

        package func deliveries(
            _ state: Delivery.State?, dueBy: Int64?, after id: Int?, limit: Int
        ) throws(JournalFault) -> [Delivery] {
            try reading { database in
                var condition = state.map { "state = '\($0.rawValue)' AND " } ?? ""
                var arguments: StatementArguments = []
                if let id {
                    condition += "id > ? AND "
                    arguments += [id]
                }
                arguments += [dueBy ?? .max, max(limit, 0)]
                return try Row.fetchAll(
                    database,
                    sql: "SELECT * FROM deliveries WHERE \(condition)due <= ? ORDER BY id LIMIT ?",
                    arguments: arguments
                ).map(SQLiteJournal.delivery)
            }
        }

        package func waitingDeliveries(
            dueAfter time: Int64
        ) throws(JournalFault) -> [WaitingDelivery] {
            try reading { database in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT id, endpoint, user, due FROM deliveries
                        WHERE state = 'pending' AND due > ? ORDER BY id
                        """, arguments: [time]
                ).map { row in
                    WaitingDelivery(
                        id: row[0], endpoint: row.text(1), user: row.text(2), due: row[3])
                }
            }
        }

        package func delivery(_ id: Int) throws(JournalFault) -> Delivery? {
            try reading { database in
                try Row.fetchOne(
                    database, sql: "SELECT * FROM deliveries WHERE id = ?", arguments: [id]
                ).map(SQLiteJournal.delivery)
            }
        }

        package func latestDeliveries(
            _ state: Delivery.State?, of users: [String]?, before id: Int?, limit: Int
        ) throws(JournalFault) -> [Delivery] {
            try reading { database in
                var conditions = ["id < ?"]
                var arguments: StatementArguments = [id ?? .max]
                if let state {
                    conditions.append("state = ?")
                    arguments += [state.rawValue]
                }
                if let users {
                    // The list as one value: an ID is never a part of the statement.
                    conditions.append("hex(user) IN (SELECT value FROM json_each(?))")
                    let hexes = try JSONEncoder().encode(users.map(StoredText.hex))
                    arguments += [String(decoding: hexes, as: UTF8.self)]
                }
                arguments += [max(limit, 0)]
                let sql =
                    "SELECT * FROM deliveries WHERE \(conditions.joined(separator: " AND ")) "
                    + "ORDER BY id DESC LIMIT ?"
                return try Row.fetchAll(database, sql: sql, arguments: arguments)
                    .map(SQLiteJournal.delivery)
            }
        }

        package func deliveryCounts() throws(JournalFault) -> [Delivery.State: Int] {
            try reading { database in
                let rows = try Row.fetchAll(
                    database, sql: "SELECT state, count(*) FROM deliveries GROUP BY state")
                return rows.reduce(into: [:]) { counts, row in
                    let word: String = row[0]
                    if let state = Delivery.State(rawValue: word) { counts[state] = row[1] }
                }
            }
        }

        static func delivery(_ row: Row) throws -> Delivery {
            let state: String = row["state"]
            guard let state = Delivery.State(rawValue: state) else {
                throw JournalFault.damaged(
                    "the journal: a delivery has the unknown state \"\(state)\"; restore a copy of "
                        + "it"
                )
            }
            let body: Data = row["body"]
            return Delivery(
                id: row["id"], endpoint: row.text("endpoint"), event: row.text("event"),
                name: row.text("name"), user: row.text("user"), body: [UInt8](body), state: state,
                tries: row["tries"], due: row["due"], answer: row["answer"],
                attempts: try attempts(in: row["attempts"]))
        }

        package func update(_ deliveries: [Delivery]) throws(JournalFault) {
            try writing { database in
                let statement = try database.cachedStatement(
                    sql: """
                        UPDATE deliveries SET state = ?, tries = ?, due = ?, answer = ?,
                        attempts = ? WHERE id = ? AND length(body) > 0
                        """)
                for delivery in deliveries {
                    try statement.execute(arguments: [
                        delivery.state.rawValue, delivery.tries, delivery.due, delivery.answer,
                        SQLiteJournal.bytes(of: delivery.attempts), delivery.id,
                    ])
                }
            }
        }
    }
#endif
