// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

@Suite struct GlancePictureTests {
    /// The one that the README shows.
    private static let shown = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".github/at-a-glance.svg")

    @Test func `The README's picture is what the mappings answer`() throws {
        let svg = GlancePicture(try Glance.answered()).svg
        if ProcessInfo.processInfo.environment["ALLONYM_WRITE_EXPECTED"] != nil {
            try svg.write(to: Self.shown, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: Self.shown, encoding: .utf8)
        #expect(
            kept == svg,
            "write it again: allonym compare --format svg --output .github/at-a-glance.svg")
    }

    @Test func `Every question and answer is in it once, and it is well-formed`() throws {
        let glance = try Glance.answered()
        let svg = GlancePicture(glance).svg
        let texts = try readPage(svg).all("text").map(\.text)
        #expect(texts.filter { $0 == "≠" }.count == glance.rows.filter(\.differs).count)
        for row in glance.rows { #expect(texts.filter { $0 == row.question }.count == 1) }
        for marked in Set(glance.rows.flatMap(\.answers).compactMap { $0?.marked }) {
            let given = glance.rows.flatMap(\.answers).filter { $0?.marked == marked }.count
            #expect(texts.filter { $0 == marked }.count == given, "\(marked)")
        }
        for name in glance.columns { #expect(texts.contains(name)) }
    }

    @Test func `Answers in the same words have the same colour, and others have another`() throws {
        let glance = try Glance.answered()
        let elements = try readPage(GlancePicture(glance).svg)
        let colours = elements.all("rect").compactMap { $0.attributes["class"] }
            .filter { $0 != "paper" }
        var rest = colours[...]
        for row in glance.rows {
            let own = Array(rest.prefix(row.answers.count))
            rest = rest.dropFirst(row.answers.count)
            for (one, colour) in zip(row.answers, own) {
                for (other, second) in zip(row.answers, own) {
                    #expect((one?.text == other?.text) == (colour == second), "\(row.question)")
                }
            }
        }
        #expect(rest.isEmpty)
    }
}
