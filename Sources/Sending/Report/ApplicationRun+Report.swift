// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymSimulation
    import Foundation

    @available(macOS 14, *)
    extension ApplicationRun {
        /// What has become of all calls; `failed.jsonl` is written on the way.
        ///
        /// - Parameter seconds: How long the run took.
        /// - Returns: The report.
        /// - Throws: ``ApplicationFault`` where a file cannot be written, and what reading the plan
        ///   throws.
        func report(seconds: Double) throws -> ApplicationReport {
            let calls = application.calls
            let isUndo = application.list == .undos
            var report = ApplicationReport(
                plan: calls.manifest.plan, provider: application.target,
                target: application.client.base, isUndo: isUndo)
            report.writers = calls.writers.indices.map { number in
                ApplicationReport.Writer(
                    id: calls.writers[number], title: calls.title(of: number),
                    noUndo: calls.call(of: number)?.noUndo)
            }
            report.earlier = record.earlier
            if isUndo {
                try listStaying(in: &report)
                report.isUnsure = application.options.undoesUnsure
            }
            if application.options.canary != nil { (report.canary, report.tried) = ([], 0) }
            let naming = isUndo ? [] : application.naming(.calls)
            var (isProjectKnown, isProjectMissed) = (false, false)
            var (isProjectTried, isProjectLeft) = (false, false)
            let made = canary.withLock { $0 }
            let states = states.withLock { $0 }
            let failed = try CallLines(
                in: application.folder, name: isUndo ? "undo-failed.jsonl" : "failed.jsonl")
            var faults = FaultLines(record, application.list)
            let reader = try isUndo ? calls.undoReader() : calls.reader()
            reader.readsIDs = true
            while let customer = try reader.next() {
                guard application.isMeant(customer) else { continue }
                if undone.contains(customer.customer) {
                    report.undone = (report.undone ?? 0) + 1
                    continue
                }
                // Of one with whom the run has ended nothing may have been done.
                if made.contains(customer.customer),
                    customer.calls.contains(where: { states[$0.number] != .waiting })
                {
                    report.tried = (report.tried ?? 0) + 1
                    // Of one who has nothing there is nothing to look at.
                    if customer.calls.contains(where: { states[$0.number].isThere }) {
                        let id = customer.ids.map(\.target).first { !$0.isEmpty }
                        report.canary?.append(id ?? customer.ids.first?.source ?? "")
                    }
                }
                report.count(customer.calls.map { states[$0.number] })
                for call in customer.calls.sorted(by: { $0.number < $1.number }) {
                    let state = states[call.number]
                    report.count(state, writer: call.writer)
                    if naming.contains(call.writer) {
                        if state.isThere { isProjectKnown = true }
                        if state == .waiting {
                            isProjectLeft = true
                        } else if state != .byHand {
                            isProjectTried = true
                        }
                    }
                    guard state.isFault, let line = try faults.line(call.number) else { continue }
                    if naming.contains(call.writer) {
                        if line.status == 404 {
                            isProjectMissed = true
                        } else if state != .unknown {
                            isProjectKnown = true
                        }
                    }
                    report.note(line.reason, of: customer.ids.first?.source)
                    if let rule = line.rule,
                        let says = application.rules.says(rule)
                            ?? StayingReason(rawValue: rule)?.why(at: report.provider, noUndo: nil)
                    {
                        report.sentences = report.sentences ?? [:]
                        report.sentences?[rule] = says
                    }
                    if state == .conflict, line.difference == CallSender.gone {
                        report.gone = (report.gone ?? 0) + 1
                    }
                    try failed.write(call, line, customer)
                }
            }
            try failed.finish()
            if isProjectMissed, !isProjectKnown { report.unknownProject = application.project }
            if isUndo ? report.calls[CallState.done.word] != nil : report.undone != nil {
                report.whyNotAgain = application.whyNotAgain
            }
            report.sent = progress.sent
            report.readings = progress.readings
            report.seconds = seconds
            report.stopped = stop.reason?.word
            if report.stopped == "canary", isProjectLeft, !isProjectTried {
                report.untriedProject = application.project
            }
            report.stoppedBecause = stop.reason?.description
            try ReportFiles.write(report, in: application.folder)
            return report
        }
    }

    /// The lines of faults, read from the journal in pieces, in the order of their numbers.
    struct FaultLines {
        private let record: CallRecord
        private let list: CallRecord.List
        private var lines: ArraySlice<CallRecord.Line> = []
        private var next = 0
        private var isDone = false

        init(_ record: CallRecord, _ list: CallRecord.List) {
            (self.record, self.list) = (record, list)
        }

        /// The line of a call; numbers are asked for nearly in order.
        mutating func line(_ number: Int) throws(CallRecord.Fault) -> CallRecord.Line? {
            if number < next, lines.first.map({ $0.number > number }) ?? true {
                return try record.unfulfilled(of: list, from: number, most: 1).first
            }
            while true {
                while let first = lines.first, first.number < number { lines = lines.dropFirst() }
                if let first = lines.first { return first.number == number ? first : nil }
                if isDone { return nil }
                let piece = try record.unfulfilled(of: list, from: max(next, number), most: 1_000)
                isDone = piece.count < 1_000
                next = (piece.last?.number ?? number) + 1
                lines = piece[...]
            }
        }
    }
#endif
