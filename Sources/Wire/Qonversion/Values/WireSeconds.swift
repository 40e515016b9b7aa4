// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension Date {
    /// Whole seconds since 1970, as REST v3, webhooks and the mobile SDKs write dates.
    package var wireSeconds: Int64 {
        let value = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }

    /// ISO 8601 in UTC and whole seconds, as REST v4 writes dates.
    package var wireText: String { formatted(.iso8601) }
}
