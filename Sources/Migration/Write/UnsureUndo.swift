// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The calls of a plan that are undone only where that is asked for: no answer tells whether what
/// they make was there before.
struct UnsureUndo: Sendable {
    /// The writers of such calls.
    let writers: [String]
    /// Whether all calls that can be undone are such.
    let areAll: Bool

    /// Those among calls, each with the ID of its writer.
    init(_ calls: [(writer: String, call: FormatCall)], _ formats: ProviderFormats) {
        let undone = calls.filter { $0.call.undo != nil }
        let unsure = undone.filter { call in
            // What belongs to a user whom the plan has made was not there before either.
            let tellers = [call.writer] + call.call.after
            return call.call.undo?.isOfMade == true
                && !tellers.contains { formats.tellsWhatIsNew(of: $0) }
        }
        writers = unsure.map(\.writer)
        areAll = unsure.count == undone.count
    }
}
