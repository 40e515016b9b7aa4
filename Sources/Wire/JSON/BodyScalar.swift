// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What JSON has as one text, number or truth.
protocol BodyScalar {
    /// Writes it behind what is there.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    func append(to bytes: inout [UInt8]) throws
}

extension Bool: BodyScalar {
    func append(to bytes: inout [UInt8]) { bytes += (self ? "true" : "false").utf8 }
}

// MARK: Texts

extension String: BodyScalar {
    func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        // Most texts stand as they are.
        if utf8.allSatisfy(isPlain) { bytes += utf8 } else { appendEscaped(to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }

    private func appendEscaped(to bytes: inout [UInt8]) {
        for byte in utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else if byte < 0x20 {
                bytes += controls[Int(byte)].utf8
            } else {
                bytes += [UInt8(ascii: "\\"), byte]
            }
        }
    }
}

private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// How each control character is written.
private let controls = (0..<0x20).map { value in
    switch value {
    case 0x08: #"\b"#
    case 0x09: #"\t"#
    case 0x0A: #"\n"#
    case 0x0C: #"\f"#
    case 0x0D: #"\r"#
    default: (value < 0x10 ? #"\u000"# : #"\u00"#) + String(value, radix: 16)
    }
}

extension URL: BodyScalar {
    func append(to bytes: inout [UInt8]) { absoluteString.append(to: &bytes) }
}

extension Data: BodyScalar {
    func append(to bytes: inout [UInt8]) { base64EncodedString().append(to: &bytes) }
}

// MARK: Numbers

extension BodyScalar where Self: BinaryInteger {
    func append(to bytes: inout [UInt8]) { bytes += String(self).utf8 }
}

extension Int: BodyScalar {}
extension Int8: BodyScalar {}
extension Int16: BodyScalar {}
extension Int32: BodyScalar {}
extension Int64: BodyScalar {}
extension UInt: BodyScalar {}
extension UInt8: BodyScalar {}
extension UInt16: BodyScalar {}
extension UInt32: BodyScalar {}
extension UInt64: BodyScalar {}

extension Decimal: BodyScalar {
    func append(to bytes: inout [UInt8]) throws {
        try BodyNumber.check(self, isFinite)
        bytes += description.utf8
    }
}

extension BodyScalar where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// Writes the shortest digits that are read as the number.
    func append(to bytes: inout [UInt8]) throws {
        try BodyNumber.check(self, isFinite)
        let digits = description
        bytes += (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8
    }
}

extension Double: BodyScalar {}
extension Float: BodyScalar {}

private enum BodyNumber {
    static func check(_ number: Any, _ isFinite: Bool) throws {
        guard isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: [], debugDescription: "JSON has no \(number)."))
        }
    }
}
