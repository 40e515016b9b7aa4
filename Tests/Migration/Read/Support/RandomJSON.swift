// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Random numbers that a seed gives again.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// How much a random test does: a number from the environment, or the usual one.
func amount(_ variable: String, usually usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}

/// The seed of this run: given by `ALLONYM_SEED`, or by the clock.
let seedOfRun: UInt64 =
    ProcessInfo.processInfo.environment["ALLONYM_SEED"].flatMap(UInt64.init)
    ?? UInt64(Date().timeIntervalSince1970 * 1000)

/// How many times as much as usual tests of samples and random customers do.
let foldOfRun = amount("ALLONYM_FOLD", usually: 1)

/// Random JSON: everything that may stand in a document, escaped in every way.
struct RandomJSON {
    var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func random(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &numbers)
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[random(0...elements.count - 1)]
    }

    private static let texts = [
        "", "a", "plain text", "exactly8", "sixteen bytes ok", "é", "日本語", "👩‍👩‍👧", "\u{7F}",
        "\u{2028}", "\u{FEFF}", "a longer text that goes on for more than thirty-two bytes",
        "\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\\u0041", "\\u00e9", "\\uD83D\\uDE00",
        "\\ud83d\\ude00x", "\\u0000", "\\uFFFF", "x\\u20ACy", "\\u0022", "abcdefg\\\"", "\\u2028",
    ]
    private static let badTexts = [
        "\\uD800", "\\uDC00", "\\uD800\\u0041", "\\uD800x", "\\x", "\\u12", "\\u12G4", "\t",
        "\u{1}",
        "\\", "\\U0041", "\\uD83D\\uD83D",
    ]
    private static let numberTexts = [
        "0", "-0", "1", "-1", "1.5", "-0.5", "1e5", "1E+5", "1e-5", "0.1e1", "123456789012345678",
        "18446744073709551616", "0.30000000000000004", "1e308", "5e-324", "9007199254740993",
        "3.141592653589793238462643383279502884197",
    ]
    private static let badNumbers = [
        "01", "-", "+1", "1.", ".5", "1e", "1e+", "--1", "0x1", "1_000", "NaN", "Infinity", "-a",
        "00", "1.e5", "tru", "True", "nul", "falsey", "nil",
    ]

    /// A text with its quotes.
    mutating func text(_ isGood: Bool = true) -> String {
        var text = ""
        for _ in 0..<random(0...3) { text += one(of: RandomJSON.texts) }
        if !isGood { text += one(of: RandomJSON.badTexts) }
        return "\"\(text)\""
    }

    private mutating func space() -> String {
        random(0...3) > 0 ? "" : one(of: [" ", "  ", "\t", "\r", "            ", " \t "])
    }

    /// A value with others in it; now and then something in it is wrong, if it may be.
    mutating func value(_ depth: Int = 0, mayBeBad: Bool) -> String {
        let isBad = mayBeBad && random(0...60) == 0
        switch random(0...(depth > 4 ? 5 : 9)) {
        case 0, 1: return text(!isBad)
        case 2: return isBad ? one(of: RandomJSON.badNumbers) : one(of: RandomJSON.numberTexts)
        case 3: return "true"
        case 4: return isBad ? "None" : "false"
        case 5: return "null"
        case 6, 7:
            let elements = (0..<random(0...4)).map { _ in
                space() + value(depth + 1, mayBeBad: mayBeBad) + space()
            }
            return "[" + elements.joined(separator: isBad ? " " : ",") + space() + "]"
        default: return object([], depth, mayBeBad: mayBeBad)
        }
    }

    /// An object that may have some members, besides others.
    mutating func object(_ names: [String], _ depth: Int = 0, mayBeBad: Bool) -> String {
        var members: [String] = []
        for name in names where random(0...4) > 0 {
            members.append(
                "\"\(name)\"\(space()):\(space())\(value(depth + 1, mayBeBad: mayBeBad))")
        }
        for _ in 0..<random(0...3) {
            members.append("\(text()):\(space())\(value(depth + 1, mayBeBad: mayBeBad))")
        }
        members.shuffle(using: &numbers)
        return "{" + space() + members.joined(separator: space() + "," + space()) + space() + "}"
    }

    /// Changes some bytes: other ones, fewer, or more; never to a line end.
    mutating func mutate(_ bytes: inout [UInt8]) {
        for _ in 0..<random(1...3) where !bytes.isEmpty {
            let offset = random(0...bytes.count - 1)
            let byte = one(of: Array("{}[]\",:\\/u0e-.tn \u{1}".utf8) + [0x80, 0xC3, 0xED, 0xFF])
            switch random(0...3) {
            case 0: bytes[offset] = byte
            case 1: bytes.remove(at: offset)
            case 2: bytes.insert(byte, at: offset)
            default: bytes.removeSubrange(offset..<min(bytes.count, offset + random(1...6)))
            }
        }
    }
}
