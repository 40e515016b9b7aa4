// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Foundation
    import GRDB

    /// The write-ahead journal of a plan's calls: what is to be sent before it is sent, and what came
    /// of it after.
    ///
    /// One SQLite file, synchronised at each commit and held by one process. Calls that wait for their
    /// intents to be durable are committed together.
    @available(macOS 14, *)
    package final class CallRecord: Sendable {
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

        /// Which calls.
        package enum List: String, CaseIterable, Sendable {
            case calls, undos
        }

        /// What is written of a call.
        package struct Line: Sendable {
            package var list = List.calls
            package var number: Int
            package var customer: Int
            package var writer: Int
            package var state: CallState
            /// The HTTP status of the answer.
            package var status: Int?
            /// The rule that tells what the answer means.
            package var rule: String?
            /// What is to be known of it: of a fault the answer itself.
            package var note: String?

            package init(
                _ call: (number: Int, customer: Int, writer: Int), _ state: CallState,
                in list: List = .calls
            ) {
                (number, customer, writer) = call
                self.state = state
                self.list = list
            }
        }

        /// Why there is no journal, or nothing can be written into it.
        package struct Fault: Error, CustomStringConvertible {
            /// Whether the journal is another plan's, or of another target.
            package let isRefusal: Bool
            package let description: String
        }

        /// The name of the file.
        package static let name = "apply.sqlite"
        private static let format = 1
        /// More calls than any plan has.
        private static let mostCalls = 1 << 30

        private let path: String
        private let queue: DatabaseQueue
        private let commits = DispatchQueue(label: "allonym.calls")

        private struct Pending {
            var lines: [Line] = []
            var waiting: [CheckedContinuation<Void, any Error>] = []
            var isScheduled = false
            var fault: Fault?
        }
        private let pending = Locked(Pending())

        /// Opens the journal in a folder, or makes it.
        ///
        /// - Throws: ``Fault`` where another process has it, it is of something else, or it cannot be
        ///   written.
        package init(in folder: String, of identity: Identity) throws(Fault) {
            path = "\(folder)/\(CallRecord.name)"
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .immediateError
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            do {
                // Made before SQLite makes it, so that nobody else reads it.
                let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                if descriptor >= 0 { _ = Foundation.close(descriptor) }
                queue = try DatabaseQueue(path: path, configuration: configuration)
                try queue.write { try CallRecord.prepare($0) }
                try CallRecord.check(identity, in: queue, path)
            } catch {
                throw CallRecord.fault(error, path)
            }
        }

        private static func prepare(_ database: Database) throws {
            try database.execute(
                sql: "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
            for list in List.allCases {
                try database.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS \(list.rawValue) (
                            number INTEGER PRIMARY KEY, customer INTEGER NOT NULL,
                            writer INTEGER NOT NULL, state INTEGER NOT NULL, status INTEGER,
                            rule TEXT, note TEXT)
                        """)
            }
        }

        private static func check(
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

        /// What went wrong, in words that say what to do.
        private static func fault(_ error: any Error, _ path: String) -> Fault {
            if let fault = error as? Fault { return fault }
            let text: String
            switch (error as? DatabaseError)?.resultCode {
            case .SQLITE_BUSY?, .SQLITE_LOCKED?:
                text = "\(path): another process is applying this plan; wait until it has ended"
            case .SQLITE_FULL?:
                text =
                    "\(path): the disk is full, so nothing more is sent; start it again when "
                    + "there is room"
            case .SQLITE_NOTADB?, .SQLITE_CORRUPT?:
                text = "\(path) is no journal, or is damaged; restore a copy of it"
            default: text = "\(path) cannot be written: \(error)"
            }
            return Fault(isRefusal: false, description: text)
        }

        // MARK: - Writing

        /// Writes a line, and returns when it is durable.
        package func write(_ line: Line) async throws {
            try await withCheckedThrowingContinuation { continuation in
                put(line, continuation)
            }
        }

        /// Writes a line with those that come next.
        package func add(_ line: Line) { put(line, nil) }

        /// Returns when everything is durable.
        package func flush() async throws {
            try await withCheckedThrowingContinuation { continuation in
                put(nil, continuation)
            }
        }

        private func put(_ line: Line?, _ continuation: CheckedContinuation<Void, any Error>?) {
            let begins = pending.withLock { pending in
                if let line { pending.lines.append(line) }
                if let continuation { pending.waiting.append(continuation) }
                defer { pending.isScheduled = true }
                return !pending.isScheduled
            }
            if begins { commits.async { self.commit() } }
        }

        /// Commits what has gathered, again and again until nothing has.
        private func commit() {
            while true {
                let (lines, waiting, known) = pending.withLock { pending in
                    let taken = (pending.lines, pending.waiting, pending.fault)
                    pending.lines = []
                    pending.waiting = []
                    if taken.0.isEmpty, taken.1.isEmpty { pending.isScheduled = false }
                    return taken
                }
                if lines.isEmpty, waiting.isEmpty { return }
                var fault = known
                if fault == nil, !lines.isEmpty {
                    do {
                        try queue.write { try CallRecord.insert(lines, $0) }
                    } catch {
                        fault = CallRecord.fault(error, path)
                        pending.withLock { [fault] in $0.fault = fault }
                    }
                }
                for continuation in waiting {
                    if let fault {
                        continuation.resume(throwing: fault)
                    } else {
                        continuation.resume()
                    }
                }
            }
        }

        private static func insert(_ lines: [Line], _ database: Database) throws {
            for list in List.allCases {
                let own = lines.filter { $0.list == list }
                if own.isEmpty { continue }
                let statement = try database.cachedStatement(
                    sql: "INSERT OR REPLACE INTO \(list.rawValue) VALUES (?, ?, ?, ?, ?, ?, ?)")
                for line in own {
                    try statement.execute(arguments: [
                        line.number, line.customer, line.writer, Int(line.state.rawValue),
                        line.status, line.rule, line.note,
                    ])
                }
            }
        }

        // MARK: - Reading

        /// The states of all calls, by their numbers; those that are not there are waiting.
        package func states(of list: List) throws(Fault) -> [CallState] {
            try reading { database in
                let most = try Int.fetchOne(
                    database, sql: "SELECT max(number) FROM \(list.rawValue)")
                let least = try Int.fetchOne(
                    database, sql: "SELECT min(number) FROM \(list.rawValue)")
                guard least ?? 0 >= 0, most ?? 0 < CallRecord.mostCalls else {
                    throw Fault(
                        isRefusal: false,
                        description: "\(path) is damaged: it names calls that no plan has; restore "
                            + "a copy of it")
                }
                var states = [CallState](repeating: .waiting, count: most.map { $0 + 1 } ?? 0)
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT number, state FROM \(list.rawValue)")
                while let row = try rows.next() {
                    states[row[0]] = CallState(rawValue: row[1]) ?? .unknown
                }
                return states
            }
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
                    return line
                }
            }
        }

        private func reading<Value>(_ body: (Database) throws -> Value) throws(Fault) -> Value {
            do {
                return try queue.read(body)
            } catch {
                throw CallRecord.fault(error, path)
            }
        }

        /// Closes the file; it is whole without its log then.
        package func close() throws(Fault) {
            do {
                try queue.close()
            } catch {
                throw CallRecord.fault(error, path)
            }
        }
    }
#endif
