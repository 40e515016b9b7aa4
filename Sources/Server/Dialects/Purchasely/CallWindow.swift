// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// So many calls in so many seconds; one more, and none is taken for as long again.
    struct CallWindow: Sendable {
        private let calls: Int?
        private let seconds: Int
        private var taken: [Date] = []
        private var blockedUntil = Date.distantPast

        /// A window in which nothing was called yet; without a number of calls any is taken.
        init(calls: Int?, seconds: Int) {
            self.calls = calls
            self.seconds = seconds
        }

        /// Takes a call, or says after how many seconds the next is taken.
        mutating func wait(at now: Date) -> Int? {
            guard let calls else { return nil }
            if now >= blockedUntil {
                let start = now.addingTimeInterval(-TimeInterval(seconds))
                taken.removeAll { $0 <= start }
                if taken.count < calls {
                    taken.append(now)
                    return nil
                }
                taken = []
                blockedUntil = now.addingTimeInterval(TimeInterval(seconds))
            }
            return max(1, Int(blockedUntil.timeIntervalSince(now).rounded(.up)))
        }
    }
#endif
