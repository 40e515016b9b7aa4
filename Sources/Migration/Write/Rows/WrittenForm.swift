// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// How a field is written.
enum WrittenForm: Sendable {
    /// A text; of a list its elements with commas between.
    case text
    /// A list of texts.
    case list
    /// JSON as it was read.
    case json
    /// A whole number.
    case integer
    /// A decimal number, as it was read.
    case decimal
    /// True or false.
    case boolean
    /// `2026-11-20T08:27:06.000Z`.
    case iso
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds
    /// The target's word for the neutral one.
    case word

    /// How what is read in a form is written.
    init(_ form: FieldRule.Form) {
        self =
            switch form {
            case .text, .presence, .cents: .text
            case .list, .texts, .jsonList, .keys: .list
            case .json: .json
            case .integer, .microseconds: .integer
            case .decimal: .decimal
            case .boolean: .boolean
            case .utc, .iso: .iso
            case .seconds, .unix: .seconds
            case .milliseconds: .milliseconds
            case .word: .word
            }
    }
}
