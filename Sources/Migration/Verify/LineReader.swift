// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// The lines of JSON that a plan has written.
package enum LineReader {
    /// Hands over the object on each line, with the number of the line, from 1.
    ///
    /// - Throws: ``BrokenPlan`` where a line is no object, and what `body` throws.
    package static func forEachLine(
        of file: String, _ bytes: FileBytes, _ body: (JSONView, Int) throws(BrokenPlan) -> Void
    ) throws(BrokenPlan) {
        let all = bytes.data.span
        let record = JSONView.Record()
        var (offset, line) = (0, 1)
        while offset < all.count {
            guard let end = record.read(all, from: offset), end < all.count, all[end] == 0x0a,
                record.view.isObject
            else {
                throw BrokenPlan(file, line: line, "expected a JSON object and a new line")
            }
            try body(record.view, line)
            (offset, line) = (end + 1, line + 1)
            bytes.letGo(before: offset)
        }
    }
}
