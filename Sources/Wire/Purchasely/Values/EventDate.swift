// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A date of an event, which stands there twice: as ISO 8601 with milliseconds, at UTC, and in
/// milliseconds since 1970 under the same name with `_ms` behind it.
///
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct EventDate: Hashable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(_ date: Date) {
        let value = (date.timeIntervalSince1970 * 1_000).rounded()
        milliseconds = Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }

    /// Such as `2026-05-03T10:00:11.000Z`.
    package var text: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(EventDate.style)
    }

    /// Reads ISO 8601, with or without a fraction of a second.
    package init?(_ text: String) {
        let plain = Date.ISO8601FormatStyle()
        guard
            let date = (try? EventDate.style.parse(text)) ?? (try? plain.parse(text))
        else { return nil }
        self.init(date)
    }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
