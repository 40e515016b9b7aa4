// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService
    import Testing

    /// Bytes as digits.
    @Suite struct HexadecimalTests {
        @Test(
            arguments: [
                ([], ""), ([0], "00"), ([9, 10], "090a"), ([15, 16], "0f10"),
                ([0x9F, 0xA0, 0xFF], "9fa0ff"),
            ] as [([UInt8], String)])
        func `Each byte is two lower-case digits`(bytes: [UInt8], text: String) {
            #expect(Hexadecimal.text(bytes) == text)
        }
    }
#endif
