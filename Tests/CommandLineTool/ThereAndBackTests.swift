// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// Customers who are moved by calls, read at the target from outside, and moved on from there.
    @Suite struct ThereAndBackTests {
        private static let customers =
            ProcessInfo.processInfo.environment["ALLONYM_CUSTOMERS"].flatMap { Int($0) } ?? 80

        /// A source, the first target, and where customers go from there, if its API tells of them.
        private static let ways = [
            ("nami", "purchasely", ""), ("nami", "qonversion", "purchasely"),
            ("nami", "revenuecat", "purchasely"), ("purchasely", "qonversion", "revenuecat"),
            ("purchasely", "revenuecat", "nami"), ("qonversion", "revenuecat", "qonversion"),
            ("revenuecat", "qonversion", "revenuecat"),
        ]

        @Test(arguments: ways)
        func `Access at a target is what it was at the source, and is moved on, but for findings`(
            source: String, first: String, last: String
        ) async throws {
            let workspace = try Workspace()
            let there = AppliedMove(from: source, to: first, named: "there", in: workspace)
            try await there.plan(workspace.customers(of: source, Self.customers))
            try await there.carryOut()
            guard !last.isEmpty else { return }
            let back = AppliedMove(from: first, to: last, named: "back", in: workspace)
            try await back.plan(try #require(there.read).options)
            // What calls alone have brought is what the API tells of, to the last entitlement.
            let sought = try PlannedCalls(in: workspace, "there").sought()
            let told = try PlannedCalls(in: workspace, "back").accessBefore()
                .mapValues { $0.intersection(sought) }.filter { !$0.value.isEmpty }
            for holder in there.holders {
                let names = holder.ids.reduce(into: Set<String>()) { $0.formUnion(told[$1] ?? []) }
                #expect(names == holder.access, "\(holder.ids.sorted())")
            }
            let known = there.holders.reduce(into: Set<String>()) { $0.formUnion($1.ids) }
            #expect(Set(told.keys).subtracting(known) == [])
            try await back.carryOut()
        }

        @Test func `Every source goes to every target that has calls`() throws {
            let mappings = ConsoleBlocks.root.appendingPathComponent("Mappings")
            let names = try FileManager.default.contentsOfDirectory(atPath: mappings.path)
            var formats: [String: String] = [:]
            for name in names {
                formats[name] = try? String(
                    contentsOf: mappings.appendingPathComponent("\(name)/formats.json"),
                    encoding: .utf8)
            }
            var wanted: Set<String> = []
            for target in formats where target.value.contains(#""route": "api""#) {
                for source in formats.keys where source != target.key {
                    wanted.insert("\(source) to \(target.key)")
                }
            }
            let gone = Self.ways.flatMap { ["\($0.0) to \($0.1)", "\($0.1) to \($0.2)"] }
            #expect(wanted.count >= 9)
            #expect(wanted.subtracting(gone) == [])
        }

        @Test(arguments: ["revenuecat", "qonversion"])
        func `An entitlement that is only granted is there in a rehearsal`(
            target: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"ada_1","kind":"custom"}]}"# + "\n"
                    + #"{"allonym":1,"type":"grant","user-id":"ada_1","entitlement":["gold"],"#
                    + #""state":"active","expiry-date":"2027-11-01T00:00:00Z"}"# + "\n",
                to: "neutral.jsonl")
            let move = AppliedMove(from: "neutral", to: target, named: "plan", in: workspace)
            try await move.plan("--at 2026-11-20T00:00:00Z --in neutral.jsonl")
            #expect(try await move.rehearse().confirmed["kept"] == 1)
        }
    }
#endif
