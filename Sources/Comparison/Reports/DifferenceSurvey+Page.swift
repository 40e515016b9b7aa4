// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension DifferenceSurvey {
    /// The number of actions up to which the page draws differences.
    private static let drawn = 4

    /// The survey as a page: for each pair what devices see differently, with pictures.
    ///
    /// - Throws: Nothing, unless the program is wrong: its own scenarios are read back.
    package func page() throws -> Page {
        var page = Page(
            title: "How the four differ",
            introduction: [
                "Every way in which a device sees something else at two of the four providers "
                    + "within \(DifferenceSurvey.drawn) actions, found by trying everything; "
                    + "histories with a step that one side had refused before are left out.",
                "The article «How the four differ» in the documentation also lists what is refused "
                    + "on one side only, whom purchases belong to, who is one customer, and what "
                    + "longer histories show; «Finding differences» says how they are found.",
            ])
        let results = pairs.map(\.shallow)
        let transitions = results.reduce(0) { $0 + $1.coverage.transitions }
        page.facts = [
            Page.Fact("Pairs", String(results.count)), Page.Fact("Devices", "2"),
            Page.Fact("User IDs", "2"), Page.Fact("Products", "X = subscription"),
            Page.Fact("Actions in a row", String(DifferenceSurvey.pairDepth)),
            Page.Fact(
                "States", SearchReport.grouped(results.reduce(0) { $0 + $1.coverage.states })),
            Page.Fact("Transitions", SearchReport.grouped(transitions)),
            Page.Fact(
                "Everything tried",
                results.allSatisfy(\.coverage.isComplete) ? "yes" : "no, it was cut"),
        ]
        page.entries = try results.flatMap { result in
            try result.findings.filter { finding in
                finding.kind == DifferenceKind.access.rawValue && finding.isPlain
                    && finding.compared[0].scenario.steps.count <= DifferenceSurvey.drawn
            }.flatMap { try entries($0, under: result.names.joined(separator: " and ")) }
        }
        return page
    }

    /// A finding as it stands on the page: its pair for a file, its sentence for a title.
    private func entries(_ finding: SearchFinding, under pair: String) throws -> [Page.Entry] {
        var lines = finding.scenario.split(separator: "\n", omittingEmptySubsequences: false)
        lines[0] = "# \(finding.sentence)"
        lines[2] = "\(finding.rules.replacing("`", with: ""))"
        let text = lines.joined(separator: "\n")
        let file = try ScenarioFile(name: pair, bytes: Array(text.utf8), mappings: mappings)
        return try file.scenarios.map { Page.Entry(try Runner(mappings).run($0, of: file)) }
    }
}

extension SearchFinding {
    /// Whether nothing before the last step was refused on one side only.
    fileprivate var isPlain: Bool {
        compared.allSatisfy { compared in
            compared.answers.dropLast().allSatisfy { answers in
                Set(answers.map { $0.refusal == nil }).count == 1
            }
        }
    }
}
