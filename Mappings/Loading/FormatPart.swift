// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A kind of object in `formats.json`, and the members that it may have.
///
/// The raw value is a heading of the article "Describing a provider's files", where a table
/// documents these members.
package enum FormatPart: String, CaseIterable, Sendable {
    case file = "The file"
    case citation = "Citations"
    case identity = "Identity"
    case customIDs = "Custom IDs"
    case anonymousIDs = "Anonymous IDs"
    case letterCase = "Letter case"
    case limit = "Limits"
    case answer = "Answers"
    case compared = "Comparing an answer"
    case supportNote = "Support notes"
    case rollbackNote = "Rollback notes"
    case reader = "Readers"
    case missingColumn = "Missing columns"
    case like = "Readers like another"
    case record = "Records"
    case field = "Fields"
    case part = "Parts of a text"
    case writer = "Writers"
    case column = "Columns"
    case constantColumn = "Columns with a constant"
    case conditionalColumn = "Columns with a condition"
    case call = "Calls"
    case undo = "Undoing a call"
    case others = "What others gave"
    case read = "Reading back"
    case fieldValue = "Field values"
    case casesValue = "Values by case"
    case caseOfValue = "Cases"
    case conditionalValue = "Conditional values"
    case eachValue = "A value for each ID"
    case export = "Reading by the API"
    case exportPages = "Pages"
    case exportCall = "Calls that read"
    case exportLack = "What the API does not give"

    /// The members that it may have.
    package var members: [String] {
        switch self {
        case .customIDs, .anonymousIDs, .letterCase, .limit, .answer, .supportNote, .rollbackNote,
            .missingColumn, .writer, .others, .read, .exportCall, .exportLack:
            ownMembers + FormatPart.citation.ownMembers
        // Its title is what it says.
        case .reader: ownMembers + FormatPart.citation.ownMembers.filter { $0 != "says" }
        case .column: ownMembers + FormatPart.fieldValue.ownMembers
        case .file, .citation, .identity, .compared, .like, .record, .field, .part, .constantColumn,
            .conditionalColumn, .call, .undo, .fieldValue, .casesValue, .caseOfValue,
            .conditionalValue, .eachValue, .export, .exportPages:
            ownMembers
        }
    }

    /// Those of them that its own table documents.
    package var ownMembers: [String] {
        switch self {
        case .file:
            [
                "provider", "source", "checked", "version", "sources", "identity", "limits",
                "readers", "writers", "answers", "support", "rollback", "export",
            ]
        case .citation: ["says", "authority", "source", "checked", "note"]
        case .identity: ["custom-ids", "anonymous-ids", "letter-case"]
        case .customIDs: ["most", "rule"]
        case .anonymousIDs: ["import", "mint", "rule"]
        case .letterCase: ["exact", "rule"]
        case .limit: ["id", "what", "name", "count", "seconds", "for"]
        case .answer: ["id", "for", "status", "at", "code", "means", "wait", "compared"]
        case .compared: ["in", "member", "not-before"]
        case .supportNote: ["id", "when"]
        case .rollbackNote: ["id"]
        case .reader:
            [
                "id", "title", "container", "delimiter", "columns", "lacking", "known-by", "not-by",
                "known-when", "error-when", "page-of", "last-page", "like", "complete", "clock",
                "order", "same-by", "ends",
                "entitlements",
                "records", "events",
            ]
        case .missingColumn: ["id", "column", "means", "unless"]
        case .like: ["reader", "at"]
        case .record: ["at", "makes", "when", "unless", "constants", "fields", "note"]
        case .field:
            [
                "name", "field", "form", "words", "else", "required", "zero-is-none", "only-one",
                "beside-one", "where", "part", "numbers", "without",
            ]
        case .part: ["after", "until", "percent", "drop-end"]
        case .writer:
            [
                "id", "title", "file", "container", "for", "route", "priority", "takes", "needs",
                "future", "without", "matches", "distinct", "most", "most-rows", "delimiter",
                "columns", "call", "line", "batch",
            ]
        case .column: ["name"]
        case .constantColumn: ["name", "constant"]
        case .conditionalColumn: ["name", "if", "then", "else"]
        case .call:
            [
                "host", "method", "path", "headers", "body", "after", "once-per", "idempotency",
                "repeatable", "replaces", "read", "limit", "undo", "no-undo",
            ]
        case .undo:
            [
                "method", "path", "headers", "body", "once-per", "limit", "only-made", "says",
                "unless",
            ]
        case .others:
            ["path", "headers", "list", "where", "but", "without-purchases", "limit"]
        case .read: ["path", "headers", "list", "where", "equal", "not-before", "changed", "limit"]
        case .fieldValue: ["field", "form", "words", "else", "or"]
        case .casesValue: ["cases", "else"]
        case .caseOfValue: ["when", "value"]
        case .conditionalValue: ["if", "then", "else"]
        case .eachValue: ["each", "value"]
        case .export: ["host", "headers", "pages", "pause", "calls", "lacks"]
        case .exportPages: ["items", "size", "count", "after", "next", "next-is"]
        case .exportCall:
            [
                "id", "for", "path", "limit", "file", "aside", "list", "has", "identifies", "same",
                "products",
            ]
        case .exportLack: ["id"]
        }
    }
}

extension MappingEntry {
    /// Refuses members that this part of `formats.json` does not have.
    func allow(_ part: FormatPart) throws(MappingsError) {
        try allow(part.members)
    }
}
