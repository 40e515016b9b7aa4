// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Testing

@Suite struct UTF8CheckTests {
    @Test(
        arguments: [
            ([], nil), (Array("aé€😀\u{0}".utf8), nil), ([0xFF], 0), ([0x61, 0xC3], 1),
            ([0x80], 0), ([0xC3, 0x28], 0),
            // Overlong forms, surrogates, and what is above U+10FFFF.
            ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x9F, 0xBF], 0),
            ([0xE0, 0xA0, 0x80], nil), ([0xED, 0x9F, 0xBF], nil), ([0xED, 0xA0, 0x80], 0),
            ([0xEE, 0x80, 0x80], nil), ([0xF0, 0x8F, 0xBF, 0xBF], 0),
            ([0xF0, 0x90, 0x80, 0x80], nil), ([0xF4, 0x8F, 0xBF, 0xBF], nil),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
            ([0xE2, 0x82], 0), ([0xF0, 0x9F, 0x98], 0),
        ] as [([UInt8], Int?)])
    func `The first byte is told that begins no character, wherever it stands`(
        bytes: [UInt8], offset: Int?
    ) {
        for count in 0...70 {
            let all = [UInt8](repeating: 0x61, count: count) + bytes
            #expect(UTF8Check.fault(all.span) == offset.map { $0 + count })
        }
    }

    @Test func `Bytes are UTF-8 where they are to Swift`() {
        var numbers = SeededNumbers(11)
        let bytes: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1,
            0xF4,
        ]
        for _ in 0..<20_000 {
            let some = (0..<numbers.next(8)).map { _ in bytes[numbers.next(bytes.count)] }
            let isText = String(validating: some, as: UTF8.self) != nil
            #expect(
                (UTF8Check.fault(some.span) == nil) == isText, "\(some)")
        }
    }
}
