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

        /// How long outcomes wait for somebody's intent to be committed with.
        private static let patience = DispatchTimeInterval.milliseconds(5)

        private func put(_ line: Line?, _ continuation: CheckedContinuation<Void, any Error>?) {
            pending.withLock { pending in
                if let line { pending.lines.append(line) }
                if let continuation { pending.waiting.append(continuation) }
                schedule(&pending)
            }
        }

        /// Lets somebody who waits be written for at once, and what nobody waits for a little later.
        private func schedule(_ pending: inout Pending) {
            if pending.isWriting { return }
            if !pending.waiting.isEmpty {
                pending.isWriting = true
                commits.async { self.commit() }
            } else if !pending.lines.isEmpty, !pending.isDue {
                pending.isDue = true
                commits.asyncAfter(deadline: .now() + CallRecord.patience) {
                    self.pending.withLock { $0.isDue = false }
                    self.commit()
                }
            }
        }

        /// Commits what has gathered, again and again until nobody waits.
        private func commit() {
            while true {
                let (lines, waiting, known) = pending.withLock { pending in
                    let taken = (pending.lines, pending.waiting, pending.fault)
                    pending.lines = []
                    pending.waiting = []
                    pending.isWriting = true
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
                let isDone = pending.withLock { pending in
                    guard pending.waiting.isEmpty else { return false }
                    pending.isWriting = false
                    schedule(&pending)
                    return true
                }
                if isDone { return }
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
    }
#endif
