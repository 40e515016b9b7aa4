// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// What calls have in common stands in `calls.json` once, and in no line.
@Suite struct CallSheetTests {
    private func planned(_ target: String) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var random = RandomPeople(seed: 7)
        try plan(
            random.people(customers: 80), from: side("neutral"), to: side(target), in: folder)
        return folder
    }

    @Test(arguments: [
        ("purchasely", 2), ("qonversion", 100), ("revenuecat", 50), ("nami", 0), ("neutral", 0),
    ])
    func `A line and what its writer's calls have in common are the call of the formats`(
        key: String, least: Int
    ) throws {
        let (folder, target) = (try planned(key), try side(key))
        #expect(folder.exists("calls.json") == (least > 0))
        guard least > 0 else { return }
        let sheet = try CallSheet(PlanFolder(folder.path))
        var counts: [String: Int] = [:]
        for file in Set(target.writers.filter { $0.call != nil }.map(\.file))
        where folder.exists(file) {
            for line in try folder.objects(file) {
                #expect(line.keys.sorted() == ["after", "body", "id", "path", "writer"])
                let id = try #require(line["writer"] as? String)
                counts[id, default: 0] += 1
                #expect(sheet.writers[id]?.file == file)
            }
        }
        #expect(counts.values.reduce(0, +) >= least)
        #expect(Set(counts.keys) == Set(sheet.writers.keys))
        for writer in target.writers {
            guard let common = sheet.writers[writer.id] else { continue }
            let call = try #require(writer.call)
            #expect(common.route == writer.route.rawValue)
            #expect((common.host, common.method) == (call.host, call.method))
            #expect(common.headers == call.headers && !call.headers.isEmpty)
            #expect((common.idempotency, common.limit) == (call.idempotency, call.limit))
            #expect(common.undo?.method == call.undo?.method)
            #expect(common.undo?.headers == call.undo?.headers)
            #expect(common.undo?.says == call.undo?.says)
            #expect(common.undo?.limit == call.undo.flatMap { $0.limit ?? call.limit })
            for limit in [common.limit, common.undo?.limit].compactMap(\.self) {
                let known = try #require(target.formats.limits.first { $0.id == limit })
                #expect(sheet.limits[limit]?.says == known.citation.says)
                #expect(sheet.limits[limit]?.count == known.count)
                #expect(sheet.limits[limit]?.seconds == known.seconds)
            }
        }
    }

    @Test(arguments: ["purchasely", "qonversion", "revenuecat"])
    func `A reverse names a call of its writer, of which calls.json says how it is taken back`(
        key: String
    ) throws {
        let folder = try planned(key)
        let sheet = try CallSheet(PlanFolder(folder.path))
        var ids: Set<String> = []
        for file in Set(sheet.writers.values.map(\.file)) {
            ids.formUnion(try folder.objects(file).compactMap { $0["id"] as? String })
        }
        let lines = try folder.objects("undo.jsonl")
        #expect(!lines.isEmpty)
        for line in lines {
            #expect(line.keys.sorted() == ["body", "path", "undoes", "writer"])
            let writer = try #require(line["writer"] as? String)
            #expect(sheet.writers[writer]?.undo != nil)
            let call = try #require(line["undoes"] as? String)
            #expect(ids.contains(call) && call.hasPrefix("\(writer)."))
        }
    }

    @Test(
        arguments: [
            (#"{"version":1,"writers":{},"limits":{}}"#, nil),
            (#"{"version":2,"writers":{},"limits":{}}"#, "version 2, and this program reads 1"),
            (#"{"version":2,"callers":[]}"#, "version 2, and this program reads 1"),
            (#"{"writers":{},"limits":{}}"#, "expected an object with the member \"version\""),
            (#"{"version":1,"limits":{}}"#, "does not say what calls have in common"),
            (#"{"version":1,"writers":{"a":{}},"limits":{}}"#, "does not say what calls"),
            ("", "expected an object"), ("[]", "expected an object"),
        ] as [(String, String?)])
    func `Another version, and what is no such file, are refused`(text: String, reason: String?) {
        guard let reason else {
            #expect(throws: Never.self) { try CallSheet(Data(text.utf8), in: "a/calls.json") }
            return
        }
        let error = #expect(throws: BrokenPlan.self) {
            try CallSheet(Data(text.utf8), in: "a/calls.json")
        }
        #expect(error?.file == "a/calls.json")
        #expect(error?.reason.contains(reason) == true)
    }

    @Test func `A call that calls.json does not describe is refused with its line`() throws {
        let folder = try planned("qonversion")
        try folder.rewrite("calls.json") { lines in
            lines.map { $0.replacing("qonversion.rest-identity", with: "qonversion.rest-friend") }
        }
        let lines = try folder.text("qonversion-calls.jsonl").split(separator: "\n")
        let first = lines.firstIndex { $0.contains("\"writer\":\"qonversion.rest-identity\"") }
        let verification = try Verification(
            folder: folder.path, target: side("qonversion"), guide: findingGuide()
        ) { SHA256() }
        let error = #expect(throws: BrokenPlan.self) { try verification.run() }
        #expect(error?.file == "qonversion-calls.jsonl")
        #expect(error?.line == first.map { $0 + 1 })
        #expect(error?.reason.contains("no calls of qonversion.rest-identity") == true)
    }
}
