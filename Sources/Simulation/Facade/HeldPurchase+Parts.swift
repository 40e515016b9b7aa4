// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

// A store goes on with one subscription when its product changes, or when it is bought again after
// its end. Some providers take that for several.

extension HeldPurchase {
    /// What it has been in turn, and is now: without a gap, and for one product each.
    ///
    /// Itself alone, where it was never anything else.
    package var parts: [HeldPurchase] {
        guard !ended.isEmpty else { return [self] }
        var parts: [HeldPurchase] = []
        var start = 0
        for subscription in ended {
            var part = self
            part.take(parts.count, Array(transactions[start..<subscription.transactions]))
            part.becomes(subscription)
            parts.append(part)
            start = subscription.transactions
        }
        var newest = self
        newest.take(parts.count, Array(transactions[start...]))
        parts.append(newest)
        return parts
    }

    /// Together with the part before it, which it goes on with.
    package func joined(to earlier: HeldPurchase) -> HeldPurchase {
        var whole = self
        whole.take(earlier.part, earlier.transactions + transactions)
        return whole
    }

    private mutating func take(_ part: Int, _ transactions: [TransactionRecord]) {
        self.part = part
        self.transactions = transactions
        ended = []
    }

    private mutating func becomes(_ subscription: EndedSubscription) {
        product = subscription.product
        isEnded = true
        givesAccess = false
        let dates = subscription.dates
        state = dates.refund == nil ? .expired : .refunded
        expirationDate = dates.expiration
        accessEnd = dates.expiration
        gracePeriodExpirationDate = nil
        cancellationDate = dates.cancellation
        billingIssueDate = dates.billingIssue
        refundDate = dates.refund
        pauseDate = dates.pause
        pausesAtRenewal = false
        resumeDate = nil
    }
}
