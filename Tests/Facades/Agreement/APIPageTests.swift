// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

/// The lists of the SDKs' symbols, and the pages made from them, say what the façades have.
///
/// `ALLONYM_WRITE_PAGES=1` writes the pages anew, and marks in the lists what has been added.
/// `ALLONYM_SYMBOLS=FILE ALLONYM_PROVIDER=RevenueCat` takes a new list of the vendor's symbols.
@Suite struct APIPageTests {
    static let providers = ((try? EveryFacade.mappings.get())?.providers ?? []).map(\.name)
    /// How many symbols each vendor's list has, so that none vanishes from it silently.
    static let symbols = ["Nami": 666, "Purchasely": 1_097, "Qonversion": 481, "RevenueCat": 1_129]
    static let environment = ProcessInfo.processInfo.environment

    @Test(arguments: providers)
    func `Every symbol of the SDK is listed, and the compiled façade agrees`(provider: String)
        throws
    {
        if let table = Self.environment["ALLONYM_SYMBOLS"],
            provider == Self.environment["ALLONYM_PROVIDER"]
        {
            let list = try DocumentedAPI(of: provider).merged(
                with: String(contentsOfFile: table, encoding: .utf8),
                graph: SymbolGraph(of: provider + "Facade"))
            try list.text.write(
                to: DocumentedAPI.file(of: provider), atomically: true, encoding: .utf8)
        }
        let comparison = try APIComparison(of: provider)
        #expect(comparison.entries.count == Self.symbols[provider])
        #expect(comparison.faults == [])
    }

    @Test(arguments: providers)
    func `The page is made from the list and the compiled façade`(provider: String) throws {
        let graph = try SymbolGraph(of: provider + "Facade")
        var list = try DocumentedAPI(of: provider)
        let isWriting = Self.environment["ALLONYM_WRITE_PAGES"] != nil
        if isWriting {
            list = list.withDeclared(by: graph)
            try list.text.write(
                to: DocumentedAPI.file(of: provider), atomically: true, encoding: .utf8)
        }
        let page = APIPage(provider: provider, list: list, graph: graph).text
        let file = DocumentedAPI.page(of: provider)
        if isWriting { try page.write(to: file, atomically: true, encoding: .utf8) }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(
            written == page,
            "the page is old; write it with ALLONYM_WRITE_PAGES=1 swift test --filter APIPage")
        #expect(
            try list.text == String(contentsOf: DocumentedAPI.file(of: provider), encoding: .utf8))
    }

    /// A raw value is in no symbol graph: the enumeration itself is asked.
    @Test func `Raw values are the SDK's`() throws {
        for provider in Self.providers {
            let comparison = try APIComparison(of: provider)
            var compared = 0
            for entry in comparison.entries where entry.symbol.status == .same {
                guard let value = entry.declaration.rawValue else { continue }
                let name = comparison.mangledName(of: entry.symbol.owner)
                let type = name.flatMap(_typeByName) as? any RawRepresentable.Type
                guard let type else {
                    Issue.record("\(provider): \(entry.symbol.owner) has no raw values")
                    continue
                }
                guard let found = RawValues.nameOfCase(of: type, value) else { continue }
                compared += 1
                #expect(
                    found == entry.declaration.name,
                    "\(provider): \(entry.symbol.owner), raw value \(value)")
            }
            #expect(compared > 10, "\(provider)")
        }
    }

    /// Of a type that the vendor's list has, the list has the cases and their numbers, too.
    @Test(arguments: providers)
    func `No case of a listed enumeration is the façade's own`(provider: String) throws {
        let comparison = try APIComparison(of: provider)
        let listed = Set(comparison.entries.compactMap(\.declaredType))
        #expect(!listed.isEmpty)
        let own = comparison.own.filter { line in
            let parts = line.components(separatedBy: ": ")
            return parts.count > 1 && listed.contains(parts[0])
                && (parts[1].hasPrefix("case ") || parts[1].hasPrefix("init?(rawValue"))
        }
        #expect(own == [])
    }

    @Test func `Every provider has a page`() { #expect(Self.providers.count >= 4) }
}

/// Values of enumerations whose type is known only when the tests run.
enum RawValues {
    /// The name of the case with this raw value, written as in Swift; nil if the enumeration
    /// describes itself in other words.
    static func nameOfCase(of type: any RawRepresentable.Type, _ text: String) -> String? {
        func name<T: RawRepresentable>(_ type: T.Type) -> String? {
            let text = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
            guard !(T.self is any CustomStringConvertible.Type),
                !(T.self is any CustomDebugStringConvertible.Type),
                let raw = text as? T.RawValue ?? Int(text) as? T.RawValue
            else { return nil }
            return T(rawValue: raw).map { "\($0)" } ?? "no case"
        }
        return name(type)
    }
}
