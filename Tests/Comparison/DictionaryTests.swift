// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import AllonymTestSupport
import Testing

/// `allonym dictionary` knows what migrations read.
@Suite struct DictionaryTests {
    @Test(arguments: EveryProvider.keysWithFormats)
    func `The dictionary knows every event that a reader knows, with its meaning`(
        key: String
    ) throws {
        let mappings = try builtIn.get()
        let words = WordList(mappings)
        let events = try #require(mappings.formats[key]).readers.flatMap(\.events)
        #expect(!events.isEmpty)
        for event in events {
            let titles = try words.word(event.name).sections.map(\.title)
            #expect(
                titles.contains { $0.hasPrefix("\(event.event.rawValue) (events): ") },
                "\(event.name): \(titles)")
        }
    }
}
