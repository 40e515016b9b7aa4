// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

/// The pages that lay each documented API beside its façade say what the code has.
///
/// `ALLONYM_WRITE_PAGES=1` writes them anew.
@Suite struct APIPageTests {
    static let providers = ((try? EveryFacade.mappings.get())?.providers ?? []).map(\.name)

    @Test(arguments: providers)
    func `Every documented symbol is there, or its absence has a reason`(provider: String) throws {
        let documented = try DocumentedAPI(of: provider)
        #expect(documented.documented.count > 60)
        #expect(documented.faults == [])
    }

    @Test(arguments: providers)
    func `The page is made from the code`(provider: String) throws {
        let page = try DocumentedAPI(of: provider).page
        let file = DocumentedAPI.file(of: provider)
        if ProcessInfo.processInfo.environment["ALLONYM_WRITE_PAGES"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(
            written == page,
            "the page is old; write it with ALLONYM_WRITE_PAGES=1 swift test --filter APIPage")
    }

    @Test func `Every provider has a page`() { #expect(Self.providers.count >= 4) }

    @Test(
        arguments: [
            ("A.b()", nil, true), ("A.c()", "It shows a sheet.", true),
            ("A.c()", nil, false), ("A.b()", "It shows a sheet.", false),
            ("A.c()", "no sentence", false), ("A", nil, false),
        ] as [(String, String?, Bool)])
    func `A symbol that is in neither list, in both, or out of order is a fault`(
        symbol: String, gap: String?, isSound: Bool
    ) {
        let first = DocumentedAPI.Symbol(symbol: "A", source: "a page", gap: nil)
        let second = DocumentedAPI.Symbol(symbol: symbol, source: "a page", gap: gap)
        let documented = DocumentedAPI(
            facade: "F", documented: [first, second],
            declared: ["A": ["class A"], "A.b()": ["func b()"], "A.own": ["var own: Int"]])
        #expect(documented.faults.isEmpty == isSound)
        #expect(documented.page.contains("- `A.own`"))
        #expect(documented.page.contains("## What is missing") == (gap != nil))
    }

    @Test func `The symbols are those that the compiled module makes public`() throws {
        let graph = try SymbolGraph(of: "AllonymSimulation").declarations
        #expect(graph["SharedWorld"]?.first?.contains("final class SharedWorld") == true)
        #expect(graph["Installation.reinstall()"] == ["func reinstall()"])
        #expect(graph["Line"] == nil, "what is not public is not listed")
        #expect(throws: SymbolGraph.Failure.self) { try SymbolGraph(of: "NoSuchModule") }
    }
}
