// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import GRDB

    extension SQLiteJournal {
        package func erase(_ erasure: JournalErasure) throws(JournalFault) {
            let snapshot = try snapshot()
            try writing { database in
                let update = try database.cachedStatement(
                    sql: "UPDATE texts SET text = ? WHERE sequence = ? AND number = ?")
                for (sequence, places) in erasure.texts {
                    for (number, blank) in places {
                        try update.execute(arguments: [StoredText(blank), sequence, number])
                    }
                }
                try SQLiteJournal.blankDeliveries(erasure, database)
                if let snapshot {
                    try SQLiteJournal.insert(erasure.blanked(snapshot), database)
                }
            }
            // The log still has the pages as they were: they go into the file, and the log is emptied.
            do {
                try SQLiteJournal.checkpoint(queue)
            } catch {
                throw SQLiteJournal.fault(error, path)
            }
            try removeCopies()
        }

        private static func blankDeliveries(
            _ erasure: JournalErasure, _ database: Database
        ) throws {
            var touched: Set<Int> = []
            for user in erasure.users.keys {
                touched.formUnion(
                    try Int.fetchAll(
                        database, sql: "SELECT id FROM deliveries WHERE user = ?",
                        arguments: [StoredText(user)]))
            }
            for (token, _) in erasure.tokens {
                touched.formUnion(
                    try Int.fetchAll(
                        database, sql: "SELECT id FROM deliveries WHERE instr(body, ?) > 0",
                        arguments: [Data(token)]))
            }
            for id in touched.sorted() {
                let row = try Row.fetchOne(
                    database, sql: "SELECT * FROM deliveries WHERE id = ?", arguments: [id])
                guard let row, let blanked = erasure.blanked(try delivery(row)) else { continue }
                try database.execute(
                    sql: """
                        UPDATE deliveries SET user = ?, body = ?, state = ?, answer = ?
                        WHERE id = ?
                        """,
                    arguments: [
                        StoredText(blanked.user), Data(blanked.body), blanked.state.rawValue,
                        blanked.answer, id,
                    ])
            }
        }
    }
#endif
