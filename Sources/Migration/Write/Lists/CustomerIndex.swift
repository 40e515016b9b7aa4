// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// `customers.csv`: for each customer, in the plan's order, how many bytes each of the plan's other
/// files has of it, so that everything about one can be found at once.
///
/// The columns are the files. The first row is what stands before all customers, the last one what
/// nobody is said to hold; adding up the rows before a customer's leads to its bytes.
struct CustomerIndex {
    /// Its name.
    static let name = "customers.csv"

    let page: RowPage
    private let pages: [RowPage]
    private var ends: [Int]

    /// An index of pages, which is written to the last of them.
    init(_ pages: [RowPage]) {
        page = pages[pages.count - 1]
        self.pages = pages.dropLast()
        ends = self.pages.map(\.byteCount)
    }

    /// Nothing more comes of a customer.
    mutating func endCustomer() {
        for (number, other) in pages.enumerated() {
            if number > 0 { page.bytes.append(UInt8(ascii: ",")) }
            let end = other.byteCount
            if end > ends[number] { page.bytes.append(number: Int64(end - ends[number])) }
            ends[number] = end
        }
        page.endRow()
    }
}
