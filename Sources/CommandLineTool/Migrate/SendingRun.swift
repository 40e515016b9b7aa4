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
        private let common: CommonOptions
        private let isJSON: Bool
        private let command: String
        /// What is said behind the report: what no call brings.
        private let rest: () throws -> [String]

        init(
            _ sending: SendingOptions, _ common: CommonOptions, _ isJSON: Bool, _ command: String,
            rest: @escaping () throws -> [String] = { [] }
        ) {
            (self.sending, self.common) = (sending, common)
            (self.isJSON, self.command) = (isJSON, command)
            self.rest = rest
        }

        func run(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let stop = StopSignal()
            let signals = StopSignals { stop.set() }
            let report = try await TargetClient.sending(
                to: url, connections: sending.concurrency
            ) { client in
                let application = try make(client)
                try checkOnly(application)
                if application.isUndo, let why = application.whyNotAgain {
                    CheckNotes.write(
                        "Customers who are undone cannot be applied again there: \(why).")
                }
                try sending.ask(
                    .calls(isUndo: application.isUndo), application.total,
                    application.finalities.map { "\($0.title): \($0.says)" })
                return try await tell(application, stop)
            }
            try say(report, report.lines + (isJSON ? [] : rest()))
            let code = SendingRun.code(of: report, signals.received)
            if code != 0 { throw ExitCode(code) }
        }

        /// Says what the calls would come to; nothing is sent.
        func foretell(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let outlook = try await TargetClient.sending(to: url, connections: 1) { client in
                let application = try make(client)
                try checkOnly(application)
                return try application.outlook()
            }
            let hint =
                "To list everybody whom a finding concerns: allonym migrate list --plan "
                + "\(ShellWord.text(of: sending.plan)) --code CODE"
            try say(outlook, outlook.lines + (outlook.findings.isEmpty ? [] : [hint]))
        }

        /// Says what of the calls is at the target already; nothing is changed there.
        func look(_ make: (TargetClient) throws -> Application) async throws {
            let url = try sending.target().url
            let stop = StopSignal()
            let signals = StopSignals { stop.set() }
            let found = try await TargetClient.sending(
                to: url, connections: sending.concurrency
            ) { client in
                let application = try make(client)
                try checkOnly(application)
                try sending.ask(.readings, application.readable())
                let progress = ProgressLine(command)
                progress.show("begin")
                defer { progress.end() }
                let total = application.total
                return try await application.look(stop: stop) { [weak progress] done in
                    progress?.show("reading", done, of: total, .things("call"))
                }
            }
            try say(found, found.lines)
            if let signal = signals.received { throw ExitCode(128 + signal) }
            if found.stopped != nil { throw ExitCode(75) }
            if found.different > 0 { throw ExitCode(1) }
        }

        /// Says how many IDs of `--only` are of no customer with calls.
        ///
        /// - Throws: ``ApplicationFault`` where that is all of them.
        private func checkOnly(_ application: Application) throws {
            guard let file = sending.only, let unmet = try application.unmet(), unmet.count > 0
            else { return }
            guard unmet.count < unmet.of else {
                let none =
                    unmet.of == 1
                    ? "its ID is of no customer"
                    : "none of its \(unmet.of.grouped) IDs is of a customer"
                throw ApplicationFault.data(
                    "\(file): \(none) who has calls in this plan, so nothing was sent; check the "
                        + "IDs, which are compared exactly, upper and lower case as well")
            }
            CheckNotes.write(
                "Of the \(unmet.of.grouped) IDs in \(file), \(unmet.count.grouped) "
                    + "\(unmet.count == 1 ? "is" : "are") of no customer who has calls in this "
                    + "plan.")
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
                let left = far.total - far.finished
                progress?.show(
                    "sending", far.ended, of: far.ended + left, .things("call"),
                    note: SendingRun.note(far),
                    nextTry: far.hold > .zero ? ContinuousClock.now + far.hold : nil)
            }
        }

        /// What is said beside how far a run is: what was found, the limit, and why nothing
        /// starts.
        private static func note(_ far: ApplicationProgress) -> String? {
            var parts = [CallState.conflict, .refused, .unknown].compactMap { state in
                far.outcomes[state].map { "\($0.grouped) \(state.word)" }
            }
            if let limit = far.limit { parts.append("limit \(limit)") }
            if far.hold > .zero, let reason = far.reason {
                parts.append(ProgressLine.reason(reason))
            }
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }

        /// What the program exits with.
        private static func code(of report: ApplicationReport, _ signal: Int32?) -> Int32 {
            if let signal, !report.isComplete { return 128 + signal }
            if report.faultyCustomers > 0 || report.tookNothingBack { return 1 }
            switch report.stopped {
            case "key-refused", "errors": return 1
            case "canary": return 0
            default: return report.customers.left > 0 ? 75 : 0
            }
        }

        /// The exit code and the message of an error; nil for any other.
        static func words(for error: any Error) -> (code: Int32, message: String)? {
            guard let fault = error as? ApplicationFault else { return nil }
            return switch fault {
            case .usage, .noCalls: (64, fault.description)
            case .data: (65, fault.description)
            case .output: (74, fault.description)
            }
        }
    }
#endif
