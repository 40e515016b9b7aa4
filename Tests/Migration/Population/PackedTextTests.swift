// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Testing

@testable import AllonymMigration

/// Texts in eight and in sixteen bytes.
@Suite struct PackedTextTests {
    private static let prefixes = TextPrefixes(["$RCAnonymousID:", "QON_"].map { Array($0.utf8) })
    private static let hex = "0123456789abcdef0123456789abcdef"

    /// A text, its form in sixteen bytes and in eight; nil where it goes to the arena.
    private static let forms: [(text: String, wide: TextForm?, narrow: TextForm?)] = [
        ("", .inline(0), .inline(0)),
        ("7", .inline(1), .inline(1)),
        ("abcdefgh", .inline(8), .inline(8)),
        ("abcdefghi", .inline(9), nil),
        ("123456789", .inline(9), .number),
        ("012345678", .inline(9), nil),
        ("2000000123456789", .inline(16), .number),
        ("200000012345678x", .inline(16), nil),
        ("20000001234567890", .number, .number),
        ("9999999999999999999", .number, .number),
        ("02000000123456789", nil, nil),
        ("10000000000000000000", nil, nil),
        ("2000000:2345678901", nil, nil),
        ("035b30e2-faf4-462d-aec3-caa0fbe26c49", .lowercaseUUID, nil),
        ("035B30E2-FAF4-462D-AEC3-CAA0FBE26C49", .uppercaseUUID, nil),
        ("00000000-0000-0000-0000-000000000000", .lowercaseUUID, nil),
        ("035b30e2-FAF4-462d-aec3-caa0fbe26c49", nil, nil),
        ("035b30e2-faf4-462d-aec3_caa0fbe26c49", nil, nil),
        ("035b30e2-faf4-462d-aec3-caa0fbe26c4g", nil, nil),
        ("035b30e2-faf4-462d-aec3-caa0fbe26c4`", nil, nil),
        ("035b30e2-faf4-462d-aec3-caa0fbe26c4ä", nil, nil),
        ("$RCAnonymousID:" + hex, .prefixed(0), nil),
        ("QON_" + hex, .prefixed(1), nil),
        ("QON_" + hex.uppercased(), nil, nil),
        ("QON-" + hex, nil, nil),
        (hex, nil, nil),
        ("GPA.3372-4150-5432-12345..3", nil, nil),
    ]

    @Test(arguments: forms)
    func `Each text has the one form that is known for it`(
        text: String, wide: TextForm?, narrow: TextForm?
    ) {
        Array(text.utf8).withUnsafeBytes { bytes in
            #expect(PackedText(wide: bytes, prefixes: Self.prefixes)?.form == wide)
            #expect(PackedText(narrow: bytes)?.form == narrow)
        }
    }

    @Test(arguments: forms.map(\.text))
    func `A text comes back as it was`(text: String) {
        let arena = Arena()
        Array(text.utf8).withUnsafeBytes { bytes in
            for packed in [
                PackedText(wide: bytes, prefixes: Self.prefixes), PackedText(narrow: bytes),
                PackedText(low: arena.append(bytes), form: .arena),
            ].compactMap({ $0 }) {
                #expect(packed.isPresent)
                let back = packed.withBytes(arena.texts, prefixes: Self.prefixes) {
                    String(decoding: $0, as: UTF8.self)
                }
                #expect(back == text)
            }
        }
    }

    private static let letters: [[UInt8]] = [
        Array("0123456789".utf8), Array("09af-".utf8), Array(0...255),
    ]

    @Test func `Random texts of few letters come back as they were, and only equal ones are equal`()
    {
        let seed = SeededGenerator.seedOfRun
        print("packed texts: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let arena = Arena()
        var known: [PackedText: [UInt8]] = [:]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &random)
            let letters = Self.letters[Int.random(in: 0...2, using: &random)]
            let text = (0..<count).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &random)]
            }
            text.withUnsafeBytes { bytes in
                for packed in [
                    PackedText(wide: bytes, prefixes: Self.prefixes), PackedText(narrow: bytes),
                ].compactMap({ $0 }) {
                    #expect(
                        packed.withBytes(arena.texts, prefixes: Self.prefixes) { Array($0) } == text
                    )
                    #expect(known[packed] == nil || known[packed] == text)
                    known[packed] = text
                }
            }
        }
    }
}
