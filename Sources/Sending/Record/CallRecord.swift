// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
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
            /// What is there instead of what is wanted, or why nobody can tell.
            package var difference: String?

            package init(
                _ call: (number: Int, customer: Int, writer: Int), _ state: CallState,
                in list: List = .calls
            ) {
                (number, customer, writer) = call
                self.state = state
                self.list = list
            }

            /// What tells a fault from others: the rule, or the status, or that there was no answer.
            var reason: String { rule ?? status.map { "HTTP \($0)" } ?? "no answer" }
        }

        /// Why there is no journal, or nothing can be written into it.
        package struct Fault: Error, CustomStringConvertible {
            /// Whether the journal is another plan's, or of another target.
            package let isRefusal: Bool
            /// Whether another process has it, so that it can be had later.
            package var isBusy = false
            package let description: String
        }

        /// The name of the file.
        package static let name = "apply.sqlite"
        static let format = 1

        let path: String
        let queue: DatabaseQueue
        /// What was done while another project was named; nil where nothing was.
        let earlier: ApplicationReport.Earlier?
        let commits = DispatchQueue(label: "allonym.calls")

        /// What waits for the next commit.
        struct Pending {
            var lines: [Line] = []
            var waiting: [CheckedContinuation<Void, any Error>] = []
            /// Whether a commit is to come that will take them.
            var isCommitDue = false
            var fault: Fault?
        }
        let pending = Locked(Pending())
        /// How many faults were written by this process, by what became of the calls and why.
        let faults = Locked<[FaultKind: Int]>([:])

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
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            do {
                // Made before SQLite makes it, so that nobody else reads it.
                let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                if descriptor >= 0 { _ = Foundation.close(descriptor) }
                queue = try DatabaseQueue(path: path, configuration: configuration)
                // Not before: GRDB lowers it to NORMAL when it turns to a log that is written ahead.
                try queue.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA synchronous = FULL")
                }
                try queue.write { try CallRecord.prepare($0) }
                earlier = try CallRecord.check(identity, in: queue, path)
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
                            rule TEXT, note TEXT, difference TEXT)
                        """)
                // Journals that an earlier program has begun do not have it.
                let columns = try database.columns(in: list.rawValue)
                if !columns.contains(where: { $0.name == "difference" }) {
                    try database.execute(
                        sql: "ALTER TABLE \(list.rawValue) ADD COLUMN difference TEXT")
                }
            }
        }

        /// What went wrong, in words that say what to do.
        static func fault(_ error: any Error, _ path: String) -> Fault {
            if let fault = error as? Fault { return fault }
            let text: String
            var isBusy = false
            switch (error as? DatabaseError)?.resultCode {
            case .SQLITE_BUSY?, .SQLITE_LOCKED?:
                text = "\(path): another process is applying this plan; wait until it has ended"
                isBusy = true
            case .SQLITE_FULL?:
                text =
                    "\(path): the disk is full, so nothing more is sent; start it again when "
                    + "there is room"
            case .SQLITE_NOTADB?, .SQLITE_CORRUPT?:
                text = "\(path): it is no journal, or is damaged; restore a copy of it"
            default: text = "\(path): cannot be written: \(error.systemReason)"
            }
            return Fault(isRefusal: false, isBusy: isBusy, description: text)
        }

        /// When SQLite synchronises the file; 2 is at each commit.
        package func synchronisation() throws -> Int? {
            try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
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
