// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a row or a call can be filled with: a neutral field, or one that only writers know.
package enum FormatField: Hashable, Sendable {
    case neutral(NeutralField)
    case own(WriterField)

    /// The field of a name, as data files write it.
    package init?(name: String) {
        if let field = NeutralField(name: name) {
            self = .neutral(field)
        } else if let field = WriterField.allCases.first(where: { $0.name == name }) {
            self = .own(field)
        } else {
            return nil
        }
    }

    /// Its name in data files.
    package var name: String {
        switch self {
        case .neutral(let field): field.name
        case .own(let field): field.name
        }
    }
}

/// A field that only writers know.
package enum WriterField: UInt8, Hashable, Sendable, CaseIterable {
    /// The plan's instant.
    case at
    /// One further ID of a customer, beside its user ID.
    case alias
    /// One of a customer's IDs.
    case id
    /// Whether that is anonymous or custom.
    case idKind
    /// Whether that is the original one.
    case idOriginal
    /// An ID at the source.
    case sourceID
    /// Whose a purchase is at the source: of a copy the first holder's ID.
    case ownerID
    /// What becomes of it at the target.
    case targetID
    /// The name of the target's format that it has.
    case form
    /// What becomes of an ID: one of the five words of a plan.
    case change
    /// The rule behind that.
    case rule
    /// Whether a purchase or a grant of the customer goes over.
    case hasPurchases
    /// Whether a grant of the customer goes over.
    case hasGrants

    /// Its name in data files, such as `source-id`.
    package var name: String {
        switch self {
        case .at: "at"
        case .alias: "alias"
        case .id: "id"
        case .idKind: "id-kind"
        case .idOriginal: "id-original"
        case .sourceID: "source-id"
        case .ownerID: "owner-id"
        case .targetID: "target-id"
        case .form: "form"
        case .change: "change"
        case .rule: "rule"
        case .hasPurchases: "has-purchases"
        case .hasGrants: "has-grants"
        }
    }
}

/// A text with fields in it, which data files write in braces.
package struct FormatTemplate: Hashable, Sendable {
    /// A part of it.
    package enum Piece: Hashable, Sendable {
        /// As it stands.
        case verbatim(String)
        /// The text of a field.
        case field(FormatField)
    }

    /// Its parts, at least one.
    package let pieces: [Piece]

    package init(pieces: [Piece]) { self.pieces = pieces }
}
