// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Values in a row that never change; unlike those of an array they are not counted by reference
/// when they are gone through.
struct FixedList<Element> {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// A list that has to be given back with ``deallocate()``.
    init(_ elements: [Element]) {
        self.elements = .allocate(capacity: elements.count)
        _ = self.elements.initialize(from: elements)
    }

    func deallocate() {
        elements.deinitialize()
        elements.deallocate()
    }

    var count: Int { elements.count }

    @inline(__always)
    subscript(number: Int) -> Element { elements[number] }

    /// Where a value is until ``deallocate()``: what is large is asked for there, and not copied.
    @inline(__always)
    func pointer(_ number: Int) -> UnsafePointer<Element> {
        assert(elements.indices.contains(number))
        // A list that has a value has an address.
        return UnsafePointer(elements.baseAddress.unsafelyUnwrapped + number)
    }

    /// Some of the values.
    @inline(__always)
    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(rebasing: elements[range])
    }
}

extension FixedList: Sequence {
    @inline(__always)
    func makeIterator() -> UnsafeMutableBufferPointer<Element>.Iterator { elements.makeIterator() }
}
