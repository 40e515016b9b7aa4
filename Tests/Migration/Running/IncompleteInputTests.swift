// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Inputs that are a part of what they were made of.
@Suite struct IncompleteInputTests {
    /// A page of the project's customers, or of a customer's aliases.
    private static func page(
        _ ids: String..., of path: String = "customers", next: String? = nil
    ) -> String {
        let (object, url) =
            path == "customers" ? ("customer", path) : ("customer.alias", "customers/\(path)")
        let items = ids.map { "{\"object\":\"\(object)\",\"id\":\"\($0)\"}" }
        let following = next.map { "\"/v2/projects/p/\(url)?starting_after=\($0)\"" } ?? "null"
        return """
            {"object":"list","items":[\(items.joined(separator: ","))],"next_page":\(following),\
            "url":"/v2/projects/p/\(url)"}

            """
    }

    private static func purchases(_ user: String, hasMore: String) -> String {
        """
        {"object":"list","url":"/v4/users/QON_\(user)/purchases",\(hasMore)"data":[\
        {"object":"purchase","id":"1\(user)","user_id":"QON_\(user)","platform":"app_store",\
        "product_id":"pro","purchased_at":"2026-11-01T00:00:00Z",\
        "expires_at":"2026-12-01T00:00:00Z","is_auto_renewing":true,\
        "store_data":{"original_transaction_id":"7\(user)"},"created_at":"2026-11-01T00:00:00Z"}]}

        """
    }

    private static let (first, second, last) = (
        page("ada", "bob", next: "bob"), page("cy", "dan", next: "dan"), page("eve")
    )
    /// Not on one line, so that it is taken apart.
    private static let long: String = {
        let items = (0..<6_000).map { number in
            "{\"object\":\"customer\",\"id\":\"customer-with-a-long-id-\(number)\"}"
        }
        return """
            {"object":"list","url":"/v2/projects/p/customers","next_page":"/v2/more",
            "items":[
            \(items.joined(separator: ",\n"))
            ]}
            """
    }()

    /// The provider, the files, and where lists break off.
    private static let cases: [(String, [String], [String])] = [
        ("revenuecat", [last], []),
        ("revenuecat", [first + second + last], []),
        ("revenuecat", [last, first, second], []),
        ("revenuecat", [first + second], ["0.jsonl:2"]),
        ("revenuecat", [first, second], ["1.jsonl:1"]),
        ("revenuecat", [first, first], ["1.jsonl:1"]),
        (
            "revenuecat",
            [
                last + first + page("ada", of: "ada/aliases", next: "ada")
                    + page("bob", of: "bob/aliases", next: "bob"),
                page("bobby", of: "bob/aliases"),
            ], ["0.jsonl:3"]
        ),
        // Where the end of the list stands, which is known last.
        ("revenuecat", [long], ["0.jsonl:6003"]),
        ("revenuecat", [long, last], []),
        ("qonversion", [purchases("1", hasMore: "\"has_more\":false,")], []),
        ("qonversion", [purchases("1", hasMore: "")], []),
        (
            "qonversion",
            [
                purchases("1", hasMore: "\"has_more\":true,\"next_cursor\":\"5\",")
                    + purchases("2", hasMore: "\"has_more\":false,")
            ], ["0.jsonl:1"]
        ),
        (
            "qonversion",
            [
                purchases("1", hasMore: "\"has_more\":false,"),
                purchases("1", hasMore: "\"has_more\":true,"),
            ], []
        ),
    ]

    @Test(arguments: cases)
    func `A list without its last page is named, in whatever order its pages come`(
        provider: String, files: [String], ends: [String]
    ) throws {
        let folder = TemporaryFolder()
        let migration = try migration(from: provider, to: "neutral")
        let inputs = files.enumerated().map { input($1, name: "\($0).jsonl") }
        let report = try migration.plan(inputs, into: folder.path)
        let found = report.findings.filter { $0.code == "input-incomplete" }
        #expect(found.map(\.count) == (ends.isEmpty ? [] : [ends.count]))
        #expect(found.allSatisfy { $0.severity == .needsDecision })
        let rows = try folder.text("findings.csv").split(separator: "\n")
            .filter { $0.hasPrefix("input-incomplete,") }
        #expect(rows.count == ends.count)
        for end in ends {
            #expect(rows.contains { $0.contains("\(end): Run ") }, "\(rows)")
        }
        let says = "The inputs are incomplete: customers, or what they hold, are missing"
        #expect(report.lines.prefix(2).contains { $0.hasPrefix(says) } == !ends.isEmpty)
        for page in ["report.md", "report.html", "steps.md"] {
            #expect(try folder.text(page).contains(says) == !ends.isEmpty, "\(page)")
        }
    }

    @Test(
        arguments: [
            ("ex/answers/a.jsonl", "ex/export.json", "{\"isFinished\":false}", true),
            ("ex/answers/a.jsonl", "ex/export.json", "{\"isFinished\":true}", false),
            ("ex/answers/a.jsonl", "ex/export.json", "no JSON", false),
            ("ex/answers/a.jsonl", "ex/other.json", "{\"isFinished\":false}", false),
            ("ex/others/a.jsonl", "ex/export.json", "{\"isFinished\":false}", false),
        ])
    func `An export that has not finished is named, once for its folder`(
        file: String, state: String, says: String, isNamed: Bool
    ) throws {
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        _ = try files.written(says, to: state)
        let inputs = [
            try files.written(Self.last, to: file),
            try files.written(
                Self.page("ada", of: "ada/aliases"), to: file.replacing("a.jsonl", with: "b.jsonl")),
        ]
        let migration = try migration(from: "revenuecat", to: "neutral")
        let report = try withExtendedLifetime(files) {
            try migration.plan(inputs, into: folder.path)
        }
        let found = report.findings.filter { $0.code == "input-incomplete" }
        #expect(found.map(\.count) == (isNamed ? [1] : []))
        #expect(found.allSatisfy { $0.message.contains("has not finished") })
        #expect(
            try folder.text("findings.csv").contains("a.jsonl: Run `allonym migrate") == isNamed)
    }
}
