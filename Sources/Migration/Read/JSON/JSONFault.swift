// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no JSON, and where.
package struct JSONFault: Error, Equatable {
    package enum Reason: UInt8 {
        case ended
        case value
        case name
        case colon
        case commaInObject
        case commaInList
        case control
        case escape
        case surrogate
        case number
        case depth
        case behind
        case encoding
    }

    /// The byte in the batch.
    var offset: Int
    package var reason: Reason
}

extension JSONFault.Reason: CustomStringConvertible {
    /// What was expected.
    package var description: String {
        switch self {
        case .ended: "the text ends too early; it is truncated"
        case .value: "expected a value"
        case .name: "expected a name in quotes"
        case .colon: "expected a colon after the name"
        case .commaInObject: "expected a comma or the end of the object"
        case .commaInList: "expected a comma or the end of the list"
        case .control: "a control character in a text has to be escaped"
        case .escape: "a backslash does not begin a valid escape"
        case .surrogate: "half of an escaped surrogate pair is missing"
        case .number: "this is not a number"
        case .depth: "more than \(JSONScanner.mostDepth) lists and objects are nested"
        case .behind: "expected the end after the value"
        case .encoding: "invalid UTF-8; save the file as UTF-8"
        }
    }
}
