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

    @Test(
        arguments: [
            ("family", "Nothing is called \"family\". Words that speak of it:", "share"),
            ("ALIAS", "Words that speak of it, or are called similarly:", "aliases"),
            ("logIn(_:completion:)", "log in (actions): ", nil),
        ] as [(String, String, String?)])
    func `What speaks of a word is found beside what is called so`(
        wanted: String, title: String, near: String?
    ) throws {
        let sections = try WordList(builtIn.get()).word(wanted).sections
        let section = try #require(sections.last)
        #expect(section.title.hasPrefix(title))
        if let near { #expect(section.rows.contains { $0[0] == near }) }
    }

    @Test(arguments: ["ff", "", "frobnicate"])
    func `What nothing speaks of is an error that says where all words are`(wanted: String) throws {
        let words = WordList(try builtIn.get())
        #expect { try words.word(wanted) } throws: {
            "\($0)".contains("\"\(wanted)\"") && "\($0)".hasSuffix("lists what there is")
        }
    }
}
