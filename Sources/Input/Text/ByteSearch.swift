// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Looks for bytes.
package enum ByteSearch {
    /// The first place of a byte.
    package static func first(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        guard start < end, let found = memchr(bytes + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(found))
    }

    /// The last place of a byte.
    package static func last(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        var place = end
        let pattern = ByteWord.repeating(byte)
        while place - start >= 8 {
            if ByteWord.allEqual(ByteWord.load(bytes + place - 8), pattern) != 0 { break }
            place -= 8
        }
        while place > start {
            place -= 1
            if bytes[place] == byte { return place }
        }
        return nil
    }

    /// How often a byte occurs.
    package static func count(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int {
        var (place, total) = (start, 0)
        let pattern = ByteWord.repeating(byte)
        while place &+ 8 <= end {
            total &+= ByteWord.allEqual(ByteWord.load(bytes + place), pattern).nonzeroBitCount
            place &+= 8
        }
        while place < end {
            total &+= bytes[place] == byte ? 1 : 0
            place &+= 1
        }
        return total
    }
}
