// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// The articles name everything that there is, and nothing that there is not.
@Suite struct ArticleTests {
    private static let providers = EveryProvider.keysWithFormats

    private func article(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent(
                "Sources/Migration/AllonymMigration.docc/\(name).md"), encoding: .utf8)
    }

    /// Everything in a text that stands between backquotes.
    private func quoted(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }

    @Test func `What goes over: every writer, its file, and the rules on IDs`() throws {
        let sections = try article("What-goes-over").components(separatedBy: "\n## ")
        for key in ArticleTests.providers {
            let formats = try side(key).formats
            let section = try #require(sections.first { $0.hasPrefix(formats.provider) })
            let named = quoted(section)
            for writer in formats.writers {
                let id = String(writer.id.dropFirst(key.count + 1))
                #expect(named.contains(id), "\(writer.id)")
                #expect(named.contains(writer.file), "\(writer.id): \(writer.file)")
            }
            for note in [formats.identity.customRule, formats.identity.caseRule] {
                #expect(named.contains(note), "\(note)")
            }
        }
    }

    @Test func `Migrating: every reader of every provider`() throws {
        let named = quoted(try article("Migrating"))
        for key in ArticleTests.providers {
            for reader in try side(key).formats.readers {
                #expect(named.contains(reader.id), "\(reader.id)")
            }
        }
    }

    @Test func `Every rule that an article cites exists`() throws {
        var known: Set<String> = []
        for key in ArticleTests.providers {
            let side = try side(key)
            let formats = side.formats
            known.formUnion(formats.readers.map(\.id) + formats.writers.map(\.id))
            known.formUnion(formats.readers.flatMap(\.lacking).map(\.id))
            known.formUnion(formats.limits.map(\.id) + formats.answers.map(\.id))
            known.formUnion((formats.support + formats.rollback).map(\.id))
            let identity = formats.identity
            known.formUnion([identity.customRule, identity.anonymousRule, identity.caseRule])
        }
        for name in ["Migrating", "Reading-a-report", "What-goes-over"] {
            for word in quoted(try article(name)) {
                let parts = word.split(separator: ".")
                guard parts.count > 1, ArticleTests.providers.contains(String(parts[0])),
                    !word.contains("="), !word.hasSuffix(".json")
                else { continue }
                // An ID of a call ends in a number that is not the writer's.
                let writer = parts.dropLast().joined(separator: ".")
                let isCall = word == "\(writer).1" && known.contains(writer)
                let rules = try side(String(parts[0])).rules
                #expect(
                    known.contains(word) || isCall || rules?.citation(of: word) != nil
                        || isOfAnySetting(word), "\(name): \(word)")
            }
        }
    }

    /// Whether a rule about IDs holds under some setting.
    private func isOfAnySetting(_ rule: String) -> Bool {
        guard let mappings = try? Mappings.load() else { return false }
        return mappings.providers.contains { provider in
            provider.identifierRules.contains { $0.id == rule }
        }
    }

    @Test
    func `Reading a report: the findings as findings.json has them, and no others`() throws {
        let rows = try article("Reading-a-report").split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let entries = try mappings().findings.entries
        for entry in entries {
            let row =
                "| `\(entry.code)` | \(entry.severity.rawValue) | \(entry.meaning) | \(entry.action) |"
            #expect(rows.contains { $0 == row }, "\(row)")
        }
        let words = Finding.Severity.allCases.map(\.rawValue)
        let told = rows.filter { row in words.contains { row.contains("` | \($0) | ") } }
        #expect(told.count == entries.count)
    }

    @Test func `What to do about a row of findings.csv needs no message beside it`() throws {
        for entry in try mappings().findings.entries where entry.subject != .behaviour {
            #expect(!entry.action.contains("the message"), "\(entry.code)")
        }
    }

    @Test func `The codes that are known are those that a finding can have`() throws {
        let codes = try mappings().findingCodes
        for code in ["missing-price", "missing-receipt", "behaviour-state-grace", "collision"] {
            #expect(codes.contains(code), "\(code)")
        }
        for code in ["missing-recipt", "missing-grace", "behaviour-state-receipt"] {
            #expect(!codes.contains(code), "\(code)")
        }
        #expect(!codes.contains { $0.hasSuffix("*") } && codes == codes.sorted())
    }

    @Test func `The five words and the routes are told as neutral.json has them`() throws {
        let neutral = try mappings().neutral
        let reading = try article("Reading-a-report")
        for word in neutral.words(of: "severities") where word.word != "note" {
            #expect(reading.contains("\n| `\(word.word)` | \(word.means) |\n"), "\(word.word)")
        }
        let migrating = try article("Migrating")
        for word in neutral.words(of: "routes") {
            #expect(migrating.contains("\n| `\(word.word)` | \(word.means) |\n"), "\(word.word)")
        }
    }

    @Test(
        arguments: [
            ("Reading-a-report", "customer-counts", AccessOutcome.allCases.map(\.word)),
            ("Migrating", "verifications", ExportReport.Row.Matter.allCases.map(\.rawValue)),
        ])
    func `A word that reports count by means the same in an article and in the mappings`(
        name: String, list: String, words: [String]
    ) throws {
        let article = try article(name)
        let known = try mappings().neutral.words(of: list)
        #expect(Set(known.map(\.word)).isSuperset(of: words))
        for word in known where words.contains(word.word) {
            #expect(article.contains("\n| `\(word.word)` | \(word.means) |\n"), "\(word.word)")
        }
    }

    @Test func `Every word of a closed list of plans is told by the mappings`() throws {
        let folder = TemporaryFolder()
        let customer =
            #"{"allonym":1,"type":"customer","ids":[{"id":"41","kind":"custom","original":true}]}"#
        let report = try migration(from: "neutral", to: "nami")
            .plan([input(customer)], into: folder.path)
        let records = report.counts.records.keys + ["added", "partly"]
        for (list, words) in [
            ("verifications", ExportReport.Row.Matter.allCases.map(\.rawValue)),
            ("plan-changes", PlanDifference.Change.Aspect.allCases.map(\.rawValue)),
            ("requirements", MigrationReport.Required.Kind.allCases.map(\.rawValue)),
            ("record-counts", records),
        ] {
            let known = try mappings().neutral.words(of: list).map(\.word)
            #expect(Set(known) == Set(words), "\(list)")
        }
    }

    @Test
    func `Every finding of every fixture, for every target, says what to do`() throws {
        let guide = try mappings().findings
        for reason in Reason.allCases {
            #expect(guide.entry(of: reason.rawValue, .needsDecision) != nil, "\(reason.rawValue)")
        }
        var found: Set<String> = []
        for (key, file) in FilesToPlanTests.fixtures {
            for target in everySide {
                let folder = TemporaryFolder()
                let migration = try migration(from: key, to: target)
                let report = try migration.plan([fixture(file)], into: folder.path)
                for finding in report.findings {
                    found.insert(finding.code.rawValue)
                    let code = "\(finding.code.rawValue), \(finding.severity.rawValue)"
                    #expect(!finding.action.isEmpty, "\(code)")
                }
            }
        }
        #expect(found.count > 20)
    }
}
