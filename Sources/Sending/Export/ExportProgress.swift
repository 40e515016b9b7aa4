// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// How far an export is.
    package struct ExportProgress: Sendable {
        /// How many customers were asked about, those of former runs too.
        package var customers = 0
        /// Why a call has to be made again, without the key; nil since the last one that was answered.
        package var reason: String?
        /// When it is made again.
        package var nextTry: ContinuousClock.Instant?
    }

    /// Keeps how far an export is, and tells each change.
    @available(macOS 14, *)
    struct ExportTeller: Sendable {
        private let far = Locked(ExportProgress())
        private let told: @Sendable (ExportProgress) -> Void

        init(_ told: @escaping @Sendable (ExportProgress) -> Void) { self.told = told }

        /// Tells how many customers were asked about.
        func tell(customers: Int) {
            told(
                far.withLock { far in
                    far.customers = customers
                    return far
                })
        }

        /// Tells that a call is made again after a pause.
        func tell(_ reason: String, pause: Duration) {
            told(
                far.withLock { far in
                    (far.reason, far.nextTry) = (reason, ContinuousClock.now + pause)
                    return far
                })
        }

        /// Tells that a call was answered, where one before was not.
        func tellAnswer() {
            let isNews = far.withLock { far in
                defer { (far.reason, far.nextTry) = (nil, nil) }
                return far.reason != nil
            }
            if isNews { told(far.withLock { $0 }) }
        }
    }
#endif
