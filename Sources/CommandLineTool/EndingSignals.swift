// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Dispatch
    import Foundation

    /// Ctrl-C and SIGTERM as a request to end, so that a command can clear up behind itself.
    ///
    /// A second one ends the program at once.
    final class EndingSignals: Sendable {
        private let sources: Locked<[any DispatchSourceSignal]>
        private let seen = Locked<Int32?>(nil)

        /// Waits for either.
        ///
        /// - Parameter end: Called once, when the first comes.
        init(_ end: @escaping @Sendable () -> Void) {
            sources = Locked([])
            let queue = DispatchQueue(label: "allonym.signals")
            for number in [SIGINT, SIGTERM] {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { [seen] in
                    signal(number, SIG_DFL)
                    seen.withLock { $0 = $0 ?? number }
                    end()
                }
                source.activate()
                sources.withLock { $0.append(source) }
            }
        }

        /// The exit code of a program that was ended like this; nil while neither has come.
        var code: Int32? { seen.withLock { $0.map { 128 + $0 } } }

        /// From here on either ends the program.
        func end() {
            sources.withLock { sources in
                for source in sources { source.cancel() }
                sources = []
            }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        }
    }
#endif
