// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A finding of a plan that somebody has to decide about, whatever the rules behind it.
package struct OpenFinding: Hashable, Sendable {
    /// What is found, such as `twin-products`.
    package let code: String
    /// That it needs a decision, or is ambiguous.
    package let severity: FindingSeverity
    /// How many things it is about.
    package internal(set) var count: Int
}
