// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// Whether the target answers: while it does not, one request at a time tries whether it is back.
    ///
    /// A call that nothing reads back, and that must not be repeated, is lost when it fails; so as few
    /// as can be are sent to a target that is out.
    @available(macOS 14, *)
    final class Outage: Sendable {
        private struct State {
            /// How often in a row it was tried in vain; 0 while the target answers.
            var failures = 0
            /// Nobody tries before.
            var until = ContinuousClock.now
            var isProbed = false
        }

        private let state = Locked(State())

        /// Waits until a request may be sent.
        ///
        /// - Parameter isStopped: Asked again and again whether nobody wants to send any more.
        /// - Returns: Whether it is the one that tries; who does has to ``leave()``.
        /// - Throws: `CancellationError` where nobody wants to send any more.
        func enter(unless isStopped: () -> Bool) async throws -> Bool {
            while true {
                if isStopped() { throw CancellationError() }
                let isProbe: Bool? = state.withLock { state in
                    if state.failures == 0 { return false }
                    guard !state.isProbed, state.until <= .now else { return nil }
                    state.isProbed = true
                    return true
                }
                if let isProbe { return isProbe }
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        /// Lets another request try.
        func leave() { state.withLock { $0.isProbed = false } }

        /// Notes what came of a request.
        ///
        /// Those that were on their way together count once.
        ///
        /// - Returns: How often in a row it was tried in vain.
        func note(_ exchange: Exchange, isProbe: Bool, _ options: ApplicationOptions) -> Int {
            state.withLock { state in
                guard exchange.tellsNothing else {
                    state.failures = 0
                    return 0
                }
                if isProbe || state.failures == 0 {
                    state.failures += 1
                    state.until = .now + options.pause(after: state.failures)
                }
                return state.failures
            }
        }
    }

    extension Exchange {
        /// Whether no answer came, or one of a target that cannot answer.
        fileprivate var tellsNothing: Bool {
            switch self {
            case .notSent, .unknown: true
            case .answered(let answer): (500..<600).contains(answer.status)
            }
        }

        /// What came, in a line of text, without any of the keys.
        func text(without keys: [String: SecretKey]) -> String {
            switch self {
            case .notSent(let text), .unknown(let text): keys.redacted(text)
            case .answered(let answer): answer.text(without: keys)
            }
        }
    }
#endif
