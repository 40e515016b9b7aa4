// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymSurvey
import Foundation
import AllonymTestSupport
import Testing

/// The article and the page "How the four differ" say what the rulebooks do.
///
/// `ALLONYM_WRITE_PAGES=1 swift test -c release --filter DifferenceSurvey` writes them anew, which
/// takes up to ten minutes on two cores; with `ALLONYM_WRITE_PAGES=page` only the page, in seconds.
@Suite struct DifferenceSurveyTests {
    /// How far the deep search goes for each pair, and for settings.
    private static let depths = (pairs: [10, 10, 10, 10, 10, 9], settings: 7)

    private static let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Comparison/AllonymComparison.docc")
    private static let article = catalog.appendingPathComponent("How-the-four-differ.md")

    @Test func `The article is made from the rulebooks, and a page can be drawn of it`() throws {
        let isDeep = ProcessInfo.processInfo.environment["ALLONYM_WRITE_PAGES"] != nil
        let survey = try DifferenceSurvey(
            builtIn.get(), pairDepths: isDeep ? Self.depths.pairs : [],
            settingDepth: isDeep ? Self.depths.settings : nil)
        if isDeep { try survey.article.write(to: Self.article, atomically: true, encoding: .utf8) }
        let kept = try String(contentsOf: Self.article, encoding: .utf8)
        let message: Comment =
            "the article is old; ALLONYM_WRITE_PAGES=1 swift test -c release --filter DifferenceSurvey"
        #expect(
            DifferenceSurvey.shallow(of: kept) == DifferenceSurvey.shallow(of: survey.article),
            message)
        #expect(survey.pairs.count == 6)
        #expect(survey.choices.count >= 15)
        #expect(try read(try survey.page()).all("figure").count >= 40)
    }

    @Test func `The article says what was covered, for every pair and every setting`() throws {
        let kept = try String(contentsOf: Self.article, encoding: .utf8)
        let parts = kept.components(separatedBy: "## What was covered")
        #expect(parts.count == 2)
        let rows =
            parts.last?.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst() ?? []
        let settings = try builtIn.get().providers.flatMap { provider in
            provider.rulebook.settings.flatMap { setting in
                setting.values.dropFirst().map { "| `\(provider.key).\(setting.name)=\($0)` |" }
            }
        }
        let depths = Self.depths.pairs + settings.map { _ in Self.depths.settings }
        #expect(rows.count == depths.count)
        for (row, depth) in zip(rows, depths) { #expect(row.contains("| \(depth) |"), "\(row)") }
        for (row, setting) in zip(rows.dropFirst(6), settings) { #expect(row.hasPrefix(setting)) }
    }

    @Test(
        arguments: [
            ("# T\n\nfirst\n", "# T\n\nfirst\n"),
            ("# T\n### A, searched deeper\n\n- x\n\n## B\nlast\n", "# T\n## B\nlast\n"),
            ("# T\nfirst\n\n## A, searched deeper\n\n- x\n", "# T\nfirst\n"),
        ])
    func `The part that takes long is left out when the article is checked`(
        _ article: String, shallow: String
    ) {
        #expect(DifferenceSurvey.shallow(of: article) == shallow)
    }
}
