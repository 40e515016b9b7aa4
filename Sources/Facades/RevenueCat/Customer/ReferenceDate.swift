// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The moment by which an answer's dates are measured.
///
/// An answer of at most three days ago is taken at its word, so that a device that was offline for
/// a while, or whose clock is wrong, keeps its access; an older one is measured by the clock.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfo), read
/// 2026-11-21.
struct ReferenceDate {
    let date: Date

    init(requestDate: Date, now: Date) {
        let threeDays: TimeInterval = 3 * 86_400
        date = now.timeIntervalSince(requestDate) <= threeDays ? requestDate : now
    }
}

extension Date? {
    /// Whether what expires then still runs at that moment; what has no date never ends.
    func isActive(at reference: Date) -> Bool { map { $0 >= reference } ?? true }
}
