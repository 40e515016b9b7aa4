// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rows of a table of CSV that a plan has written, one after the other.
struct TableReader {
    private let file: String
    private let bytes: Data
    private let delimiter: UInt8
    private var place: Int
    private(set) var line = 0
    /// The cells of the row, as they are meant.
    private(set) var cells: [String] = []
    /// The names of the columns.
    private(set) var header: [String] = []

    /// Reads the header.
    init(_ file: String, _ bytes: Data, delimiter: UInt8) throws(BrokenPlan) {
        self.file = file
        self.bytes = bytes
        self.delimiter = delimiter
        place = bytes.startIndex
        guard try read() else { throw BrokenPlan(file, line: 1, "a header was expected") }
        header = cells
    }

    /// Reads the header of one that has to have these columns.
    init(_ file: String, _ bytes: Data, columns: [String]) throws(BrokenPlan) {
        try self.init(file, bytes, delimiter: UInt8(ascii: ","))
        guard header == columns else {
            throw BrokenPlan(
                file, line: 1, "expected the columns \(columns.joined(separator: ", "))")
        }
    }

    /// Reads the next row; false where there is none.
    mutating func next() throws(BrokenPlan) -> Bool {
        guard try read() else { return false }
        guard cells.count == header.count else {
            throw BrokenPlan(
                file, line: line,
                "expected \(header.count) cells, as in the header; found \(cells.count)")
        }
        return true
    }

    private mutating func read() throws(BrokenPlan) -> Bool {
        guard place < bytes.endIndex else { return false }
        line += 1
        cells.removeAll(keepingCapacity: true)
        let (file, line, delimiter) = (file, line, delimiter)
        var cells = cells
        let end = bytes.withUnsafeBytes { all -> Int? in
            let all = all.bindMemory(to: UInt8.self)
            var place = place
            while let cell = TableReader.cell(all, from: place, delimiter) {
                cells.append(cell.text)
                if all[cell.end] == 0x0a { return cell.end + 1 }
                place = cell.end + 1
            }
            return nil
        }
        guard let end else { throw BrokenPlan(file, line: line, "the row has no end") }
        place = end
        self.cells = cells
        return true
    }

    /// One cell, and the place of what ends it; nil where nothing does.
    private static func cell(
        _ all: UnsafeBufferPointer<UInt8>, from start: Int, _ delimiter: UInt8
    ) -> (text: String, end: Int)? {
        let quote = UInt8(ascii: "\"")
        if start < all.count, all[start] == quote {
            var text: [UInt8] = []
            var place = start + 1
            while place < all.count {
                let byte = all[place]
                place += 1
                if byte != quote {
                    text.append(byte)
                } else if place < all.count, all[place] == quote {
                    text.append(quote)
                    place += 1
                } else {
                    guard place < all.count else { return nil }
                    return (String(decoding: text, as: UTF8.self), place)
                }
            }
            return nil
        }
        let rest = all[start...]
        guard let end = rest.firstIndex(where: { $0 == delimiter || $0 == 0x0a }) else {
            return nil
        }
        return (String(decoding: all[start..<end], as: UTF8.self), end)
    }
}
