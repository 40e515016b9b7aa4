// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Dispatch
    import Foundation

    /// Ctrl-C and SIGTERM as the end of a work that keeps what it has done.
    enum StopSignals {
        /// Does a work that such a signal cancels.
        ///
        /// - Throws: What the work throws; once it was cancelled, the exit code of the signal.
        static func running<Result: Sendable>(
            _ work: @escaping @Sendable () async throws -> Result
        ) async throws -> Result {
            let task = Task(operation: work)
            let (signals, arrived) = AsyncStream.makeStream(of: Int32.self)
            let queue = DispatchQueue(label: "stop-signals")
            let sources = [SIGINT, SIGTERM].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    arrived.yield(number)
                    // The second one ends the program at once.
                    signal(number, SIG_DFL)
                    task.cancel()
                }
                source.activate()
                return source
            }
            defer {
                for source in sources { source.cancel() }
                for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
            }
            do {
                return try await task.value
            } catch  where task.isCancelled {
                arrived.finish()
                var number = SIGINT
                for await first in signals {
                    number = first
                    break
                }
                let text = "allonym: stopped; what was done is kept: start it again to go on\n"
                StandardError.write(text)
                throw ExitCode(128 + number)
            }
        }
    }
#endif
