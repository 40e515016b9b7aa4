// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// How providers' customers are read by their APIs: the data, and what the loader refuses of them.
@Suite struct ExportEntryTests {
    @Test func `Every call is a published operation that reads`() throws {
        let exports = EveryProvider.mappings.formats.compactMapValues(\.export)
        #expect(exports.keys.sorted() == ["qonversion", "revenuecat"])
        for (key, export) in exports {
            let operations = try #require(EveryProvider.mappings.operations[key]).operations
            for call in export.calls {
                // Each is a published reading operation.
                let path = call.path.prefix { $0 != "?" }.split(separator: "/")
                let known = operations.contains { operation in
                    let parts = operation.path.description.split(separator: "/")
                    return operation.method == .get && parts.count == path.count
                        && zip(parts, path).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
                }
                #expect(known, "\(call.id)")
            }
            #expect(Set(export.calls.map(\.file)).count == export.calls.count)
            #expect(!export.lacks.isEmpty)
            #expect(!export.host.hasSuffix("/"))
        }
    }

    @Test(arguments: [
        (#""next-is": "path""#, #""next-is": "sideways""#, "it allows: path, value"),
        (#""limit": "revenuecat.limits.2""#, #""limit": "revenuecat.limits.99""#, "no limit"),
        (#""file": "aliases.jsonl""#, #""file": "../aliases.jsonl""#, "ends in .jsonl"),
        (#""file": "aliases.jsonl""#, #""file": "aliases.csv""#, "ends in .jsonl"),
        (#""identifies": "id","#, "", "has \"identifies\""),
        (#""Authorization": "Bearer {key}""#, #""Authorization": "Bearer""#, "hold {key}"),
        (#""count": 20"#, #""count": 0"#, "from 1"),
        ("/customers/{customer}/aliases", "/customers/aliases", "{customer}"),
        (#""for": "customers""#, #""for": "project""#, "has \"identifies\""),
        ("revenuecat.export.aliases", "revenuecat.export.customer", "occurs twice"),
        ("revenuecat.export.lacks-prices", "lacks-prices", "has to begin with"),
    ])
    func `What cannot be followed is refused with the entry and the reason`(
        good: String, bad: String, words: String
    ) throws {
        let mappings = EveryProvider.mappings
        let bytes = try mappings.bytes(of: "revenuecat/formats.json")
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.range(of: #""export": {"#)).lowerBound
        let changed = text[..<start] + text[start...].replacing(good, with: bad)
        #expect(changed != text)
        let error = #expect(throws: MappingsError.self) {
            try ProviderFormats(
                Array(changed.utf8), name: "formats.json", key: "revenuecat",
                vocabulary: mappings.vocabularies["revenuecat"])
        }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
