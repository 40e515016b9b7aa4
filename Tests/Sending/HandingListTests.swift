// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymCore
    import AllonymMigration
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Files that people hand over, in parts where the provider takes no more at once.
    @Suite struct HandingListTests {
        /// Mappings by which RevenueCat imports three rows at a time.
        private func mappings(_ copy: TemporaryMappings) throws -> Mappings {
            try copy.importRows(atMost: 3, by: "revenuecat")
            return try Mappings.load(from: copy.directory.path)
        }

        private func content(of path: String) throws -> [UInt8] {
            Array(try #require(FileManager.default.contents(atPath: path)))
        }

        /// The bytes up to the end of the first line, and those behind.
        private func cut(_ bytes: [UInt8]) throws -> (head: [UInt8], rows: [UInt8]) {
            let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
            return (Array(bytes[...end]), Array(bytes[(end + 1)...]))
        }

        @Test func `A file that is too large is written in parts, each with the header`() throws {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", by: .bulkImport)
            let copy = try TemporaryMappings()
            let handing = try HandingList(
                plan: plan.path, hashing: TestHashes(), mappings: mappings(copy))
            let large = handing.imported.filter { $0.rows > 3 }
            #expect(!large.isEmpty)
            let folder = try Folder()
            let parts = folder.file("parts")
            let written = try handing.writeParts(to: parts)
            let names = written.map(\.name)
            #expect(names == large.flatMap { $0.parts.map(\.name) })
            let found = try FileManager.default.contentsOfDirectory(atPath: parts)
            #expect(found.sorted() == names.sorted())
            for file in large {
                let whole = try cut(content(of: "\(plan.path)/\(file.name)"))
                var rows: [UInt8] = []
                for part in file.parts {
                    let path = "\(parts)/\(part.name)"
                    let own = try cut(content(of: path))
                    #expect(own.head == whole.head, "\(part.name)")
                    rows += own.rows
                    let mode = try FileManager.default.attributesOfItem(atPath: path)
                    #expect(mode[.posixPermissions] as? Int == 0o600)
                }
                #expect(rows == whole.rows, "\(file.name)")
                #expect(file.parts.dropLast().allSatisfy { $0.rows == 3 })
                #expect(file.parts.reduce(0) { $0 + $1.rows } == file.rows)
                let listed = file.parts.map(\.name).joined(separator: ", ")
                #expect(
                    handing.lines.contains("    in \(file.parts.count) files: \(listed)"))
            }
        }

        @Test func `A part that is there already is compared, and each is read back`() throws {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", by: .bulkImport)
            let copy = try TemporaryMappings()
            let handing = try HandingList(
                plan: plan.path, hashing: TestHashes(), mappings: mappings(copy))
            let parts = try Folder().file("parts")
            let first = try handing.writeParts(to: parts)
            #expect(first.allSatisfy { !$0.wasThere && !$0.hasReplaced })
            for part in first {
                let bytes = try content(of: "\(parts)/\(part.name)")
                let digest = Hexadecimal.text(of: TestHashes().sha256(bytes))
                #expect(part.sha256 == digest && part.bytes == bytes.count)
            }
            for file in handing.imported where file.rows > 3 {
                let rows = first.filter { $0.of == file.name }.reduce(0) { $0 + $1.rows }
                #expect(rows == file.rows)
            }
            let changed = try #require(first.last)
            let path = "\(parts)/\(changed.name)"
            let whole = try content(of: path)
            try Data(whole.dropLast(5)).write(to: URL(fileURLWithPath: path))
            let second = try handing.writeParts(to: parts)
            #expect(second.dropLast().allSatisfy { $0.wasThere && !$0.hasReplaced })
            #expect(second.last?.hasReplaced == true && second.last?.wasThere == false)
            #expect(try content(of: path) == whole)
            let lines = HandingSheet(handing, parts: second, in: parts).lines
            #expect(lines.contains { $0.hasPrefix("  Checked once more: read back, they have") })
            #expect(lines.contains("  Another file was there, and was replaced: \(changed.name)"))
        }

        @Test func `A list that several writers fill says the share of each`() throws {
            let plan = try SentPlan(from: "revenuecat", to: "revenuecat")
            let handing = try HandingList(
                plan: plan.path, hashing: TestHashes(), mappings: EveryProvider.mappings)
            let list = try #require(handing.listed.first { $0.shares.count > 1 })
            #expect(list.shares.allSatisfy { $0.rows > 0 })
            #expect(list.shares.map(\.rows).reduce(0, +) == list.rows)
            #expect(handing.lines.contains("  \(list.name), \(list.rows) rows:"))
            for share in list.shares {
                let line = handing.lines.first { $0.hasSuffix("(\(share.writer))") }
                #expect(line?.hasPrefix("    \(share.rows) row") == true)
                #expect(line?.contains("\(share.title). \(share.citation.says)") == true)
            }
        }

        @Test func `Files that are small enough are left whole, and no folder is made`() throws {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", by: .bulkImport)
            let handing = try HandingList(
                plan: plan.path, hashing: TestHashes(), mappings: EveryProvider.mappings)
            #expect(!handing.imported.isEmpty)
            let folder = try Folder()
            #expect(try handing.writeParts(to: folder.file("parts")).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder.file("parts")))
            #expect(!handing.lines.contains { $0.contains(" files: ") })
        }

        /// What is said of parts that were asked for, where RevenueCat imports so many rows at once.
        private func whyWhole(_ plan: SentPlan, atMost rows: Int?) throws -> String? {
            var mappings = EveryProvider.mappings
            if let rows {
                let copy = try TemporaryMappings()
                try copy.importRows(atMost: rows, by: "revenuecat")
                mappings = try Mappings.load(from: copy.directory.path)
            }
            let handing = try HandingList(
                plan: plan.path, hashing: TestHashes(), mappings: mappings)
            #expect(
                !HandingSheet(handing, parts: nil, in: nil).lines.contains {
                    $0.contains("nothing was split")
                })
            return HandingSheet(handing, parts: [], in: "parts").lines.last
        }

        @Test func `Parts that were asked for and are not needed are said to be none, and why`()
            throws
        {
            let files = try SentPlan(from: "purchasely", to: "revenuecat", by: .bulkImport)
            #expect(
                try whyWhole(files, atMost: nil)
                    == "--parts: no size is documented; nothing was split.")
            #expect(
                try whyWhole(files, atMost: 1_000)
                    == "--parts: no file is larger than RevenueCat takes; nothing was split.")
            let lists = try SentPlan(from: "revenuecat", to: "nami")
            #expect(
                try whyWhole(lists, atMost: nil)
                    == "--parts: no file is for Nami; nothing was split.")
        }
    }
#endif
