// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import Foundation

// Pauses that are set ahead, and that end by themselves.

extension StoreRecord {
    /// Whether a pause is set, or one that runs has an end.
    package var hasPause: Bool { pausesAtRenewal || resumeDate != nil }

    /// Whether a pause can begin instead of the next renewal; of a share the owner's can.
    package func takesPause(in state: PurchaseState) -> Bool {
        state == .active && product.kind == .subscription && sharedFrom == nil
            && expirationDate != nil
    }

    /// Lets a pause begin instead of the next renewal, where one can.
    ///
    /// - Parameter end: When the subscription resumes by itself; nil for never.
    /// - Returns: False where it would end before it begins, or where just that is set already.
    mutating func setPause(until end: Date?) -> Bool {
        guard let begins = expirationDate, end.map({ $0 > begins }) ?? true,
            !pausesAtRenewal || resumeDate != end
        else { return false }
        pausesAtRenewal = true
        resumeDate = end
        return true
    }

    /// The pause that runs ends by itself then.
    mutating func resumes(at date: Date?) { resumeDate = date }

    /// No pause is set, and none runs.
    mutating func dropPause() {
        pausesAtRenewal = false
        resumeDate = nil
    }

    /// Becomes what was written down of a pause.
    mutating func restore(pausesAtRenewal: Bool, until end: Date?) {
        self.pausesAtRenewal = pausesAtRenewal
        resumeDate = end
    }
}
