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

    @Test func `A symbol that is in neither list, or in both, is a fault`() throws {
        let graph = try SymbolGraph(of: "AllonymSimulation").declarations
        #expect(graph["SharedWorld"]?.first?.contains("final class SharedWorld") == true)
        #expect(graph["Installation.reinstall()"] == ["func reinstall()"])
        #expect(graph["Line"] == nil, "what is not public is not listed")
        #expect(throws: SymbolGraph.Failure.self) { try SymbolGraph(of: "NoSuchModule") }
    }
}
