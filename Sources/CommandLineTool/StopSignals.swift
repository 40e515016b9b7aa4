// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import ArgumentParser
    import Dispatch
    import Foundation

    /// Ctrl-C and SIGTERM as a wish to stop: what is on its way is waited for.
    ///
    /// The second one ends the program. Both are what they were once this is gone.
    final class StopSignals {
        private let sources: [any DispatchSourceSignal]
        private let number: Locked<Int32?>

        /// Calls `stop` when a signal comes.
        init(_ stop: @escaping @Sendable () -> Void) {
            let received = Locked<Int32?>(nil)
            let queue = DispatchQueue(label: "stop-signals")
            number = received
            sources = [SIGINT, SIGTERM].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    signal(number, SIG_DFL)
                    received.withLock { $0 = number }
                    stop()
                }
                source.activate()
                return source
            }
        }

        deinit {
            for source in sources { source.cancel() }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        }

        /// The signal that has come; nil where none has.
        var received: Int32? { number.withLock { $0 } }

        /// Does a work that such a signal cancels, and that keeps what it has done.
        ///
        /// - Throws: What the work throws; once it was cancelled, the exit code of the signal.
        static func running<Result: Sendable>(
            _ work: @escaping @Sendable () async throws -> Result
        ) async throws -> Result {
            // Whoever sees the work begin may send a signal at once.
            let end = Locked<(@Sendable () -> Void)?>(nil)
            let signals = StopSignals { end.withLock { $0 }?() }
            let task = Task(operation: work)
            end.withLock { $0 = { task.cancel() } }
            if signals.received != nil { task.cancel() }
            do {
                let result = try await task.value
                withExtendedLifetime(signals) {}
                return result
            } catch  where task.isCancelled {
                StandardError.say("stopped; what was done is kept: start it again to go on")
                throw ExitCode(128 + (signals.received ?? SIGINT))
            }
        }
    }
#endif
