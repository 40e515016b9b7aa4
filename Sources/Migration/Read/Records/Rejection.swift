// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A rejected record, with what is needed to fix it.
package struct Rejection: Hashable, Sendable {
    /// What is wrong.
    package enum Rule: String, Sendable, CaseIterable {
        /// The text is no JSON.
        case syntax = "scan.syntax"
        /// The bytes are no UTF-8.
        case encoding = "scan.encoding"
        /// A row has too few or too many fields.
        case fieldCount = "scan.field-count"
        /// A quote is not closed, or something stands behind it.
        case quotes = "scan.quotes"
        /// A value is of another kind than the format says.
        case kind = "scan.kind"
        /// A date that does not exist, or is written in another form.
        case date = "scan.date"
        /// A number that is none, or too large.
        case number = "scan.number"
        /// A value that has to be there is missing.
        case missing = "scan.missing"
        /// A word that the format does not know.
        case word = "scan.word"
        /// An event of a type that the format does not know.
        case event = "scan.event"
        /// An API's answer that says what went wrong, and not what was asked for.
        case answer = "scan.answer"
        /// The format has no place for such a record.
        case unmatched = "scan.unmatched"
    }

    /// What is wrong.
    package var rule: Rule
    /// What was found, and what was expected.
    package var reason: String
    /// The input's name.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The byte in the line, from 1; that of the record's beginning where all of it is at fault.
    package var column: Int
    /// The record's bytes in the batch, all of them.
    package var raw: Text

    /// As compilers print it.
    package var description: String { "\(file):\(line):\(column): \(reason)" }
}

/// Something about a record that was taken: one of its fields stays empty.
package struct Remark: Sendable {
    /// What.
    package enum Kind: Sendable {
        /// The format does not know the word.
        case unknownWord
        /// There are several values where one is due.
        case severalValues
        /// It is not said which of several things it belongs to.
        case ofSeveral
        /// A number is below zero where that means nothing.
        case belowZero
        /// A number has more digits than numbers have.
        case tooLarge
        /// An object has a member twice, of which the first counts.
        case memberTwice
        /// An object has a member that the format, which names all of them, does not know.
        case unknownMember
    }

    /// What.
    package var kind: Kind
    /// Which record of the batch.
    package var record: Int
    /// The field that stays empty; nil where none does.
    package var field: NeutralField?
    /// The word, or the first value; of a member that is there twice its second value, and of an
    /// unknown one its name.
    package var text: Text
    /// The name of a member that is there twice; of an unknown one the name that is spelt most like
    /// it, if one is.
    package var member = ""
}
