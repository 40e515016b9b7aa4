// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import GRDB

    @available(macOS 14, *)
    extension CallRecord {
        /// More calls than any plan has.
        private static let mostCalls = 1 << 30

        /// The states of all calls, by their numbers; those that are not there are waiting.
        package func states(of list: List) throws(Fault) -> [CallState] {
            try reading { database in
                try CallRecord.states(of: list, in: database, path)
            }
        }

        /// What the journal of a former run knows of a plan's calls.
        struct Former {
            /// The states of all calls, by their numbers.
            var states: [CallState] = []
            /// The states of the calls that take these back, by their numbers.
            var undos: [CallState] = []
            /// The customers of whom something was taken back.
            var undone: Set<Int> = []
        }

        /// What the journal of a former run knows, in which nothing is noted; nothing where there is
        /// none.
        ///
        /// Of one that goes over to another target or project it is what a run would keep.
        ///
        /// - Throws: ``Fault`` where another process has it, it is of something else and a run would be
        ///   refused, or it cannot be read.
        static func former(
            in folder: String, _ identity: Identity
        ) throws(Fault) -> Former {
            let path = "\(folder)/\(CallRecord.name)"
            guard FileManager.default.fileExists(atPath: path) else { return Former() }
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            configuration.prepareDatabase {
                try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            }
            do {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                let found = try queue.read { database -> Former in
                    guard try database.tableExists("facts") else { return Former() }
                    let known = try CallRecord.facts(in: database)
                    if known.isEmpty { return Former() }
                    var forgotten: [Place] = []
                    if case .moved(let places) = try CallRecord.standing(
                        of: identity, known, database, path)
                    {
                        forgotten = places
                    }
                    return Former(
                        states: try CallRecord.states(
                            of: .calls, in: database, path, without: forgotten),
                        undos: try CallRecord.states(
                            of: .undos, in: database, path, without: forgotten),
                        undone: try CallRecord.undoneCustomers(in: database))
                }
                try queue.close()
                return found
            } catch {
                throw CallRecord.fault(error, path)
            }
        }

        private static func states(
            of list: List, in database: Database, _ path: String, without forgotten: [Place] = []
        ) throws -> [CallState] {
            let kept =
                forgotten.first { $0.list == list }.map { "NOT (\($0.calls))" } ?? "TRUE"
            let most = try Int.fetchOne(
                database, sql: "SELECT max(number) FROM \(list.rawValue)")
            let least = try Int.fetchOne(
                database, sql: "SELECT min(number) FROM \(list.rawValue)")
            guard least ?? 0 >= 0, most ?? 0 < CallRecord.mostCalls else {
                throw Fault(
                    isRefusal: false,
                    description: "\(path): it is damaged, as it names calls that no plan has; "
                        + "restore a copy of it")
            }
            var states = [CallState](repeating: .waiting, count: most.map { $0 + 1 } ?? 0)
            let rows = try Row.fetchCursor(
                database, sql: "SELECT number, state FROM \(list.rawValue) WHERE \(kept)")
            while let row = try rows.next() {
                states[row[0]] = CallState(rawValue: row[1]) ?? .unknown
            }
            return states
        }

        /// What is written of calls that are not fulfilled, in the order of their numbers.
        ///
        /// - Parameters:
        ///   - list: Which calls.
        ///   - number: The first number that counts.
        ///   - most: At most so many.
        /// - Returns: The lines.
        /// - Throws: ``Fault`` where they cannot be read.
        package func unfulfilled(
            of list: List, from number: Int, most: Int
        ) throws(Fault) -> [Line] {
            let states = CallState.allCases.filter { !$0.isFulfilled }.map { "\($0.rawValue)" }
            return try reading { database in
                let rows = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT * FROM \(list.rawValue)
                        WHERE number >= ? AND state IN (\(states.joined(separator: ",")))
                        ORDER BY number LIMIT ?
                        """, arguments: [number, most])
                return rows.map { row in
                    let state = CallState(rawValue: row["state"]) ?? .unknown
                    var line = Line(
                        (row["number"], row["customer"], row["writer"]), state, in: list)
                    line.status = row["status"]
                    line.rule = row["rule"]
                    line.note = row["note"]
                    line.difference = row["difference"]
                    return line
                }
            }
        }

        /// The numbers of the customers of whom something was taken back, or may have been.
        ///
        /// - Returns: The numbers.
        /// - Throws: ``Fault`` where they cannot be read.
        package func undoneCustomers() throws(Fault) -> Set<Int> {
            try reading(CallRecord.undoneCustomers)
        }

        private static func undoneCustomers(in database: Database) throws -> Set<Int> {
            let states = [CallState.begun, .created, .done, .settled, .unknown]
                .map { "\($0.rawValue)" }
            return try Int.fetchSet(
                database,
                sql: """
                    SELECT DISTINCT customer FROM \(List.undos.rawValue)
                    WHERE state IN (\(states.joined(separator: ",")))
                    """)
        }

        private func reading<Value>(_ body: (Database) throws -> Value) throws(Fault) -> Value {
            do {
                return try queue.read(body)
            } catch {
                throw CallRecord.fault(error, path)
            }
        }
    }
#endif
