// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Numbers sorted into buckets, in their order within each: twice four bytes a number at most.
final class Buckets<Number: BitwiseCopyable> {
    private let numbers: UnsafeMutableBufferPointer<Number>
    /// Where each bucket begins, and where the last one ends.
    private let starts: UnsafeMutableBufferPointer<UInt32>

    /// Sorts the numbers from 0 by counting.
    ///
    /// - Parameters:
    ///   - count: How many numbers there are.
    ///   - bucketCount: How many buckets there are.
    ///   - make: A number by its place.
    ///   - bucketOf: The bucket of a number, asked for twice; nil for one that is in none.
    init(
        _ count: Int, into bucketCount: Int, make: (Int) -> Number, bucketOf: (Int) -> Int?
    ) {
        starts = .allocate(capacity: bucketCount + 1)
        starts.initialize(repeating: 0)
        var total = 0
        for number in 0..<count {
            guard let bucket = bucketOf(number) else { continue }
            starts[bucket + 1] += 1
            total += 1
        }
        for bucket in 0..<bucketCount { starts[bucket + 1] += starts[bucket] }
        numbers = .allocate(capacity: total)
        for number in 0..<count {
            guard let bucket = bucketOf(number) else { continue }
            numbers.initializeElement(at: Int(starts[bucket]), to: make(number))
            starts[bucket] += 1
        }
        // Each start has become the next one's.
        for bucket in stride(from: bucketCount, to: 0, by: -1) {
            starts[bucket] = starts[bucket - 1]
        }
        starts[0] = 0
    }

    deinit {
        numbers.deallocate()
        starts.deallocate()
    }

    var bucketCount: Int { starts.count - 1 }

    var allocatedBytes: Int { (numbers.count + starts.count) * 4 }

    /// The numbers of a bucket, as long as the buckets are there.
    @inline(__always)
    subscript(bucket: Int) -> Members<Number> {
        Members(numbers[Int(starts[bucket])..<Int(starts[bucket + 1])])
    }
}

/// The numbers that a customer has of something, in the order of their first appearance.
///
/// They are the population's, and there as long as that is.
package struct Members<Number: BitwiseCopyable>: RandomAccessCollection {
    private let numbers: UnsafeBufferPointer<Number>

    init(_ numbers: Slice<UnsafeMutableBufferPointer<Number>>) {
        self.numbers = UnsafeBufferPointer(
            rebasing: Slice(
                base: UnsafeBufferPointer(numbers.base),
                bounds: numbers.startIndex..<numbers.endIndex))
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { numbers.count }

    package subscript(place: Int) -> Number { numbers[place] }
}
