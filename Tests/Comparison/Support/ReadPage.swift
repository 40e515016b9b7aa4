// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of a page, as a strict reader of XML finds it.
final class PageElement {
    let name: String
    let attributes: [String: String]
    private(set) var children: [PageElement] = []
    fileprivate(set) var ownText = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    fileprivate func add(_ child: PageElement) { children.append(child) }

    /// Itself and everything in it, in order.
    var all: [PageElement] { [self] + children.flatMap(\.all) }

    /// The text in it and in what it holds.
    var text: String { ownText + children.map(\.text).joined(separator: " ") }

    /// The elements in it of a name.
    func all(_ name: String) -> [PageElement] { all.filter { $0.name == name } }

    /// The elements in it that have an attribute.
    func having(_ attribute: String) -> [PageElement] {
        all.filter { $0.attributes[attribute] != nil }
    }

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// The picture of a provider.
    func picture(of provider: String) -> PageElement? {
        all("figure").first { $0["data-provider"] == provider }
    }
}

/// A page that is no XML.
struct PageError: Error {
    let line: Int
}

/// The whole text of a page.
func text(of page: Page) -> String {
    var text = ""
    page.write { text += $0 }
    return text
}

/// Reads a page; every fault in its markup is an error.
func read(_ page: Page) throws -> PageElement {
    let reader = PageReader()
    let parser = XMLParser(data: Data(text(of: page).utf8))
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

/// A scenario file of `Tests/Pages`, compared.
func comparePage(_ name: String) throws -> [ComparedScenario] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Pages/\(name)")
    return try compare(String(decoding: Data(contentsOf: file), as: UTF8.self))
}
