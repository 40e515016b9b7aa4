// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Bytes on their way to a file.
final class RowBytes {
    @exclusivity(unchecked) private var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity: Int
    /// How many there are.
    @exclusivity(unchecked) private(set) var count = 0

    init(capacity: Int = 1024) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    /// All of them, until something is added.
    var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    /// All of them, to be kept.
    var array: [UInt8] { Array(all) }

    /// Goes back to the first so many.
    func cut(to count: Int) {
        precondition(count <= self.count, "Cutting adds nothing.")
        self.count = count
    }

    /// Forgets everything, and gives memory back where there is more than this.
    func empty(keeping most: Int) {
        count = 0
        guard capacity > most else { return }
        bytes.deallocate()
        capacity = most
        bytes = .allocate(capacity: capacity)
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        bytes[count] = byte
        count += 1
    }

    func append(_ text: UnsafeBufferPointer<UInt8>) {
        if count + text.count > capacity { grow(by: text.count) }
        if let start = text.baseAddress {
            (bytes + count).update(from: start, count: text.count)
        }
        count += text.count
    }

    func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    @inline(never)
    private func grow(by more: Int) {
        capacity = max(count + more, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}

// MARK: - Numbers and moments

extension RowBytes {
    /// A whole number in decimal digits.
    func append(number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var place = digits.count
            repeat {
                place -= 1
                digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            for digit in digits[place...] { append(digit) }
        }
    }

    /// Milliseconds since 1970 as `2026-11-20T08:27:06.000Z`.
    func append(instant milliseconds: Int64) {
        let day: Int64 = 86_400_000
        let days = (milliseconds >= 0 ? milliseconds : milliseconds - day + 1) / day
        let rest = Int(milliseconds - days * day)
        let date = Instant.date(ofDays: Int(days))
        let size = 24
        if count + size > capacity { grow(by: size) }
        let text = bytes + count
        RowBytes.write(date.year / 100 % 100, to: text)
        RowBytes.write(date.year % 100, to: text + 2)
        RowBytes.write(date.month, to: text + 5)
        RowBytes.write(date.day, to: text + 8)
        RowBytes.write(rest / 3_600_000, to: text + 11)
        RowBytes.write(rest / 60_000 % 60, to: text + 14)
        RowBytes.write(rest / 1_000 % 60, to: text + 17)
        text[20] = UInt8(ascii: "0") + UInt8(rest % 1_000 / 100)
        RowBytes.write(rest % 100, to: text + 21)
        (text[4], text[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
        text[10] = UInt8(ascii: "T")
        (text[13], text[16]) = (UInt8(ascii: ":"), UInt8(ascii: ":"))
        (text[19], text[23]) = (UInt8(ascii: "."), UInt8(ascii: "Z"))
        count += size
    }

    /// Two decimal digits.
    @inline(__always)
    private static func write(_ number: Int, to text: UnsafeMutablePointer<UInt8>) {
        text[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
        text[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
    }
}
