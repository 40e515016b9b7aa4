// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

import AllonymMigration

extension TemporaryFolder {
    /// The rows of one of a plan's lists, a header not among them.
    func rows(_ name: String) throws -> [[String]] {
        let data = Data(try text(name).utf8)
        var table = try TableReader(name, FileBytes(data), isGuarded: true)
        var rows: [[String]] = []
        while try table.next() { rows.append(table.cells) }
        return rows
    }

    /// The IDs of each customer of a plan, by the bytes that `customers.csv` gives each of them.
    func customers() throws -> [[String]] {
        let ids = Data(try text("ids.csv").utf8)
        let lines = try text("customers.csv").split(separator: "\n")
        let column = try #require(lines[0].split(separator: ",").firstIndex(of: "ids.csv"))
        let counts = lines.dropFirst().map { line in
            Int(line.split(separator: ",", omittingEmptySubsequences: false)[column]) ?? 0
        }
        var start = counts[0]
        return try counts.dropFirst().map { count in
            defer { start += count }
            return try TableReader.rows("ids.csv", ids, start..<start + count).map { $0[0] }
        }
    }
}
