// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// With a comma between thousands.
    package var grouped: String {
        var text = ""
        for (offset, digit) in String(self).reversed().enumerated() {
            if offset > 0, offset % 3 == 0, digit != "-" { text = "," + text }
            text = String(digit) + text
        }
        return text
    }

    /// With a noun behind it, such as `1 call` or `1,200 calls`.
    package func of(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
