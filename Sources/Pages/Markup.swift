// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Text for HTML, and for the SVG in it, that is well-formed XML too.
package struct Markup {
    /// What was appended.
    package private(set) var text = ""

    /// Nothing yet.
    package init() {}

    /// Appends markup as it is.
    package mutating func raw(_ markup: String) { text += markup }

    /// Appends an element on a line of its own.
    ///
    /// - Parameters:
    ///   - tag: Its name.
    ///   - attributes: Its attributes in order, unescaped; those without a value are left out.
    ///   - content: Its content, unescaped.
    package mutating func element(
        _ tag: String, _ attributes: KeyValuePairs<String, String?>, _ content: String
    ) {
        open(tag, attributes, newline: false)
        text += escaped(content) + "</\(tag)>\n"
    }

    /// Appends an element without attributes.
    package mutating func element(_ tag: String, _ content: String) { element(tag, [:], content) }

    /// Appends the caption of a table, in a box that stays in sight.
    package mutating func caption(_ content: String) {
        raw("<caption><span>\(escaped(content))</span></caption>\n")
    }

    /// Appends an element without content.
    package mutating func empty(_ tag: String, _ attributes: KeyValuePairs<String, String?>) {
        start(tag, attributes)
        text += "/>\n"
    }

    /// Appends a start tag.
    package mutating func open(
        _ tag: String, _ attributes: KeyValuePairs<String, String?> = [:], newline: Bool = true
    ) {
        start(tag, attributes)
        text += newline ? ">\n" : ">"
    }

    /// Appends an end tag.
    package mutating func close(_ tag: String) { text += "</\(tag)>\n" }

    private mutating func start(_ tag: String, _ attributes: KeyValuePairs<String, String?>) {
        text += "<" + tag
        for (name, value) in attributes {
            if let value { text += " \(name)=\"\(escaped(value))\"" }
        }
    }
}
