// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Lists of names of which many customers have the same one, each kept once.
struct AccessLists {
    private var numbers: [[String]: Int32] = [:]
    private var lists: [[String]] = []

    mutating func number(of names: [String]) -> Int32 {
        if let known = numbers[names] { return known }
        numbers[names] = Int32(lists.count)
        lists.append(names)
        return Int32(lists.count - 1)
    }

    /// All of them.
    var all: [[String]] { lists }

    subscript(number: Int32) -> [String] { lists[Int(number)] }
}
