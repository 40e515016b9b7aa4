// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Numbers sorted into buckets, in their order within each: twice four bytes a number at most.
package struct Buckets<Number: BitwiseCopyable & Sendable>: Sendable {
    private var numbers: [Number]
    /// Where each bucket begins, and where the last one ends.
    private var starts: [UInt32]

    /// Sorts the numbers from 0 by counting.
    ///
    /// - Parameters:
    ///   - count: How many numbers there are.
    ///   - bucketCount: How many buckets there are.
    ///   - make: A number by its index.
    ///   - bucketOf: The bucket of a number, asked for twice; nil for one that is in none.
    package init(
        _ count: Int, into bucketCount: Int, make: (Int) -> Number, bucketOf: (Int) -> Int?
    ) {
        starts = [UInt32](repeating: 0, count: bucketCount + 1)
        for number in 0..<count {
            if let bucket = bucketOf(number) { starts[bucket + 1] += 1 }
        }
        for bucket in 0..<bucketCount { starts[bucket + 1] += starts[bucket] }
        let total = Int(starts[bucketCount])
        numbers = total == 0 ? [] : [Number](repeating: make(0), count: total)
        for number in 0..<count {
            guard let bucket = bucketOf(number) else { continue }
            numbers[Int(starts[bucket])] = make(number)
            starts[bucket] += 1
        }
        // Each start has become the next one's.
        for bucket in stride(from: bucketCount, to: 0, by: -1) {
            starts[bucket] = starts[bucket - 1]
        }
        starts[0] = 0
    }

    var bucketCount: Int { starts.count - 1 }

    var allocatedBytes: Int { (numbers.count + starts.count) * 4 }

    /// The numbers of a bucket.
    @inline(__always)
    package subscript(bucket: Int) -> Members<Number> {
        Members(numbers, Int(starts[bucket])..<Int(starts[bucket + 1]))
    }
}

/// The numbers that a customer has of something, in the order of their first appearance.
package struct Members<Number: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
    private let numbers: [Number]
    private let range: Range<Int>

    init(_ numbers: [Number], _ range: Range<Int>) {
        (self.numbers, self.range) = (numbers, range)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { range.count }

    package subscript(index: Int) -> Number { numbers[range.lowerBound &+ index] }
}
