// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymComparison
import AllonymCore
import AllonymInput

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
                "Every way in which a device sees something else at two of the four providers, or "
                    + "at one of them under another setting, found by trying everything. Drawn are "
                    + "histories of up to \(DifferenceSurvey.drawn) actions; those with a step "
                    + "that one side had refused before are left out.",
                "The article \"How the four differ\" in the documentation also lists what is refused "
                    + "on one side only, whom purchases belong to, who is one customer, and what "
                    + "longer histories show, with how deep each pair was searched; \"Finding "
                    + "differences\" says how they are found.",
            ])
        let results = (pairs + choices.map(\.part)).map(\.shallow)
        let transitions = results.reduce(0) { $0 + $1.coverage.transitions }
        page.facts = [
            Page.Fact("Pairs", String(pairs.count)),
            Page.Fact("Settings", String(choices.count)),
            Page.Fact("Devices", "2"), Page.Fact("User IDs", "2"), Page.Fact("Products", "1"),
            Page.Fact("Actions, for pairs", "up to \(DifferenceSurvey.pairDepth)"),
            Page.Fact("For settings", "up to \(DifferenceSurvey.settingDepth)"),
            Page.Fact(
                "States", results.reduce(0) { $0 + $1.coverage.states }.grouped),
            Page.Fact("Transitions", transitions.grouped),
            Page.Fact(
                "Everything tried",
                results.allSatisfy(\.coverage.isComplete) ? "yes" : "no, it was cut"),
        ]
        let parts =
            pairs.map { ($0, $0.shallow.names.joined(separator: " and ")) }
            + choices.map { ($0.part, "\($0.provider): \($0.setting)") }
        page.entries = try parts.flatMap { part, name in
            try part.shallow.findings.filter { finding in
                finding.kind == DifferenceKind.access.rawValue && finding.follows == nil
                    && finding.compared.scenario.steps.count <= DifferenceSurvey.drawn
            }.map { try entry($0, under: name) }
        }
        return page
    }

    /// A finding as it stands on the page: what it is about for a file, its sentence for a title,
    /// its rules for a text.
    private func entry(_ finding: SearchFinding, under name: String) throws -> Page.Entry {
        let rules = finding.rules.replacing("`", with: "")
        let lines = finding.scenario.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { $0.hasPrefix("# ") ? "\($0)\n\n\(rules)" : String($0) }
            .joined(separator: "\n")
        let file = try ScenarioFile(name: name, bytes: Array(text.utf8), mappings: mappings)
        let runner = Runner(mappings)
        var entry = Page.Entry(
            ComparedScenario(
                joining: try file.scenarios.map { try runner.run($0, of: file) },
                title: finding.capitalised, partingAt: finding.compared.found ?? 0))
        entry.remedy = finding.remedy
        return entry
    }
}
