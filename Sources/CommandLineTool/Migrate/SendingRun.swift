// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymSending
    import ArgumentParser
    import Foundation

    /// Runs what makes the calls of a plan, tells how far it is, and prints what became of it.
    @available(macOS 14, *)
    struct SendingRun {
        private let sending: SendingOptions
        private let list: IDList?
        private let common: CommonOptions
        private let isJSON: Bool
        private let command: String
        /// What no call brings, made before anything is sent; nil where nothing is handed over.
        private let handing: (() throws -> HandingSheet)?

        init(
            _ sending: SendingOptions, _ list: IDList?, _ common: CommonOptions, _ isJSON: Bool,
            _ command: String, handing: (() throws -> HandingSheet)? = nil
        ) {
            (self.sending, self.list, self.common) = (sending, list, common)
            (self.isJSON, self.command) = (isJSON, command)
            self.handing = handing
        }

        func run(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let stop = StopSignal()
            let (report, sheet, signal) = try await TargetClient.sending(
                to: url, connections: sending.concurrency
            ) { client in
                let application = try make(client)
                try checkOnly(application)
                if application.isUndo, let why = application.whyNotAgain {
                    CheckNotes.write(
                        "Customers who are undone cannot be applied again there: \(why).")
                }
                try sending.ask(.calls(isUndo: application.isUndo)) {
                    let coming = try application.coming()
                    return SendingOptions.Prospect(
                        count: coming.count,
                        notes: application.finalities(of: coming).map {
                            "\($0.title): \($0.calls.of("call")). \($0.says)"
                        })
                }
                // A folder that cannot be written must not cost the report of what was sent.
                let sheet = try handing?()
                // Only now: whoever is asked for the host can end the program as ever.
                let signals = StopSignals { stop.set() }
                let report = try await tell(application, stop)
                return (report, sheet, signals.received)
            }
            let printed = PrintedReport(report, handing: sheet)
            try say(printed, printed.lines)
            let code = SendingRun.code(of: report, signal)
            if code != 0 { throw ExitCode(code) }
        }

        /// Says what the calls would come to; nothing is sent.
        func foretell(_ make: (TargetClient) throws -> Application) async throws {
            let target = try sending.target()
            // A server on this machine can go by a clock of its own.
            let now = target.isThisMachine ? nil : Int64(Date.now.timeIntervalSince1970 * 1_000)
            let outlook = try await TargetClient.sending(to: target.url, connections: 1) { client in
                let application = try make(client)
                try checkOnly(application)
                return try application.outlook(now: now)
            }
            let plan = ShellWord.text(of: sending.plan)
            let hint = outlook.codes.first.map {
                "To list everybody whom a finding concerns: allonym migrate list --plan \(plan) --code "
                    + $0
            }
            try say(outlook, outlook.lines + (hint.map { [$0] } ?? []))
        }

        /// Says what taking back would come to; nothing is sent.
        func foretellUndo(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let outlook = try await TargetClient.sending(to: url, connections: 1) { client in
                let application = try make(client)
                try checkOnly(application)
                return try application.undoOutlook()
            }
            try say(outlook, outlook.lines)
        }

        /// Says what of the calls is at the target already; nothing is changed there.
        func look(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let stop = StopSignal()
            let (found, signal) = try await TargetClient.sending(
                to: url, connections: sending.concurrency
            ) { client in
                let application = try make(client)
                try checkOnly(application)
                try sending.ask(.readings) {
                    SendingOptions.Prospect(count: try application.readable())
                }
                let progress = ProgressLine(command)
                progress.show("begin")
                defer { progress.end() }
                let total = application.total
                let signals = StopSignals { stop.set() }
                let found = try await application.look(stop: stop) { [weak progress] done in
                    progress?.show("reading", done, of: total, .things("call"))
                }
                return (found, signals.received)
            }
            try say(found, found.lines)
            if let signal { throw ExitCode(128 + signal) }
            if let reason = stop.reason {
                // Another run would be answered alike.
                throw ExitCode(SendingRun.needsSomebody(reason.word) ? 1 : 75)
            }
            if found.different + found.overwritten > 0 { throw ExitCode(1) }
        }

        /// As many IDs of no customer are named.
        private static let mostNamed = 20

        /// Says which IDs of `--only` are of no customer with calls, and on which lines they stand.
        ///
        /// - Throws: ``ApplicationFault`` where that is all of them.
        private func checkOnly(_ application: Application) throws {
            guard let list, let unmet = try application.unmet(), !unmet.ids.isEmpty else { return }
            let (file, count) = (list.file, unmet.ids.count)
            guard count < unmet.of else {
                let none =
                    unmet.of == 1
                    ? "its ID is of no customer"
                    : "none of its \(unmet.of.grouped) IDs is of a customer"
                throw ApplicationFault.data(
                    "\(file): \(none) who has calls in this plan, so nothing was sent; check the "
                        + "IDs, which are compared exactly, upper and lower case as well"
                        + (list.hint.map { "; \($0)" } ?? ""))
            }
            if let hint = list.hint { CheckNotes.write("\(file): \(hint).") }
            CheckNotes.write(
                "Of the \(unmet.of.grouped) IDs in \(file), \(count.grouped) "
                    + "\(count == 1 ? "is" : "are") of no customer who has calls in this "
                    + "plan.")
            let lines = list.entries.filter { unmet.ids.contains($0.id) }
            for entry in lines.prefix(SendingRun.mostNamed) {
                CheckNotes.write(
                    "\(file):\(entry.line): \"\(entry.id)\" is of no customer who has calls in this "
                        + "plan.")
            }
            if lines.count > SendingRun.mostNamed {
                CheckNotes.write("And \((lines.count - SendingRun.mostNamed).grouped) more lines.")
            }
        }

        private func say(_ value: some Encodable, _ lines: [String]) throws {
            let output = try common.open(isPrivate: true, ofPlans: [sending.plan])
            if isJSON {
                try output.write(json: value)
            } else {
                try output.write(lines: lines)
            }
            try output.close()
        }

        private func tell(
            _ application: Application, _ stop: StopSignal
        ) async throws -> ApplicationReport {
            let progress = ProgressLine(command)
            progress.show("begin")
            defer { progress.end() }
            return try await application.run(stop: stop) { [weak progress] far in
                // What former runs have done is no speed of this one.
                progress?.show(
                    "sending", far.made, of: far.coming, .counted("call"),
                    note: SendingRun.note(far),
                    nextTry: far.hold > .zero ? ContinuousClock.now + far.hold : nil)
            }
        }

        /// What is said beside how far a run is: the limit, why nothing starts, and what
        /// came to nothing, by its kind.
        private static func note(_ far: ApplicationProgress) -> String? {
            var parts: [String] = []
            if let limit = far.limit { parts.append("limit \(limit)") }
            if far.hold > .zero, let reason = far.reason {
                parts.append(ProgressLine.reason(reason))
            }
            parts += far.faultKinds.named(most: 3)
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }

        /// Whether a run that has ended for a reason, by its word, would end alike the next time.
        private static func needsSomebody(_ word: String) -> Bool {
            ["key-refused", "redirected", "errors"].contains(word)
        }

        /// What the program exits with.
        private static func code(of report: ApplicationReport, _ signal: Int32?) -> Int32 {
            if let signal, !report.isComplete { return 128 + signal }
            if report.faultyCustomers > 0 || report.tookNothingBack { return 1 }
            switch report.stopped {
            case let word? where needsSomebody(word): return 1
            case "canary": return 0
            default:
                if report.customers.left > 0 { return 75 }
                return (report.customers.byHand ?? 0) > 0 ? 1 : 0
            }
        }

        /// The exit code and the message of an error; nil for any other.
        static func words(for error: any Error) -> (code: Int32, message: String)? {
            guard let fault = error as? ApplicationFault else { return nil }
            return switch fault {
            case .usage, .noCalls: (64, fault.description)
            case .data: (65, fault.description)
            case .output: (74, fault.description)
            case .busy: (75, fault.description)
            }
        }
    }
#endif
