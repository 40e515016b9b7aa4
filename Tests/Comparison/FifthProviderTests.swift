// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// The article "Adding a provider" is true: its files are loaded, its scenario holds.
@Suite struct FifthProviderTests {
    /// The files that the article shows: each fenced block under a line that is its path.
    private func files() throws -> [String: String] {
        let article = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Mappings/AllonymMappings.docc/Adding-a-provider.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        var files: [String: String] = [:]
        for match in text.matches(of: #/(?m)^`([a-z./]+)`\n\n?```[a-z]+\n((?s:.*?))^```$/#) {
            files[String(match.1)] = String(match.2)
        }
        return files
    }

    private func mappings() throws -> (TemporaryMappings, [String: String]) {
        let temporary = try TemporaryMappings()
        let files = try files()
        for (path, content) in files where path.hasSuffix(".json") {
            try temporary.write(content, to: path)
        }
        return (temporary, files)
    }

    @Test func `The made-up provider of the article loads beside the four`() throws {
        let (temporary, files) = try mappings()
        #expect(
            files.keys.sorted() == [
                "fifth.md", "fifth/identifiers.json", "fifth/rulebook.json",
                "fifth/vocabulary.json",
            ])
        let mappings = try Mappings.load(from: temporary.directory.path)
        #expect(mappings.providers.count == 5)
        #expect(mappings.provider("FIFTH")?.rulebook.faults(key: "fifth") == [])
    }

    @Test func `Its scenario holds and reaches every row`() throws {
        let (temporary, files) = try mappings()
        let mappings = try Mappings.load(from: temporary.directory.path)
        let file = try ScenarioFile(
            markdown: try #require(files["fifth.md"]), mappings: mappings)
        var reached = Set<String>()
        for scenario in file.scenarios {
            let compared = try Runner(mappings).run(scenario, of: file) { reached.insert($0.id) }
            #expect(compared.asserted > 10)
            for (step, answers) in zip(scenario.steps, compared.answers) {
                #expect(answers.allSatisfy { $0.holds != false }, "line \(step.line)")
            }
        }
        let fifth = try #require(mappings.provider("fifth"))
        #expect(fifth.rulebook.rows.filter { !reached.contains($0.id) }.map(\.id) == [])
    }

    @Test func `The four answer as they did without it`() throws {
        let (temporary, _) = try mappings()
        let five = try Mappings.load(from: temporary.directory.path)
        let four = try builtIn.get()
        let name = "scenarios/cross-provider.md"
        for mappings in [five, four] {
            let file = try ScenarioFile(
                name: name, bytes: mappings.bytes(of: name), mappings: mappings)
            for scenario in file.scenarios {
                let compared = try Runner(mappings).run(scenario, of: file)
                #expect(compared.held == compared.asserted)
            }
        }
    }

    @Test func `It answers the questions at a glance where it is asked`() throws {
        let (temporary, _) = try mappings()
        let five = try Mappings.load(from: temporary.directory.path)
        let glance = try Glance.answered(in: five, adding: ["fifth"])
        #expect(glance.columns.count == 5)
        #expect(glance.title == "The providers at a glance")
        #expect(glance.rows.allSatisfy { $0.answers.allSatisfy { $0?.text.isEmpty == false } })
        #expect(try Glance.answered(in: five).columns.count == 4)
    }

    @Test(
        arguments: [
            (
                "\"when\": {\"state\": [\"active\", \"cancelled\"]}, \"outcome\": \"access\"",
                "\"outcome\": \"access\"", "fifth.active.2: no situation reaches this row"
            ),
            (
                "\"launch\": \"reinstall\"", "\"launch\": \"again\"",
                "fifth.launch.1: \"launch\" does not allow \"again\"; it allows: first, reinstall, later"
            ),
            (
                "\"authority\": \"observed\", \"source\": \"guide, 8\"",
                "\"authority\": \"observed\", \"source\": \"manual, 8\"",
                "fifth.grant.1: \"source\" begins with a key of \"sources\": guide; not \"manual\""
            ),
            (
                "\"when\": {\"target\": \"same\"}, \"outcome\": \"keep\"",
                "\"when\": {\"current\": \"custom\"}, \"outcome\": \"new-customer\"",
                "fifth.identify.1: \"new-customer\" is for a new ID; others match this row too"
            ),
        ].map { [$0.0, $0.1, $0.2] })
    func `A mistake is refused as the article says`(mistake: [String]) throws {
        let (temporary, _) = try mappings()
        var rulebook = try String(
            contentsOf: temporary.directory.appendingPathComponent("fifth/rulebook.json"),
            encoding: .utf8)
        rulebook = rulebook.replacing(#/\n\s+/#, with: " ")
        try temporary.write(rulebook, to: "fifth/rulebook.json")
        try temporary.replace(mistake[0], with: mistake[1], in: "fifth/rulebook.json")
        let path = temporary.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(error.description == "fifth/rulebook.json: \(mistake[2])")
    }
}
