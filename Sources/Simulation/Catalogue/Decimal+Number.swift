// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Decimal {
    /// The nearest binary number, as JSON has it: 59.99 is 59.99.
    ///
    /// `NSDecimalNumber.doubleValue` gives 59.98999999999999 on Linux.
    package var nearestDouble: Double { Double(description) ?? .nan }
}
