// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import ArgumentParser

    /// Writes what `migrate apply` writes of its calls, and makes none: what the journal alone takes.
    @available(macOS 15, *)
    struct JournalLines: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journal-lines", abstract: "Keep the journal of calls, and make none.",
            shouldDisplay: false)

        @Option(help: "The folder that the journal goes into.")
        var folder: String

        @Option(help: "How many calls it is of.")
        var calls: Int

        /// As many customers as `apply` works on at once where nothing is said.
        @Option(help: "How many customers at once.")
        var customers = 64

        func run() async throws {
            let record = try CallRecord(
                in: folder, of: CallRecord.Identity(plan: "none", target: "none", project: ""))
            let last = Locked(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<customers {
                    group.addTask {
                        while true {
                            let number = last.withLock { last in
                                last += 1
                                return last
                            }
                            guard number <= calls else { return }
                            // The intent is durable before a call is sent, the outcome is soon.
                            var line = CallRecord.Line((number, number, 0), .begun)
                            try await record.write(line)
                            (line.state, line.status) = (.created, 200)
                            record.add(line)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await record.flush()
            try record.close()
        }
    }
#endif
