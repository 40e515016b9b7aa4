// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// Whether the target answers: while it does not, one request at a time tries whether it is back.
    ///
    /// A call that nothing reads back, and that must not be repeated, is lost when it fails; so as few
    /// as can be are sent to a target that is out. What has failed for the first time is what tries
    /// next: a target that fails now and then is soon known to be there. What fails again lets others
    /// try, since it may be refused alone.
    @available(macOS 14, *)
    final class Outage: Sendable {
        private struct State {
            /// How often in a row it was tried in vain; 0 while the target answers.
            var failures = 0
            /// Nobody tries before.
            var until = ContinuousClock.now
            var isProbed = false
            /// The number of the call that is to try next; nil for any.
            var next: Int?
        }

        private let state = Locked(State())

        /// Whether the target does not answer.
        var isOn: Bool { state.withLock { $0.failures > 0 } }

        /// Waits until a request of a call may be sent.
        ///
        /// - Parameters:
        ///   - call: The number of the call.
        ///   - isStopped: Asked again and again whether nobody wants to send any more.
        /// - Returns: Whether it is the one that tries; who does has to ``leave()``.
        /// - Throws: `CancellationError` where nobody wants to send any more.
        func enter(_ call: Int, unless isStopped: () -> Bool) async throws -> Bool {
            while true {
                if isStopped() { throw CancellationError() }
                let isProbe: Bool? = state.withLock { state in
                    if state.failures == 0 { return false }
                    guard !state.isProbed, state.until <= .now,
                        state.next == nil || state.next == call
                    else { return nil }
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
        /// - Parameters:
        ///   - exchange: What came.
        ///   - asker: Whose request it was.
        ///   - isProbe: Whether it was the one that tried.
        ///   - options: How long is waited.
        /// - Returns: How often in a row it was tried in vain.
        func note(
            _ exchange: Exchange, of asker: Asker, isProbe: Bool, _ options: ApplicationOptions
        ) -> Int {
            state.withLock { state in
                guard exchange.tellsNothing else {
                    (state.failures, state.next) = (0, nil)
                    return 0
                }
                if isProbe || state.failures == 0 {
                    state.failures += 1
                    state.until = .now + options.pause(after: state.failures)
                    state.next = asker.isFirst ? asker.call : nil
                }
                return state.failures
            }
        }

        /// A call sends nothing any more: others try whether the target is back.
        func end(_ call: Int) {
            state.withLock { if $0.next == call { $0.next = nil } }
        }
    }

    /// Whose request it is.
    struct Asker: Sendable {
        /// The number of the call.
        let call: Int
        /// Whether nothing of the call has failed before.
        let isFirst: Bool
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
