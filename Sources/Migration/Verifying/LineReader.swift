// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lines of JSON that a plan has written, one after the other.
struct LineReader {
    private let file: String
    private let bytes: Data
    private var place = 0
    /// The number of the line that was read last, from 1.
    private(set) var line = 0

    init(_ file: String, _ bytes: Data) {
        self.file = file
        self.bytes = bytes
    }

    /// The object on the next line; nil where there is none.
    mutating func next() throws(BrokenPlan) -> [String: Any]? {
        guard place < bytes.count else { return nil }
        line += 1
        let start = place
        let end = bytes.withUnsafeBytes { all in
            all[start...].firstIndex(of: UInt8(ascii: "\n"))
        }
        guard let end else { throw BrokenPlan(file, line: line, "the line has no end") }
        place = end + 1
        let text = bytes.subdata(in: bytes.startIndex + start..<bytes.startIndex + end)
        guard let object = try? JSONSerialization.jsonObject(with: text) as? [String: Any] else {
            throw BrokenPlan(file, line: line, "expected a JSON object")
        }
        return object
    }
}
