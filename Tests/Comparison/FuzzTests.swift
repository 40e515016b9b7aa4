// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// Mutated scenario files are read or refused, never a crash; what is read comes back unchanged.
///
/// `ALLONYM_FUZZ_INPUTS` says how many inputs, `ALLONYM_SEED` which.
@Suite struct FuzzTests {
    private static let inputs =
        ProcessInfo.processInfo.environment["ALLONYM_FUZZ_INPUTS"].flatMap(Int.init) ?? 4_000

    /// What is put in at random offsets.
    private static let pieces =
        [
            "|", "\\", "\"", "\n", "\r\n", "#", "# ", "-", "- set: ", "- ids: a = b", "[", "]",
            "\u{0}",
            "refused: ", "none", "log in ", "configure ", "reinstall", "redeem ", "(", ")", ":",
            "=",
            "->", ",", "é", "\u{301}", "```", "\\u{110000}", "\\u{41}", "identify(\"", "app_store:",
            " ", "\t", "install play_store:x", "notify X", "own X", "| A | sync | |",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF]]

    @Test func `Mutated files never crash the reader, and what is read is stable`() throws {
        let seed = SeededGenerator.seedOfRun
        print("fuzz: \(Self.inputs) inputs, seed \(seed)")
        let mappings = try builtIn.get()
        let scenarios = try mappings.scenarioFiles().flatMap { name in
            let text = String(decoding: try mappings.bytes(of: name), as: UTF8.self)
            return text.split(separator: "\n# ").map { Array("# \($0)".utf8) }
        }
        var generator = SeededGenerator(seed: seed)
        var readable = 0
        for _ in 0..<Self.inputs {
            var bytes = scenarios.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, &generator) }
            guard let file = try? read(bytes) else { continue }
            readable += 1
            try check(file, mappings, bytes)
        }
        #expect(readable > Self.inputs / 20, "hardly any input was readable: \(readable)")
        #expect(readable < Self.inputs, "no input was refused")
    }

    private func check(_ file: ScenarioFile, _ mappings: Mappings, _ bytes: [UInt8]) throws {
        let runner = Runner(mappings)
        let compared = try file.scenarios.map { try runner.run($0, of: file) }
        let once = MarkdownReport.text(of: file, compared)
        let again = try read(once)
        let twice = MarkdownReport.text(
            of: again, try again.scenarios.map { try runner.run($0, of: again) })
        #expect(once == twice, "bytes \(bytes)")
        for compared in compared {
            _ = TableReport(width: 60, isColoured: true).text(of: compared)
        }
        if bytes.count.isMultiple(of: 8) { _ = try read(Page(compared)) }
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, offset + Int.random(in: 1...40, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(offset..<end)
        case 2: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
        case 3: bytes.removeSubrange(offset...)
        default:
            bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: offset)
        }
    }
}
