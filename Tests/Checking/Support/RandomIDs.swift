// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation

/// The package's own mappings, loaded once.
let builtIn = Result { try Mappings.load() }

/// The check that tests run, of the package's own mappings.
func builtInCheck(
    _ settings: [String: [String: String]] = [:], asked: [String]? = nil
) throws -> IdentifierCheck {
    let mappings = try builtIn.get()
    return IdentifierCheck(
        try mappings.providers.map { try $0.rules(settings[$0.key] ?? [:]) }, asked: asked,
        blocklists: mappings.blocklists)
}

/// Settings under which every kind of rule is asked for something.
let strictSettings = [
    "revenuecat": ["identifiers": "api-v2"], "qonversion": ["identity-ids": "v4"],
    "nami": ["external-ids": "sha256-uuid"],
]

/// Random IDs: forms that occur, values that are blocked, and mutations of both.
struct RandomIDs {
    private var generator: SeededGenerator
    private static let values = [
        "no_user", "null", "none", "nil", "(null)", "NaN", "\u{0}", "", "unidentified", "undefined",
        "unknown", "anonymous", "guest", "-1", "0", "[]", "{}", "[object Object]", "\\x00", "anon",
        "N/A", "<nil>", "'GUEST'", "\"id\"", "lmy47d", "000-000", "invalid", "not_authenticated",
        "00000000-0000-0000-0000-000000000000", "user@mail.example", "a@b.c", "@", "a@.b", "a@b.",
        "a@@b.c", "a@b@c.d", " guest", "guest\n", "\u{A0}x\u{3000}", "名前", "👩‍👩‍👧", "e\u{301}", "é",
        "$RCAnonymousID:0123456789abcdef0123456789abcdef", "QON_0123456789abcdef0123456789abcdef",
        "$RCAnonymousID:x", "é$RCAnonymousID:0123456789abcdef0123456789abcdef", "''", "\"\"", " \t",
    ].map { Array($0.utf8) }
    private static let pieces =
        [
            "/", "@", ".", "-", " ", "\t", "\r", "\"", "'", "0", "é", "\u{85}", "\u{2028}", "A",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0], [0xC0],
        ]
    private static let white = [" ", "\t", "\r\n", "\u{85}", "\u{A0}", "\u{2028}", "\u{3000}"].map {
        Array($0.utf8)
    }
    private static let hex = Array("0123456789abcdef".utf8)
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789._-".utf8)

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func random(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    mutating func next() -> [UInt8] {
        var id = plain()
        guard random(0...2) > 0 else { return id }
        for _ in 0..<random(1...3) { mutate(&id) }
        return id
    }

    private mutating func plain() -> [UInt8] {
        switch random(0...9) {
        case 0, 1:
            var uuid = digits(32)
            for offset in [8, 13, 18, 23] { uuid.insert(45, at: offset) }
            return random(0...2) == 0 ? uuid.map { (97...102).contains($0) ? $0 - 32 : $0 } : uuid
        case 2: return digits(64)
        case 3: return (0..<random(1...20)).map { _ in UInt8(random(48...57)) }
        case 4: return (0..<random(1...300)).map { _ in Self.letters[random(0...44)] }
        case 5: return text(random(3...12)) + [64] + text(random(2...9)) + Array(".com".utf8)
        case 6: return text(random(90...110))
        case 7:
            return Array(repeating: Self.pieces[random(0...19)], count: random(1...120)).flatMap {
                $0
            }
        default: return Self.values[random(0...(Self.values.count - 1))]
        }
    }

    private mutating func digits(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in Self.hex[random(0...15)] }
    }

    private mutating func text(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in Self.letters[random(0...44)] }
    }

    mutating func mutate(_ id: inout [UInt8]) {
        let offset = random(0...id.count)
        let end = min(id.count, offset + random(0...4))
        switch random(0...6) {
        case 0: id.insert(contentsOf: Self.pieces[random(0...19)], at: offset)
        case 1: id.removeSubrange(offset..<end)
        case 2: id.insert(contentsOf: id[offset..<end], at: offset)
        case 3: if offset < id.count { id[offset] = UInt8(random(0...255)) }
        case 4: if offset < id.count { id[offset] ^= 0x20 }
        case 5:
            for _ in 0..<random(1...2) { id = Self.white[random(0...6)] + id }
            for _ in 0..<random(0...2) { id += Self.white[random(0...6)] }
        default: id.append(contentsOf: Self.values[random(0...(Self.values.count - 1))])
        }
    }
}

/// How many inputs a fuzz test takes, from the environment.
func fuzzInputs(_ variable: String, otherwise count: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? count
}
