// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Foundation
    import GRDB

    @available(macOS 14, *)
    extension CallRecord {
        /// Writes a line, and returns when it is durable.
        package func write(_ line: Line) async throws {
            try await withCheckedThrowingContinuation { continuation in
                put(line, continuation)
            }
        }

        /// Writes a line with those that come next, or soon.
        package func add(_ line: Line) { put(line, nil) }

        /// Returns when everything is durable.
        package func flush() async throws {
            try await withCheckedThrowingContinuation { continuation in
                put(nil, continuation)
            }
        }

        /// How long lines gather before they are committed: a commit costs as much as several calls,
        /// and few targets answer that fast.
        private static let gathering = DispatchTimeInterval.milliseconds(4)

        private func put(_ line: Line?, _ continuation: CheckedContinuation<Void, any Error>?) {
            if let line, line.state.isFault {
                faults.withLock { $0[FaultKind(line.state, line.reason), default: 0] += 1 }
            }
            pending.withLock { pending in
                if let line { pending.lines.append(line) }
                if let continuation { pending.waiting.append(continuation) }
                if pending.isCommitDue { return }
                pending.isCommitDue = true
                commits.asyncAfter(deadline: .now() + CallRecord.gathering) { self.commit() }
            }
        }

        /// Commits what has gathered.
        private func commit() {
            let (lines, waiting, known) = pending.withLock { pending in
                let taken = (pending.lines, pending.waiting, pending.fault)
                (pending.lines, pending.waiting, pending.isCommitDue) = ([], [], false)
                return taken
            }
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

        private static func insert(_ lines: [Line], _ database: Database) throws {
            for list in List.allCases {
                let own = lines.filter { $0.list == list }
                if own.isEmpty { continue }
                let statement = try database.cachedStatement(
                    sql: "INSERT OR REPLACE INTO \(list.rawValue) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
                for line in own {
                    // As many as the statement takes.
                    statement.setUncheckedArguments([
                        line.number, line.customer, line.writer, Int(line.state.rawValue),
                        line.status, line.rule, line.note, line.difference,
                    ])
                    try statement.execute()
                }
            }
        }
    }
#endif
