// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How what a plan writes comes to the provider.
public enum ImportRoute: String, CaseIterable, Sendable {
    /// A file that the provider imports as a whole.
    case bulkImport = "bulk-import"
    /// Calls of the provider's API.
    case api
    /// Calls that only the app can make.
    case client
    /// Something that a person does, or asks the provider to do.
    case manual
}

/// What is written for a provider: rows of a file, or calls.
package struct FormatWriter: Sendable {
    /// What holds what is written.
    package enum Container: Sendable {
        /// Rows with this byte between their fields.
        case csv(delimiter: UInt8, columns: [FormatColumn])
        /// Calls, one JSON object a line.
        case calls(FormatCall)
        /// JSON objects of this form, one a line.
        case lines(FormatValue)
    }

    /// What there is one row, call or line for.
    package enum Subject: String, CaseIterable, Sendable {
        case purchase
        case customer
        case identity
        case alias
        case grant
        /// One line of the map of IDs.
        case map
    }

    package typealias Route = ImportRoute

    /// A stable ID, such as `purchasely.import-google`.
    package var id: String
    /// What it is called.
    package var title: String
    /// The file that it goes into.
    package var file: String
    /// What holds it.
    package var container: Container
    /// What there is one of it for.
    package var subject: Subject
    /// How it comes to the provider.
    package var route: Route
    /// The least takes a subject first.
    package var priority: Int
    /// The words, or patterns that end in `*`, that a field may have; a field that says nothing
    /// passes, but for the store.
    package var takes: [FormatField: [String]]
    /// Of each of these lists one field has to be there.
    package var needs: [[FormatField]]
    /// Moments that have to lie ahead.
    package var future: [NeutralField]
    /// What must not be there.
    package var without: [FormatField]
    /// What a field has to match as a whole.
    package var matches: [(field: FormatField, pattern: Pattern)]
    /// Whether equal rows or calls are written once.
    package var isDistinct: Bool
    /// How many there may be for one customer; nil for any number.
    package var mostPerCustomer: Int?
    /// It is used for no more purchases than this; nil for any number.
    package var mostRows: Int?
    /// Report a note above this many rows; nil for never.
    package var batch: Int?
    /// Where it is documented.
    package var citation: Citation
}

/// A column of a file that is written.
package struct FormatColumn: Sendable {
    /// Its name.
    package var name: String
    /// What stands in it.
    package var value: FormatValue
}

/// A call that is written.
package struct FormatCall: Sendable {
    /// The call that takes it back.
    package struct Undo: Sendable {
        /// Such as `DELETE`.
        package var method: String
        /// The path.
        package var path: FormatTemplate
        /// Headers; secrets are names in angle brackets.
        package var headers: [String: String]
        /// What is sent.
        package var body: FormatValue?
        /// For what there is only one.
        package var oncePer: FormatWriter.Subject?
        /// The limit that it falls under.
        package var limit: String?
        /// Whether it is for what the plan itself has made alone.
        package var isOfMade: Bool
        /// What it does.
        package var says: String
        /// What is looked for before: whatever others have given since keeps it from being made.
        package var unless: [Others]
    }

    /// What tells whether others have given a customer something that taking a call back would take.
    package struct Others: Sendable {
        /// The path of a `GET`.
        package var path: FormatTemplate
        /// Headers; secrets are names in angle brackets.
        package var headers: [String: String]
        /// Where in the answer the list is.
        package var list: String
        /// What an element of the list has to have to count; nil where each does.
        package var matching: FormatValue?
        /// What tells that an element is the plan's own: each of these alone does, filled by any of
        /// the customer's calls.
        package var own: [FormatValue]
        /// Whether the list has purchases, which nothing tells from those that the plan has brought:
        /// there may be as many of them as it has.
        package var isWithoutPurchases: Bool
        /// The limit that the reading falls under; nil where it is that of the call that takes back.
        package var limit: String?
        /// What it tells, and where that is documented.
        package var citation: Citation
    }

    /// The call that reads back what a call has made, and makes nothing itself.
    package struct Read: Sendable {
        /// The path of a `GET`.
        package var path: FormatTemplate
        /// Headers; secrets are names in angle brackets.
        package var headers: [String: String]
        /// Where in the answer the list is that has what was made; nil where it is the answer itself.
        package var list: String?
        /// What tells the element of the list; its members are names with dots between.
        package var matching: FormatValue?
        /// What has to be there for the call to have been made already; nil where ``notBefore`` alone
        /// says it.
        package var equal: FormatValue?
        /// Moments that have to be there, or later ones: null is none, so later than any.
        package var notBefore: FormatValue?
        /// Where it is told when what is there has changed, as names with dots between, and in which
        /// form; empty where no moment is told.
        package var changed: [(place: String, form: FieldRule.Form)]
        /// The limit that the reading falls under; nil where it is the call's.
        package var limit: String?
        /// What it tells, and where that is documented.
        package var citation: Citation
    }

    /// Scheme and host.
    package var host: String
    /// Such as `POST`.
    package var method: String
    /// The path.
    package var path: FormatTemplate
    /// Headers; secrets are names in angle brackets.
    package var headers: [String: String]
    /// What is sent.
    package var body: FormatValue?
    /// The writers whose calls for the same customer come before.
    package var after: [String]
    /// For what there is only one.
    package var oncePer: FormatWriter.Subject
    /// How a repeat is known; nil where nothing is documented.
    package var idempotency: String?
    /// Whether it can be made again without harm when nobody knows what became of it.
    package var isRepeatable: Bool
    /// Whether it takes the place of what a customer has already who was there before.
    package var replaces: Bool
    /// What reads back what it has made; nil where nothing does without making something.
    package var read: Read?
    /// The limit that it falls under.
    package var limit: String?
    /// The call that takes it back; nil where there is none.
    package var undo: Undo?
    /// Why there is none.
    package var noUndo: String?
}

/// What a column, a member of a body or a line holds.
package indirect enum FormatValue: Sendable {
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
