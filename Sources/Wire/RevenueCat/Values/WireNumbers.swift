// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
package import Foundation

extension Date {
    /// Whole milliseconds since 1970, as REST v2 and webhooks write dates.
    ///
    /// Dates beyond 64 bits are the first or the last of them.
    package var wireMilliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded(.down)
        return Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }

    package init(wireMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(wireMilliseconds) / 1_000)
    }
}

/// A whole number that clients write as a number or as its digits; it keeps the form it came in.
package struct WireNumber: Hashable, Sendable {
    package var value: Int
    package var isText: Bool

    package init(_ value: Int, isText: Bool = false) {
        self.value = value
        self.isText = isText
    }
}

extension WireNumber: Codable {
    /// Reads either form.
    ///
    /// - Throws: `DecodingError` for what is neither a whole number nor one in digits.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self.init(number)
            return
        }
        let text = try container.decode(String.self)
        guard let number = Int(text), String(number) == text else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is no whole number.")
        }
        self.init(number, isText: true)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isText {
            try container.encode(String(value))
        } else {
            try container.encode(value)
        }
    }
}

extension BillingPeriod {
    /// As ISO 8601 has it, such as `P1M`.
    package var isoDuration: String { "P\(count)\(unit.rawValue.prefix(1).uppercased())" }
}
