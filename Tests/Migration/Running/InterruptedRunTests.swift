// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import AllonymTestSupport
import Foundation
import Testing

/// Runs that end early, or find something in their way.
@Suite struct InterruptedRunTests {
    private func run(
        _ folder: TemporaryFolder, to target: String = "qonversion", isForced: Bool = false
    ) throws {
        var migration = try migration(from: "revenuecat", to: target)
        migration.isForced = isForced
        _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: folder.path)
    }

    @Test func `What a killed run has left changes no byte of the next one`() throws {
        let (undisturbed, disturbed) = (TemporaryFolder(), TemporaryFolder())
        try run(undisturbed)
        // As it is found after the end of a process: parts of files, and no manifest.
        let work = "\(disturbed.path)/.unfinished"
        try FileManager.default.createDirectory(
            atPath: work, withIntermediateDirectories: true)
        for name in ["ids.csv", "rejected.jsonl", "qonversion-calls.jsonl", "texts"] {
            try "half a li".write(
                toFile: "\(work)/\(name)", atomically: true, encoding: .utf8)
        }
        try run(disturbed)
        #expect(try disturbed.contents() == undisturbed.contents())
        // And with some moved into place already.
        let manager = FileManager.default
        try manager.createDirectory(atPath: work, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: disturbed.path).sorted().dropFirst(3) {
            try manager.moveItem(
                atPath: "\(disturbed.path)/\(name)", toPath: "\(work)/\(name)")
        }
        try run(disturbed)
        #expect(try disturbed.contents() == undisturbed.contents())
    }

    @Test func `The same plan may be made again, another one only when that is forced`() throws {
        let folder = TemporaryFolder()
        try run(folder)
        let before = try folder.contents()
        try run(folder)
        #expect(try folder.contents() == before)
        #expect(error({ try run(folder, to: "nami") })?.output != nil)
        #expect(try folder.contents() == before)
        try run(folder, to: "nami", isForced: true)
        #expect(!folder.exists("qonversion-calls.jsonl"))
        #expect(folder.exists("nami-log-in.csv"))
    }

    @Test func `A run that is killed while it replaces a plan leaves nothing of that plan behind`()
        throws
    {
        let (undisturbed, disturbed) = (TemporaryFolder(), TemporaryFolder())
        try run(undisturbed, to: "nami")
        try run(disturbed)
        let work = "\(disturbed.path)/.unfinished"
        let manager = FileManager.default
        try manager.createDirectory(atPath: work, withIntermediateDirectories: true)
        try manager.moveItem(
            atPath: "\(disturbed.path)/manifest.json", toPath: "\(work)/replaced.json")
        try manager.removeItem(atPath: "\(disturbed.path)/ids.csv")
        try "half".write(toFile: "\(work)/ids.csv", atomically: true, encoding: .utf8)
        #expect(throws: BrokenPlan.self) { try verify(disturbed, "qonversion") }
        try run(disturbed, to: "nami")
        #expect(try disturbed.contents() == undisturbed.contents())
        // Killed at the very end: the new plan is whole, and the next run takes nothing of it away.
        try manager.createDirectory(atPath: work, withIntermediateDirectories: true)
        try manager.copyItem(
            atPath: "\(disturbed.path)/manifest.json", toPath: "\(work)/replaced.json")
        #expect(try !verify(disturbed, "nami").isToBeReplaced)
        #expect(error({ try run(disturbed) })?.output != nil)
        #expect(try disturbed.contents() == undisturbed.contents())
    }

    @Test func `A folder that cannot be made is named, with what is in its way`() throws {
        let folder = TemporaryFolder()
        try run(folder)
        let file = "\(folder.path)/ids.csv"
        for path in [file, "\(file)/x", "\(file)/x/y"] {
            let error = #expect(throws: OutputError.self) {
                try OutputDirectory(path) { SHA256() }
            }
            #expect(
                error?.description
                    == "\(path): the folder cannot be made: \(file) is a file; name another folder")
        }
        let within = "\(folder.path)/new/and/newer"
        try OutputDirectory(within) { SHA256() }.abandon()
        let system = #expect(throws: OutputError.self) {
            try OutputDirectory("/proc/nothing/x") { SHA256() }
        }
        #expect(system?.reason.hasPrefix("the folder cannot be made: ") == true)
        #expect(system?.reason.contains("Domain") == false)
    }

    @Test func `Input that cannot be read leaves the folder as it was`() throws {
        let folder = TemporaryFolder()
        try run(folder)
        let before = try folder.contents()
        let migration = try migration(from: "revenuecat", to: "nami")
        let refused = error {
            _ = try migration.plan([input("no,such\ncolumns,at all\n")], into: folder.path)
        }
        #expect(refused?.input?.code == .unknownFormat)
        #expect(try folder.contents() == before)
    }

    @Test func `A table that is no map of products is refused before anything is read`() throws {
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "nami")
        let table = "source_product,target_product\nx\n"
        migration.products = input(table, name: "products.csv")
        #expect {
            _ = try migration.plan([fixture("revenuecat/export-v5.csv")], into: folder.path)
        } throws: { error in
            "\(error)" == "products.csv:2: expected 2 cells, as in the header; found 1"
        }
        #expect(!folder.exists("manifest.json"))
    }
}
