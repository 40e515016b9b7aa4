// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration
    import AllonymSimulation

    @available(macOS 14, *)
    extension ApplicationRun {
        /// The file that has each call that is not taken back.
        static let stayingFile = "undo-left.jsonl"

        /// Lists each call that stays, counts those that have no reverse, and says whether anything
        /// was applied at all.
        func listStaying(in report: inout ApplicationReport) throws {
            let calls = application.calls
            let applied = try record.states(of: .calls)
            report.isApplied = applied.contains { $0 != .waiting && $0 != .byHand }
            var staying = try StayingCalls(
                application, applied: applied, undone: states.withLock { $0 })
            let list = try CallLines(in: application.folder, name: ApplicationRun.stayingFile)
            var counts: [String: Int] = [:]
            while let (customer, own) = try staying.nextCustomer() {
                for (call, reason) in own {
                    counts[reason.rawValue, default: 0] += 1
                    let noUndo = calls.call(of: call.writer)?.noUndo
                    try list.write(
                        call, customer, kind: calls.title(of: call.writer), reason,
                        why: reason.why(at: report.provider, noUndo: noUndo),
                        todo: reason.todo(at: report.provider))
                }
                for call in customer.calls where calls.call(of: call.writer)?.undo == nil {
                    switch CallState.of(call, in: applied) {
                    case .created, .done, .settled:
                        report.writers[call.writer].kept =
                            (report.writers[call.writer].kept ?? 0) + 1
                    case .waiting, .begun, .exists, .there, .conflict, .refused, .unknown, .spared,
                        .byHand, .unsent, .unmade:
                        break
                    }
                }
            }
            try list.finish()
            report.staying = counts.isEmpty ? nil : counts
        }
    }
#endif
