// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What a plan's folder may hold, and who may write to it.
@Suite struct OutputFolderTests {
    private let manager = FileManager.default

    private func run(
        _ folder: TemporaryFolder, _ inputs: [Input]? = nil, to target: String = "qonversion",
        isForced: Bool = false
    ) throws {
        var migration = try migration(from: "revenuecat", to: target)
        migration.isForced = isForced
        _ = try migration.plan(
            inputs ?? [fixture("revenuecat/export-v5.csv")], into: folder.path)
    }

    private func make(_ folder: String) throws {
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    // MARK: - One run at a time

    @Test func `A second run says who writes to the folder, since when, and what to do`() throws {
        let folder = TemporaryFolder()
        let first = try folder.begin()
        _ = try first.file("ids.csv")
        let error = error { try run(folder) }
        let reason = try #require(error?.output?.reason)
        let expected =
            #/process (\d+) has been writing to it since (\S+); wait (.+) "kill (\d+)", or give .+/#
        let words = try #require(reason.wholeMatch(of: expected)).output
        #expect(words.1 == "\(getpid())" && words.4 == words.1)
        let since = try #require(Migration.milliseconds(of: String(words.2)))
        #expect(abs(Double(since) / 1_000 - Date().timeIntervalSince1970) < 60)
        // What the first one has begun is still there.
        #expect(folder.exists(".unfinished/ids.csv"))
        first.abandon()
        first.abandon()
        try run(folder)
        try run(folder)
        #expect(!folder.exists(".unfinished"))
    }

    @Test func `A lock that nobody holds any more keeps nobody out`() throws {
        let folder = TemporaryFolder()
        try folder.killed { _ = try $0.file("ids.csv") }
        #expect(folder.exists(".unfinished/lock"))
        try run(folder)
        #expect(!folder.exists(".unfinished"))
    }

    // MARK: - What no plan has written

    /// How far a run has come that was killed before.
    enum Killed: CaseIterable { case never, whileWriting, whileMoving }

    @Test(arguments: Killed.allCases, [false, true])
    func `Files that no plan has written are not written over, whatever went before`(
        killed: Killed, isForced: Bool
    ) throws {
        let folder = TemporaryFolder()
        let work = "\(folder.path)/.unfinished"
        switch killed {
        case .never: try make(folder.path)
        case .whileWriting:
            try make(work)
            try write("half a li", to: "\(work)/ids.csv")
        case .whileMoving:
            try run(folder)
            try make(work)
            for name in ["manifest.json", "report.md"] {
                try manager.moveItem(
                    atPath: "\(folder.path)/\(name)", toPath: "\(work)/\(name)")
            }
        }
        try write("mine", to: "\(folder.path)/ids.csv")
        for _ in 0..<2 {
            let reason = error { try run(folder, isForced: isForced) }?.output?.reason
            #expect(
                reason
                    == "it holds ids.csv, which no plan has written; give another folder, or take "
                    + "the file away")
            #expect(try folder.contents() == ["ids.csv": Data("mine".utf8)])
        }
        try manager.removeItem(atPath: "\(folder.path)/ids.csv")
        try run(folder)
    }

