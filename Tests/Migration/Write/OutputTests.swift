// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// The folder of a plan.
@Suite struct OutputTests {
    private func people() -> People {
        var random = RandomPeople(seed: 7)
        return random.people(customers: 80)
    }

    @Test func `The files are there, owner-only, and listed with their digests and counts`() throws
    {
        let folder = TemporaryFolder()
        try plan(people(), from: side("neutral"), to: side("qonversion"), in: folder)
        let contents = try folder.contents()
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: try #require(contents["manifest.json"]))
        #expect(
            manifest.outputs.map(\.name) == contents.keys.filter { $0 != "manifest.json" }.sorted())
        for output in manifest.outputs {
            let bytes = Array(try #require(contents[output.name]))
            #expect(output.bytes == bytes.count)
            #expect(output.sha256 == Hexadecimal.text(of: SHA256.hash(bytes)))
        }
        #expect(contents.keys.contains("ids.csv") && contents.keys.contains("undo.jsonl"))
        let manager = FileManager.default
        for name in contents.keys {
            let attributes = try manager.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        let attributes = try manager.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `A run after an interrupted one gives the bytes of an undisturbed run`() throws {
        let (calm, disturbed) = (TemporaryFolder(), TemporaryFolder())
        try plan(people(), from: side("neutral"), to: side("revenuecat"), in: calm)
        // Killed while it wrote …
        try disturbed.killed { begun in
            _ = try begun.file("ids.csv")
            _ = try begun.file("something-else.csv")
        }
        try plan(people(), from: side("neutral"), to: side("revenuecat"), in: disturbed)
        #expect(try calm.contents() == disturbed.contents())
        // … and while it moved its files: some are in place, the manifest is not.
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: "\(disturbed.path)/.unfinished", withIntermediateDirectories: false)
        for name in ["manifest.json", "report.md"] {
            try manager.moveItem(
                atPath: "\(disturbed.path)/\(name)",
                toPath: "\(disturbed.path)/.unfinished/\(name)")
        }
        try plan(people(), from: side("neutral"), to: side("revenuecat"), in: disturbed)
        #expect(try calm.contents() == disturbed.contents())
        #expect(!disturbed.exists(".unfinished"))
    }

    @Test func `The same plan may be made again; another one is refused, unless it is forced`()
        throws
    {
        let folder = TemporaryFolder()
        try plan(people(), from: side("neutral"), to: side("revenuecat"), in: folder)
        let before = try folder.contents()
        try plan(people(), from: side("neutral"), to: side("revenuecat"), in: folder)
        #expect(try folder.contents() == before)
        let error = #expect(throws: OutputError.self) {
            try plan(people(), from: side("neutral"), to: side("nami"), in: folder)
        }
        #expect(error?.reason.contains("--force") == true)
        for (name, bytes) in before { #expect(try folder.contents()[name] == bytes) }
        try plan(people(), from: side("neutral"), to: side("nami"), in: folder, isForced: true)
        let after = try folder.contents()
        #expect(!after.keys.contains { $0.hasPrefix("revenuecat") })
        #expect(after.keys.contains("nami-external-ids.csv"))
    }

    @Test func `No receipt, token or key stands in reports, the manifest or the terminal's lines`()
        throws
    {
        for target in everySide {
            let folder = TemporaryFolder()
            let outcome = try plan(
                people(), from: side("revenuecat"), to: side(target), in: folder)
            for name in ["report.json", "report.md", "manifest.json"] {
                let text = try folder.text(name)
                #expect(!text.contains("MIITsec") && !text.contains("tokense"), "\(name)")
                #expect(!text.contains(folder.path), "\(name)")
            }
            #expect(!outcome.lines.joined().contains("MIITsec"))
            #expect(!outcome.lines.joined().contains("tokense"))
            #expect((1...10).contains(outcome.lines.count))
        }
    }

    @Test func `The report counts the calls of the file that undoes others`() throws {
        var (counts, calls) = ([Int](), 0)
        for target in everySide {
            let folder = TemporaryFolder()
            let report = try plan(
                people(), from: side("revenuecat"), to: side(target),
                PlanOptions(at: testMoment, preferredRoute: .api), in: folder)
            let undone = try folder.text("undo.jsonl").split(separator: "\n").count
            #expect(report.reversible == undone, "\(target)")
            counts.append(undone)
            calls += report.written.reduce(0) { $0 + $1.rows }
        }
        #expect(counts.contains { $0 > 0 } && counts.reduce(0, +) < calls)
    }

    @Test func `Rejected records are kept whole, in Base64 where they are no text`() throws {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        let rejected = try RejectedRecords(in: directory)
        let reasons = [
            "Too short.", "Too short.", "expected 2 fields, found 1",
            "invalid UTF-8; save the file as UTF-8",
        ]
        let records = [Array("a,\"b\"\r".utf8), [0x61, 0xff], [0xc3], [0xc3]]
        for (line, record) in records.enumerated() {
            try rejected.append(
                file: "in.csv", line: line + 2, column: 7, record: record.span,
                reason: reasons[line])
        }
        #expect(rejected.count == 4)
        let neutral = try side("neutral")
        let manifest = Manifest(
            from: neutral, to: neutral, PlanOptions(at: testMoment), products: nil, inputs: [],
            digest: directory.digest)
        try directory.finish(manifest, isForced: false)
        #expect(
            try folder.text("rejected.jsonl") == """
                {"column":7,"file":"in.csv","line":2,"reason":"Too short.","record":"a,\\"b\\"\\r"}
                {"column":7,"file":"in.csv","line":3,"reason":"Too short. It is invalid UTF-8, so the record is in \
                Base64.","record":"Yf8="}
                {"column":7,"file":"in.csv","line":4,"reason":"expected 2 fields, found 1. It is invalid UTF-8, so \
                the record is in Base64.","record":"ww=="}
                {"column":7,"file":"in.csv","line":5,"reason":"invalid UTF-8; save the file as UTF-8. The record is in \
                Base64.","record":"ww=="}

                """)
    }

    @Test func `The manifest knows inputs by their names`() throws {
        let neutral = try side("neutral")
        let manifest = Manifest(
            from: neutral, to: try side("nami"), PlanOptions(at: testMoment), products: nil,
            inputs: [.init(name: "in.csv", bytes: 1, sha256: "aa", records: 1)],
            digest: { Hexadecimal.text(of: SHA256.hash($0)) })
        #expect(manifest.inputs.map(\.name) == ["in.csv"])
        #expect(manifest.at == "2026-11-21T00:00:00.000Z")
        #expect(manifest.to.settings["external-ids"] == "sha256-uuid-numeric")
        #expect(manifest.plan.count == 64)
    }
}
