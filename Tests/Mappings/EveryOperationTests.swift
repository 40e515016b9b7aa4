// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// The providers' published operations: none vanishes, and each says what the server does with it.
@Suite struct EveryOperationTests {
    private static let mappings = EveryProvider.mappings

    @Test func `Each of the four providers has a list`() {
        #expect(
            Self.mappings.operations.keys.sorted() == [
                "nami", "purchasely", "qonversion", "revenuecat",
            ])
    }

    @Test(
        arguments: [
            ("revenuecat", "v1", 12, 3, 0), ("revenuecat", "v2", 53, 32, 0),
            ("revenuecat", "v2-beta", 0, 0, 3), ("revenuecat", "external", 0, 0, 1),
            ("revenuecat", "sdk", 5, 14, 1), ("qonversion", "v3", 16, 0, 0),
            ("qonversion", "v4", 28, 1, 0), ("qonversion", "mobile", 6, 9, 2),
            ("qonversion", "analytics", 0, 0, 1), ("purchasely", "s2s", 2, 0, 0),
            ("nami", "rest", 0, 0, 0),
        ])
    func `As many operations are real, answered without effect and absent`(
        provider: String, api: String, real: Int, inert: Int, absent: Int
    ) throws {
        let operations = try #require(Self.mappings.operations[provider])
        #expect(operations.apis.map(\.id).contains(api))
        func count(_ support: Operations.Support) -> Int {
            operations.operations(of: api).count { $0.support == support }
        }
        #expect((count(.real), count(.inert), count(.absent)) == (real, inert, absent))
    }

    @Test func `The documents of 2026-02-20 have 15 operations of v1 and 85 of v2`() throws {
        let operations = try #require(Self.mappings.operations["revenuecat"])
        #expect(operations.coverage(of: "v1").total == 15)
        #expect(operations.coverage(of: "v2").total == 85)
    }

    @Test func `Every operation of RevenueCat's v2 has a scope and a rate class`() throws {
        let operations = try #require(Self.mappings.operations["revenuecat"])
        for operation in operations.operations(of: "v2") {
            #expect(!operation.scopes.isEmpty && operation.limit != nil, "\(operation.id)")
            #expect(operation.key == .secret && operation.path.segments[0] == .verbatim("v2"))
        }
    }

    @Test func `An operation that is answered without effect says with which status`() {
        for operations in Self.mappings.operations.values {
            for operation in operations.operations where operation.support == .inert {
                let why = operation.why ?? ""
                #expect(why.contains(/: (20[014]|40[04]|422)\b/), "\(operation.id)")
            }
        }
    }

    @Test func `The rules that an error names are rows of the same provider`() throws {
        var named = 0
        for (key, operations) in Self.mappings.operations {
            let rows = try #require(Self.mappings.provider(key)).rulebook.rows.map(\.id)
            for error in operations.errors {
                #expect(Set(rows).isSuperset(of: error.rules), "\(error.id)")
                named += error.rules.count
            }
        }
        #expect(named == 5)
    }

    @Test func `A rate class has the number that the formats have for the same calls`() throws {
        var compared = 0
        for (key, operations) in Self.mappings.operations {
            for limit in Self.mappings.formats[key]?.limits ?? [] where limit.subject == .calls {
                guard let same = operations.limits.first(where: { $0.id == limit.name }) else {
                    continue
                }
                #expect(same.calls == limit.count)
                if let seconds = limit.seconds { #expect(same.seconds == seconds) }
                compared += 1
            }
        }
        #expect(compared == 5)
    }

    @Test func `A call that plans write is an operation that is listed`() throws {
        var compared = 0
        for (key, formats) in Self.mappings.formats {
            let routes = Set(
                (Self.mappings.operations[key]?.operations ?? []).map {
                    "\($0.method.rawValue) \($0.path.shape)"
                })
            for writer in formats.writers {
                guard case .calls(let call) = writer.container else { continue }
                let path = call.path.pieces.map { piece in
                    if case .verbatim(let text) = piece { text } else { "{}" }
                }.joined().replacing(/<[^>]+>/, with: "{}")
                #expect(routes.contains("\(call.method) \(path)"), "\(writer.id)")
                compared += 1
            }
        }
        #expect(compared > 5)
    }
}
