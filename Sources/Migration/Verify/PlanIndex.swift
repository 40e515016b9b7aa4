// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// Where everything about one customer stands in a plan's files, by `customers.csv`.
struct PlanIndex {
    /// The files, in the order of the columns.
    let files: [String]
    private let file: FileBytes
    private let start: Int

    /// Reads the names of the files.
    init(_ folder: PlanFolder) throws(BrokenPlan) {
        file = try folder.bytes(of: CustomerIndex.name)
        let bytes = file.data
        guard let end = bytes.firstIndex(of: 0x0a) else {
            throw BrokenPlan(CustomerIndex.name, line: 1, "expected a header")
        }
        files = String(decoding: bytes[..<end], as: UTF8.self).split(separator: ",").map(
            String.init)
        start = end + 1
    }

    /// Where a customer's rows stand.
    struct Customer {
        /// The number, from 0; that of what nobody is said to hold is the count of all.
        let number: Int
        /// The bytes in each file, by the name of the file.
        let ranges: [String: Range<Int>]
    }

    /// The customers to whom bytes of a file belong, in order.
    ///
    /// - Parameters:
    ///   - offsets: Where the bytes are, in order.
    ///   - file: The file.
    /// - Returns: Each customer once; those that belong to nobody are left out.
    /// - Throws: ``BrokenPlan`` where the index is damaged.
    func customers(at offsets: [Int], of file: String) throws(BrokenPlan) -> [Customer] {
        guard let column = files.firstIndex(of: file), !offsets.isEmpty else { return [] }
        var found: [Customer] = []
        var next = 0
        try forEach { (number, starts, ends) throws(BrokenPlan) in
            while next < offsets.count, offsets[next] < starts[column] { next += 1 }
            if next == offsets.count { return true }
            guard offsets[next] < ends[column] else { return false }
            found.append(
                Customer(
                    number: number,
                    ranges: Dictionary(
                        zip(files, zip(starts, ends).map { $0..<$1 }), uniquingKeysWith: { $1 })))
            while next < offsets.count, offsets[next] < ends[column] { next += 1 }
            return false
        }
        return found
    }

    /// How many bytes a file has before all customers: what is there is about the files as a whole,
    /// or was found before anything was decided.
    func bytesBeforeCustomers(of file: String) throws(BrokenPlan) -> Int {
        guard let column = files.firstIndex(of: file) else { return 0 }
        var cursor = cursor()
        return try move(&cursor) ? cursor.starts[column] : 0
    }

    /// Calls `body` with each customer's number, and where its bytes start and end in each file,
    /// until that answers yes.
    func forEach(
        _ body: (_ number: Int, _ starts: [Int], _ ends: [Int]) throws(BrokenPlan) -> Bool
    ) throws(BrokenPlan) {
        var cursor = cursor()
        while try move(&cursor) {
            if try body(cursor.number, cursor.starts, cursor.ends) { return }
        }
    }

    /// Where somebody stands who reads the index customer by customer.
    struct Cursor {
        /// The number of the customer, from 0.
        fileprivate(set) var number = -2
        /// Where its bytes begin and end in each file.
        fileprivate(set) var starts: [Int]
        fileprivate(set) var ends: [Int]
        fileprivate var offset: Int
    }

    /// Stands before the first customer.
    func cursor() -> Cursor {
        let zeros = [Int](repeating: 0, count: files.count)
        return Cursor(starts: zeros, ends: zeros, offset: start)
    }

    /// Goes on to the next customer; false where there is none.
    func move(_ cursor: inout Cursor) throws(BrokenPlan) -> Bool {
        repeat {
            guard cursor.offset < file.data.count else { return false }
            try readRow(&cursor)
            file.letGo(before: cursor.offset)
            // The first row is what stands before all customers.
        } while cursor.number < 0
        return true
    }

    private func readRow(_ cursor: inout Cursor) throws(BrokenPlan) {
        cursor.number += 1
        cursor.starts = cursor.ends
        let span = file.data.span
        var offset = cursor.offset
        for column in files.indices {
            var count = 0
            while offset < span.count, case let digit = span[offset] &- 48, digit <= 9 {
                guard count < 1 << 50 else { throw broken(cursor.number + 3) }
                count = count * 10 + Int(digit)
                offset += 1
            }
            let wanted: UInt8 = column == files.count - 1 ? 0x0a : 0x2c
            guard offset < span.count, span[offset] == wanted else {
                throw broken(cursor.number + 3)
            }
            offset += 1
            cursor.ends[column] += count
        }
        cursor.offset = offset
    }

    private func broken(_ line: Int) -> BrokenPlan {
        BrokenPlan(
            CustomerIndex.name, line: line,
            "expected \(files.count) numbers; the file was changed: make the plan again")
    }
}
