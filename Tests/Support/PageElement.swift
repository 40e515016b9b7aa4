// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of a page, as a strict reader of XML finds it.
package final class PageElement {
    /// Its name.
    package let name: String
    /// Its attributes.
    package let attributes: [String: String]
    /// What it holds, without text.
    package private(set) var children: [PageElement] = []
    /// The text in it alone.
    package fileprivate(set) var ownText = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    fileprivate func add(_ child: PageElement) { children.append(child) }

    /// Itself and everything in it, in order.
    package var all: [PageElement] { [self] + children.flatMap(\.all) }

    /// The text in it and in what it holds.
    package var text: String { ownText + children.map(\.text).joined(separator: " ") }

    /// The elements in it of a name.
    package func all(_ name: String) -> [PageElement] { all.filter { $0.name == name } }

    /// The elements in it that have an attribute.
    package func having(_ attribute: String) -> [PageElement] {
        all.filter { $0.attributes[attribute] != nil }
    }

    /// The value of an attribute.
    package subscript(attribute: String) -> String? { attributes[attribute] }
}

/// A page that is no XML.
package struct PageError: Error {
    /// The line of the fault.
    package let line: Int
}

/// Reads a page of HTML; every fault in its markup is an error.
package func readPage(_ text: String) throws -> PageElement {
    let reader = PageReader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else { throw PageError(line: parser.lineNumber) }
    return root
}

private final class PageReader: NSObject, XMLParserDelegate {
    private(set) var root: PageElement?
    private var open: [PageElement] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        let element = PageElement(name, attributes)
        open.last?.add(element)
        open.append(element)
        root = root ?? element
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open.last?.ownText += text
    }
}
