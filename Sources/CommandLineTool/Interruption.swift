// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Dispatch
    import Foundation

    /// Ctrl-C as a question instead of an end: a long work asks, and says what it has.
    ///
    /// A second Ctrl-C ends the program.
    final class Interruption {
        private let source: any DispatchSourceSignal
        private let semaphore = DispatchSemaphore(value: 0)
        private var isKnown = false

        init() {
            signal(SIGINT, SIG_IGN)
            source = DispatchSource.makeSignalSource(
                signal: SIGINT, queue: DispatchQueue(label: "interruption"))
            let semaphore = semaphore
            source.setEventHandler {
                signal(SIGINT, SIG_DFL)
                semaphore.signal()
            }
            source.activate()
        }

        /// Whether Ctrl-C was pressed.
        var hasCome: Bool {
            if !isKnown, semaphore.wait(timeout: .now()) == .success { isKnown = true }
            return isKnown
        }

        /// From here on Ctrl-C ends the program again.
        func end() {
            source.cancel()
            signal(SIGINT, SIG_DFL)
        }
    }
#endif
