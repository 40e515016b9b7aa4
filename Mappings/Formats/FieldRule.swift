// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How one value becomes one field.
///
/// The empty text is no value, whatever its form.
package struct FieldRule: Sendable {
    /// How a value is written.
    package enum Form: String, CaseIterable, Sendable {
        /// A text.
        case text
        /// Texts: the elements of a list, the values of several paths, or one text.
        case list
        /// Texts: the elements of a list, and nothing else.
        case texts
        /// A text that holds a JSON list of texts.
        case jsonList = "json-list"
        /// The keys of an object.
        case keys
        /// Any JSON value, kept as it is written.
        case json
        /// A whole number.
        case integer
        /// A decimal number, kept as it is written.
        case decimal
        /// A whole number of hundredths.
        case cents
        /// Yes or no.
        case boolean
        /// Yes if there is a value.
        case presence
        /// `2026-11-21 08:00:00`, in UTC.
        case utc
        /// A date of ISO 8601.
        case iso
        /// What of a date of ISO 8601 is less than a millisecond, in microseconds.
        case microseconds
        /// Seconds since 1970.
        case seconds
        /// Milliseconds since 1970.
        case milliseconds
        /// Seconds since 1970, or milliseconds from 100,000,000,000 on: where documents show both.
        case unix
        /// One of some words.
        case word
    }

    /// What an unknown word is.
    package enum Unknown: String, CaseIterable, Sendable {
        /// Said in the report; the field stays empty.
        case finding
        /// Nothing; the field stays empty.
        case ignore
        /// A reason to refuse the record.
        case refuse
    }

    /// A part of a text.
    package struct Part: Hashable, Sendable {
        /// It begins behind the first of these, and there is none without; empty for the start.
        package var after: String
        /// It ends before the next of these, where there is one; empty for the end.
        package var until: String
        /// The longest of these that ends it is taken off, and there is none without; empty for
        /// nothing.
        package var endings: [String]
        /// Whether it is percent-encoded, and is to be decoded.
        package var isPercentEncoded: Bool
    }

    /// What an element has to have to be counted.
    package struct Filter: Hashable, Sendable {
        /// What a value is compared with.
        package enum Value: Hashable, Sendable {
            /// This text; nil for none.
            case text(String?)
            /// The key of an enclosing object.
            case key(NeutralField)
        }

        /// Where the value is, from the element.
        package var path: FormatPath
        /// It has to be one of these.
        package var values: [Value]
    }

    /// Where the value is.
    package var path: FormatPath
    /// What it becomes.
    package var field: NeutralField
    /// How it is written.
    package var form: Form
    /// The neutral word for each word; nil where the word says nothing.
    package var words: [String: String?]
    /// What a word that is not among them is.
    package var unknown: Unknown
    /// Whether a record without it is refused.
    package var isRequired: Bool
    /// Whether 0 means that there is no value.
    package var zeroIsNone: Bool
    /// Whether the field stays empty if there are several values.
    package var onlyOne: Bool
    /// If there are several values at this path, the field stays empty too; nil for no such path.
    package var besideOne: FormatPath?
    /// The part of the text that counts; nil for all of it.
    package var part: Part?
    /// What an element of a list has to have.
    package var filters: [Filter]
    /// Whether a number may stand where a text is due.
    package var takesNumbers: Bool
    /// Of CSV: the column that a file has to lack for this to be read; nil where it is read of all.
    package var without: FormatPath?

    /// A rule; what is left out is what data files may leave out.
    package init(
        path: FormatPath, field: NeutralField, form: Form, words: [String: String?] = [:],
        unknown: Unknown = .finding, isRequired: Bool = false, zeroIsNone: Bool = false,
        onlyOne: Bool = false, besideOne: FormatPath? = nil, part: Part? = nil,
        filters: [Filter] = [], takesNumbers: Bool = false, without: FormatPath? = nil
    ) {
        self.path = path
        self.field = field
        self.form = form
        self.words = words
        self.unknown = unknown
        self.isRequired = isRequired
        self.zeroIsNone = zeroIsNone
        self.onlyOne = onlyOne
        self.besideOne = besideOne
        self.part = part
        self.filters = filters
        self.takesNumbers = takesNumbers
        self.without = without
    }
}
