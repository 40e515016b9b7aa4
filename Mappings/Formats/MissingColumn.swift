// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A column without which more is unknown of a file than what the column says of each row.
package struct MissingColumn: Sendable {
    /// What becomes of a file that lacks it.
    package enum Meaning: String, CaseIterable, Sendable {
        /// Nothing is made of it.
        case refuse
        /// A plan begins by saying so, and somebody has to decide.
        case decide
    }

    /// A column of the table of products that can say the same.
    package enum StandIn: String, CaseIterable, Sendable {
        /// What a product unlocks.
        case entitlements
    }

    /// A stable ID, such as `revenuecat.columns.1`.
    package var id: String
    /// The name of the column.
    package var column: String
    /// What becomes of a file without it.
    package var meaning: Meaning
    /// What makes up for it; nil where nothing does.
    package var standIn: StandIn?
    /// What is not known without it, and where that is documented.
    package var citation: Citation
}
