// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// What one provider says to an ID, without evidence: all that the engine works out for a file.
package struct BriefVerdict: Hashable, Sendable {
    /// The provider's key.
    package let provider: String
    /// The reasons, in order.
    package let reasons: [Reason]
    /// The advice, in order.
    package let advice: [Advice]

    package init(provider: String, reasons: [Reason], advice: [Advice]) {
        self.provider = provider
        self.reasons = reasons
        self.advice = advice
    }
}

extension IDMatcher {
    /// The verdicts on one ID, as they are given to each ID of a file.
    package func verdicts(on bytes: [UInt8]) -> [BriefVerdict] {
        verdicts(of: profile(bytes.span))
    }

    /// The verdicts on one ID that comes in pieces, as the long ones of a file do.
    package func verdicts(onPieces pieces: [ArraySlice<UInt8>]) -> [BriefVerdict] {
        var scan = TrimmingScan(compiled)
        for piece in pieces { scan.feed(piece.span) }
        return verdicts(of: scan.profile(by: self))
    }

    private func verdicts(of number: Int) -> [BriefVerdict] {
        zip(compiled.keys, profiles[number].marks).map { key, marks in
            BriefVerdict(provider: key, reasons: marks.reasons, advice: marks.advice)
        }
    }
}
