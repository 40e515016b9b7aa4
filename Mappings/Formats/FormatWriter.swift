// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What is written for a provider: rows of a file, or calls.
public struct FormatWriter: Sendable {
    /// What holds what is written.
    public enum Container: Sendable {
        /// Rows with this byte between their fields.
        case csv(delimiter: UInt8, columns: [FormatColumn])
        /// Calls, one JSON object a line.
        case calls(FormatCall)
        /// JSON objects of this form, one a line.
        case lines(FormatValue)
    }

    /// What there is one row, call or line for.
    public enum Subject: String, CaseIterable, Sendable {
        case purchase
        case customer
        case identity
        case alias
        case grant
        /// One line of the map of IDs.
        case map
    }

    /// How it comes to the provider.
    public enum Route: String, CaseIterable, Sendable {
        case bulkImport = "bulk-import"
        case api
        case client
        case manual
    }

    /// A stable ID, such as `purchasely.import-google`.
    public var id: String
    /// What it is called.
    public var title: String
    /// The file that it goes into.
    public var file: String
    /// What holds it.
    public var container: Container
    /// What there is one of it for.
    public var subject: Subject
    /// How it comes to the provider.
    public var route: Route
    /// The least takes a subject first.
    public var priority: Int
    /// The words, or patterns that end in `*`, that a field may have; a field that says nothing
    /// passes, but for the store.
    public var takes: [FormatField: [String]]
    /// Of each of these lists one field has to be there.
    public var needs: [[FormatField]]
    /// Moments that have to lie ahead.
    public var future: [NeutralField]
    /// What must not be there.
    public var without: [FormatField]
    /// What a field has to match as a whole.
    public var matches: [(field: FormatField, pattern: Pattern)]
    /// Whether equal rows or calls are written once.
    public var isDistinct: Bool
    /// How many there may be for one customer; nil for any number.
    public var mostPerCustomer: Int?
    /// It is used for no more purchases than this; nil for any number.
    public var mostRows: Int?
    /// Report a note above this many rows; nil for never.
    public var batch: Int?
    /// Where it is documented.
    public var citation: Citation
}

/// A column of a file that is written.
public struct FormatColumn: Sendable {
    /// Its name.
    public var name: String
    /// What stands in it.
    public var value: FormatValue
}

/// A call that is written.
public struct FormatCall: Sendable {
    /// The call that takes it back.
    public struct Undo: Sendable {
        /// Such as `DELETE`.
        public var method: String
        /// The path.
        public var path: FormatTemplate
        /// Headers; secrets are names in angle brackets.
        public var headers: [String: String]
        /// What is sent.
        public var body: FormatValue?
        /// For what there is only one.
        public var oncePer: FormatWriter.Subject?
        /// The limit that it falls under.
        public var limit: String?
        /// What it does.
        public var says: String
    }

    /// Scheme and host.
    public var host: String
    /// Such as `POST`.
    public var method: String
    /// The path.
    public var path: FormatTemplate
    /// Headers; secrets are names in angle brackets.
    public var headers: [String: String]
    /// What is sent.
    public var body: FormatValue?
    /// The writers whose calls for the same customer come before.
    public var after: [String]
    /// For what there is only one.
    public var oncePer: FormatWriter.Subject
    /// How a repeat is known; nil where nothing is documented.
    public var idempotency: String?
    /// The limit that it falls under.
    public var limit: String?
    /// The call that takes it back; nil where there is none.
    public var undo: Undo?
    /// Why there is none.
    public var noUndo: String?
}

/// What a column, a member of a body or a line holds.
public indirect enum FormatValue: Sendable {
    /// Null, as it is written.
    case null
    case boolean(Bool)
    case number(Int)
    /// A text; one that is a field alone is absent with it.
    case text(FormatTemplate)
    /// The first of these fields that is there.
    case field([FormatField], form: FieldRule.Form, words: [String: String?], otherwise: String?)
    /// The value of the first case whose fields have one of these words.
    case cases([(conditions: [FormatField: [String]], value: FormatValue)], otherwise: FormatValue)
    /// A value that needs all of these fields, and what stands there without them.
    case needing([FormatField], FormatValue, otherwise: FormatValue)
    /// One value for each ID of the customer.
    case eachID(FormatValue)
    case list([FormatValue])
    /// The members, sorted by name; those whose value is absent are left out.
    case object([(name: String, value: FormatValue)])
}
