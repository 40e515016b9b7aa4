// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Only the server's half of the checks builds what needs the server, and it does not run every test.
@Suite struct ServerHalfTests {
    @Test func `Every suite with a test that needs the server is one that the server's half runs`()
        throws
    {
        let root = ConsoleBlocks.root
        let script = try String(
            contentsOf: root.appendingPathComponent(".ci/server"), encoding: .utf8)
        let filters = script.matches(of: #/\ntests[ \\\n]+'([^']+)'/#).map(\.output.1)
        #expect(!filters.isEmpty)
        let expression = try Regex(filters.joined(separator: "|"))
        var suites: [String] = []
        let tests = root.appendingPathComponent("Tests/CommandLineTool")
        let files = try #require(
            FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("#if Server") else { continue }
            suites += text.matches(of: #/@Suite[^\n]* struct (\w+)/#).map {
                String($0.output.1)
            }
        }
        #expect(suites.count > 20)
        let left = suites.filter {
            "CommandLineToolTests.\($0)/test".firstMatch(of: expression) == nil
        }
        #expect(left == [])
    }

    @Test func `Every module that has tests of the server is one that the server's half builds`()
        throws
    {
        let root = ConsoleBlocks.root
        let script = try String(
            contentsOf: root.appendingPathComponent(".ci/server"), encoding: .utf8)
        let listed = try #require(script.firstMatch(of: #/\ntargets="([^"]+)"\n/#)).output.1
        let built = Set(listed.split(separator: " ").map(String.init))
        let tests = root.appendingPathComponent("Tests")
        let files = try #require(
            FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
        var needed: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let folder = file.pathComponents[tests.pathComponents.count]
            guard folder != "Support" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains("#if Server") { needed.insert("\(folder)Tests") }
        }
        #expect(needed.count >= 4)
        // Wires are what the server answers with, so they are tested beside it.
        #expect(built == needed.union(["WireTests"]))
    }
}
