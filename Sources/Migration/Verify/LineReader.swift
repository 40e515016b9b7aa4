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
        var lines = LineCursor(file, bytes)
        while let object = try lines.next(before: bytes.data.count) {
            try body(object, lines.line)
        }
    }
}

/// Where somebody stands who reads such lines one after the other.
struct LineCursor {
    /// The line of the object that was read last, from 1; 0 before the first.
    private(set) var line = 0
    private let file: String
    private let bytes: FileBytes
    private let record = JSONView.Record()
    private var offset = 0

    /// Stands before the first line of a file.
    init(_ file: String, _ bytes: FileBytes) { (self.file, self.bytes) = (file, bytes) }

    /// The object on the next line, which may not be kept when the one behind it is read; nil where
    /// that line does not begin before an offset.
    ///
    /// - Throws: ``BrokenPlan`` where the line is no object.
    mutating func next(before end: Int) throws(BrokenPlan) -> JSONView? {
        let all = bytes.data.span
        guard offset < min(end, all.count) else { return nil }
        line += 1
        guard let last = record.read(all, from: offset), last < all.count, all[last] == 0x0a,
            record.view.isObject
        else {
            throw BrokenPlan(file, line: line, "expected a JSON object and a new line")
        }
        offset = last + 1
        bytes.letGo(before: offset)
        return record.view
    }
}