    @Test func `A manifest that is none is not written over, even by force`() throws {
        let folder = TemporaryFolder()
        try make(folder.path)
        try write("{}", to: "\(folder.path)/manifest.json")
        #expect(
            error { try run(folder, isForced: true) }?.output?.reason.contains(
                "manifest.json, which no plan has written") == true)
        #expect(try folder.text("manifest.json") == "{}")
    }

    @Test func `Whatever else is in the folder of a plan stays`() throws {
        let folder = TemporaryFolder()
        try run(folder)
        try write("mine", to: "\(folder.path)/notes.txt")
        try write("mine", to: "\(folder.path)/nami-log-in.csv")
        #expect(error { try run(folder, to: "nami", isForced: true) }?.output != nil)
        #expect(try folder.text("nami-log-in.csv") == "mine")
        #expect(folder.exists("qonversion-calls.jsonl"))
        try manager.removeItem(atPath: "\(folder.path)/nami-log-in.csv")
        try run(folder, to: "nami", isForced: true)
        #expect(try folder.text("notes.txt") == "mine")
    }

    // MARK: - Links

    @Test(arguments: ["ids.csv", "manifest.json", ".unfinished"], [true, false])
    func `Links are not followed`(name: String, isThere: Bool) throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        try make(folder.path)
        let target = "\(other.path)/precious"
        try make(name == ".unfinished" && isThere ? target : other.path)
        let kept = name == ".unfinished" ? "\(target)/kept" : target
        if isThere { try write("mine", to: kept) }
        try manager.createSymbolicLink(
            atPath: "\(folder.path)/\(name)", withDestinationPath: target)
        for isForced in [false, true] {
            #expect(error { try run(folder, isForced: isForced) }?.output != nil)
            let link = try manager.destinationOfSymbolicLink(atPath: "\(folder.path)/\(name)")
            #expect(link == target)
            #expect(manager.fileExists(atPath: kept) == isThere)
            if isThere { #expect(try String(contentsOfFile: kept, encoding: .utf8) == "mine") }
        }
    }

    @Test func `An output that was replaced by a link is in the way`() throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        try run(folder)
        try make(other.path)
        let target = "\(other.path)/ids.csv"
        try manager.moveItem(atPath: "\(folder.path)/ids.csv", toPath: target)
        try manager.createSymbolicLink(
            atPath: "\(folder.path)/ids.csv", withDestinationPath: target)
        let before = manager.contents(atPath: target)
        #expect(error { try run(folder, to: "nami", isForced: true) }?.output != nil)
        #expect(manager.contents(atPath: target) == before)
    }

    @Test func `A folder may be reached by a link`() throws {
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        try make(other.path)
        try manager.createSymbolicLink(atPath: folder.path, withDestinationPath: other.path)
        try run(folder)
        #expect(other.exists("manifest.json"))
    }

    // MARK: - Inputs

    @Test func `An input is not written over or taken away, even by force`() throws {
        let folder = TemporaryFolder()
        try run(folder, to: "neutral")
        let before = try folder.contents()
        let names = ["neutral.jsonl", "./neutral.jsonl", "../\(folder.name)/neutral.jsonl"]
        for name in names {
            var migration = try migration(from: "neutral", to: "qonversion")
            migration.isForced = true
            let input = Input.file("\(folder.path)/\(name)")
            let refused = error { _ = try migration.plan([input], into: folder.path) }
            #expect(refused?.output?.reason.contains("which is never written over") == true)
            #expect(try folder.contents() == before)
        }
    }

    @Test func `A table of products that a killed run has left behind is spared`() throws {
        let folder = TemporaryFolder()
        try make("\(folder.path)/.unfinished")
        let table = "\(folder.path)/.unfinished/products.csv"
        try write("source_product,target_product\n", to: table)
        var migration = try migration(from: "revenuecat", to: "nami")
        migration.products = .file(table)
        let refused = error {
            _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: folder.path)
        }
        #expect(refused?.output != nil)
        #expect(manager.fileExists(atPath: table))
    }

    // MARK: - The disk

    @Test func `Everything is on the disk before the manifest gets its name`() throws {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        var seen: [(files: Int, isNamed: Bool)] = []
        directory.synchronize = { _ in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            seen.append((names.count - 1, names.contains("manifest.json")))
            return 0
        }
        for name in ["a.csv", "b.csv"] { try directory.write(Array("x".utf8), to: name) }
        try directory.finish(manifest(directory), isForced: false)
        // Both, the manifest, the folder that they are written in; the folder that they are moved to.
        #expect(seen.map(\.files) == [0, 0, 0, 0, 2, 3])
        #expect(seen.map(\.isNamed) == [false, false, false, false, false, true])
    }

    @Test(arguments: 0..<5)
    func `What does not get on the disk is no plan`(failing: Int) throws {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        var count = 0
        directory.synchronize = { _ in
            count += 1
            if count <= failing { return 0 }
            errno = EIO
            return -1
        }
        for name in ["a.csv", "b.csv"] { try directory.write(Array("x".utf8), to: name) }
        #expect(throws: OutputError.self) {
            try directory.finish(manifest(directory), isForced: false)
        }
        directory.abandon()
        #expect(!folder.exists("manifest.json"))
        // The next run makes up for it.
        try run(folder)
        #expect(!folder.exists("a.csv") && !folder.exists(".unfinished"))
    }

    private func manifest(_ directory: OutputDirectory) throws -> Manifest {
        let neutral = try side("neutral")
        return Manifest(
            from: neutral, to: neutral, PlanOptions(at: testMoment), products: nil, inputs: [],
            digest: directory.digest)
    }
}
