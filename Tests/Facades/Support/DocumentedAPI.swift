// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An SDK's public symbols, and what its façade has of each: `documented-api.json` in a façade's
/// folder of tests.
///
/// The list is the vendor's: names, labels, types, defaults and raw values, from its sources.
struct DocumentedAPI: Codable {
    /// How a façade stands to a symbol.
    enum Status: String, Codable, CaseIterable {
        /// The compiled module has this declaration, and it does what the documents say.
        case same
        /// It is there in another form.
        case differs
        /// It is there and does nothing.
        case inert
        /// It is not there.
        case absent
    }

    /// A public symbol of the SDK.
    struct Symbol: Codable, Hashable {
        /// The type that it is a member of; `-` at the top of the module.
        let type: String
        /// The declaration, as the vendor's list has it.
        let declaration: String
        /// The form in which Swift sees it, where the vendor's list is in another language.
        var swift: String?
        /// The type that it is a member of for Swift, where that is another name.
        var swiftType: String?
        /// The one version that has it, if not all have.
        var `in`: String?
        /// What the façade has.
        var status: Status
        /// Why it differs or is absent; a member of an absent type may leave it to its type.
        var why: String?

        /// The type's name as Swift code says it; empty at the top of the module.
        var owner: String {
            let name = swiftType ?? type
            guard name != "-" else { return "" }
            let modules = ["Swift.", "Foundation.", "SwiftUICore.", "UIKit.", "StoreKit."]
            let module = modules.first(where: name.hasPrefix) ?? ""
            return String(name.dropFirst(module.count))
        }
    }

    /// Where the list is from.
    let source: String
    /// The version of the SDK.
    let version: String
    /// The day on which it was read.
    let checked: String
    /// The symbols, in the order of the vendor's list.
    var symbols: [Symbol]

    init(source: String, version: String, checked: String, symbols: [Symbol]) {
        self.source = source
        self.version = version
        self.checked = checked
        self.symbols = symbols
    }

    init(of provider: String) throws {
        self = try JSONDecoder().decode(
            DocumentedAPI.self, from: Data(contentsOf: DocumentedAPI.file(of: provider)))
    }

    /// The file's text: a symbol a line, so that a diff shows one change.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            func json(_ value: some Encodable) throws -> String {
                String(decoding: try encoder.encode(value), as: UTF8.self)
            }
            let lines = try symbols.map(json).joined(separator: ",\n    ")
            return """
                {
                  "source": \(try json(source)),
                  "version": \(try json(version)),
                  "checked": \(try json(checked)),
                  "symbols": [
                    \(lines)
                  ]
                }

                """
        }
    }

    /// Where a provider's list stands.
    static func file(of provider: String) -> URL {
        folder.appendingPathComponent("\(provider)/documented-api.json")
    }

    /// Where a provider's page stands.
    static func page(of provider: String) -> URL {
        folder.appendingPathComponent(
            "../../Sources/Facades/\(provider)/\(provider)Facade.docc/\(provider)-API.md"
        ).standardizedFileURL
    }

    private static var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    }
}
