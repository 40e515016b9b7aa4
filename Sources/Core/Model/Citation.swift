// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How much a statement about a provider weighs.
public enum Authority: String, Hashable, Sendable, CaseIterable {
    /// The provider's documentation says it.
    case documented
    /// Read in, or asserted by, code or tests that the provider publishes.
    case observed
    /// Nobody says it; it follows from what is said, or is the reading that contradicts least.
    case inferred
}

/// What a rule says in one plain sentence, and where that comes from.
public struct Citation: Hashable, Sendable {
    /// One plain sentence.
    public var says: String
    /// How much it weighs.
    public var authority: Authority
    /// Title or key of the document, and the section.
    public var source: String
    /// The document's address, with the version that was read where it has one.
    public var address: String
    /// The day on which the document was read, as `2026-11-21`.
    public var checked: String
    /// Which of two contradicting readings was followed, and why.
    public var note: String?

    package init(
        says: String, authority: Authority, source: String, address: String, checked: String,
        note: String? = nil
    ) {
        self.says = says
        self.authority = authority
        self.source = source
        self.address = address
        self.checked = checked
        self.note = note
    }
}
