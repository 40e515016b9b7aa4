// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Folders of plans that are incomplete or were changed.
extension VerificationTests {
    @Test(arguments: [
        "access.csv", "stores.csv", "ids.csv", "report.md", "revenuecat-grants.jsonl",
    ])
    func `A changed or missing output is named`(name: String) throws {
        let folder = try planned()
        let path = "\(folder.path)/\(name)"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        var flipped = bytes
        flipped[flipped.count / 2] ^= 1
        let changes: [(Data?, String)] = [
            (flipped, "SHA-256"), (bytes.dropLast(), "bytes"), (nil, "missing"),
        ]
        for (changed, says) in changes {
            try FileManager.default.removeItem(atPath: path)
            try changed?.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: BrokenPlan.self) { try verify(folder, "revenuecat") }
            #expect(error?.file == name && error?.reason.contains(says) == true)
            try bytes.write(to: URL(fileURLWithPath: path))
        }
        #expect(try verify(folder, "revenuecat").holds)
    }

    @Test(arguments: [
        ("access.csv", 5, "the row has no end"), ("ids.csv", 6, "the row has no end"),
        ("revenuecat-import-google.csv", 5, "the row has no end"),
    ])
    func `A table that ends too early is named with its line`(
        name: String, line: Int, reason: String
    ) throws {
        let folder = try planned()
        try folder.rewrite(name, end: "") { $0 }
        let error = #expect(throws: BrokenPlan.self) { try verify(folder, "revenuecat") }
        #expect(error == BrokenPlan(name, line: line, reason))
        #expect(error?.description == "\(name):\(line): \(reason); make the plan again")
    }

    @Test func `An access.csv that lacks its last rows makes what they say unexplained`() throws {
        let folder = try planned()
        try folder.rewrite("access.csv") { $0.dropLast() }
        let outcome = try verify(folder, "revenuecat")
        #expect(outcome.rows.map(\.sourceID) == ["cleo_3"])
        try folder.rewrite("access.csv") { $0 + ["nobody,nobody,pro,"] }
        let error = #expect(throws: BrokenPlan.self) { try verify(folder, "revenuecat") }
        #expect(error?.reason.contains("\"nobody\"") == true)
    }

    @Test func `A folder without a plan, with another's plan or with half of one is refused`()
        throws
    {
        let empty = #expect(throws: BrokenPlan.self) {
            try verify(TemporaryFolder(), "revenuecat")
        }
        #expect(
            empty?.reason == "the folder does not exist; make the plan first, or check the path")
        let folder = try planned()
        let file = "\(folder.path)/ids.csv"
        let noFolder = #expect(throws: BrokenPlan.self) { try Manifest.read(file) }
        #expect(noFolder?.description == "\(file): it is a file; give the folder of a plan")
        let other = #expect(throws: BrokenPlan.self) { try verify(folder, "nami") }
        #expect(other?.reason.contains("for revenuecat, not for nami") == true)
        let settings = #expect(throws: BrokenPlan.self) {
            let target = try side("revenuecat", ["restore": "keep"])
            return try Verification(
                folder: folder.path, target: target, guide: findingGuide()
            ) { SHA256() }.run()
        }
        #expect(settings?.reason.contains("settings") == true)
        _ = try folder.begin()
        #expect(try verify(folder, "revenuecat").lines.count == 6)
        try "half a li".write(
            toFile: "\(folder.path)/.unfinished/ids.csv", atomically: true, encoding: .utf8)
        let later = try verify(folder, "revenuecat")
        #expect(later.holds && later.isToBeReplaced)
        #expect(later.lines.last?.hasPrefix("A later run into this folder was interrupted") == true)
        try FileManager.default.removeItem(atPath: "\(folder.path)/manifest.json")
        let half = #expect(throws: BrokenPlan.self) { try verify(folder, "revenuecat") }
        #expect(half?.file.hasSuffix("/.unfinished") == true)
    }

    @Test func `The manifest says for whom the plan is, and of which moment`() throws {
        let folder = try planned("nami")
        let manifest = try Manifest.read(folder.path)
        #expect(manifest.to.provider == "nami")
        #expect(try manifest.moment() == testMoment)
        #expect(manifest.to.settings["external-ids"] == "sha256-uuid-numeric")
    }
}
