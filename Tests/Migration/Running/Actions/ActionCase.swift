// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// A finding, and what its action makes of the files and options that led to it.
struct ActionCase: Sendable, CustomTestStringConvertible {
    /// What a plan is made of.
    struct Given: Sendable {
        /// The contents of the files, in the order of `--in`.
        var files: [[UInt8]]
        /// The provider that the files are of; nil for that of the case.
        var source: String?
        var at: Int64?
        var products: String?
        var entitlements: String?
        var only: String?
        /// Whether something is added to the first file while it is read.
        var isWrittenTo = false

        init(
            _ files: String..., source: String? = nil, at: Int64? = testMoment,
            products: String? = nil, entitlements: String? = nil, only: String? = nil
        ) {
            self.files = files.map { Array($0.utf8) }
            (self.source, self.at, self.only) = (source, at, only)
            (self.products, self.entitlements) = (products, entitlements)
        }
    }

    /// The code of the entry in `findings.json`.
    let code: String
    let severity: FindingSeverity
    let source: String
    let target: String
    let before: Given
    /// The same when the action was carried out.
    let after: Given

    init(
        _ code: String, _ severity: FindingSeverity, _ source: String, _ target: String,
        _ before: Given, _ after: Given
    ) {
        (self.code, self.severity) = (code, severity)
        (self.source, self.target) = (source, target)
        (self.before, self.after) = (before, after)
    }

    /// What of the command is another, as its action has to say.
    var options: [String] {
        var options: [String] = []
        if before.at != after.at { options.append("--at") }
        if before.only != after.only { options.append("--only") }
        if before.source != after.source { options.append("--from") }
        if before.products != after.products { options.append("products") }
        if before.entitlements != after.entitlements { options.append("entitlements") }
        if before.files.count < after.files.count { options.append("--in") }
        return options
    }

    var name: String { "\(code), \(severity.rawValue)" }
    var testDescription: String { "\(name): \(source) to \(target)" }
}

extension ActionCase {
    func plan(_ given: Given) throws -> MigrationReport {
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        try FileManager.default.createDirectory(
            atPath: files.path, withIntermediateDirectories: true)
        var inputs: [Input] = []
        for (index, bytes) in given.files.enumerated() {
            let path = "\(files.path)/input-\(index)"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            inputs.append(.file(path))
        }
        var migration = try Migration(
            from: given.source ?? source, to: target, hashing: OddInputTests.Unhashed(),
            mappings: mappings())
        migration.at = given.at
        migration.products = given.products.map { input($0, name: "products.csv") }
        migration.entitlements = given.entitlements.map { input($0, name: "entitlements.csv") }
        migration.only = given.only.map { input($0, name: "only.csv") }
        if given.isWrittenTo {
            let path = "\(files.path)/input-0"
            let more = Data(given.files[0])
            migration.threads = 1
            migration.progress = { progress in
                guard case .reading(let bytes) = progress, bytes <= more.count,
                    let file = FileHandle(forWritingAtPath: path)
                else { return }
                _ = try? file.seekToEnd()
                try? file.write(contentsOf: more)
            }
        }
        return try migration.plan(inputs, into: folder.path)
    }
}

// MARK: - Samples

/// Lines of the neutral format.
enum NeutralLine {
    /// A custom ID, or an anonymous one.
    static func customer(_ ids: String..., anonymous: String? = nil) -> String {
        var list = ids.map { ["id": $0, "kind": "custom"] }
        if let anonymous { list.append(["id": anonymous, "kind": "anonymous"]) }
        return line("customer", ["ids": list])
    }

    /// A running subscription of ada_1 at the App Store.
    static func purchase(_ differs: [String: any Sendable] = [:], without: [String] = []) -> String
    {
        var members: [String: any Sendable] = [
            "user-id": "ada_1", "product": "pro", "store-product": "com.example.pro",
            "store": "app_store", "kind": "subscription", "state": "active",
            "environment": "production", "transaction-id": "2000000000000002",
            "original-transaction-id": "2000000000000001", "purchase-date": "2026-11-01T00:00:00Z",
            "expiry-date": "2026-12-01T00:00:00Z", "entitlement": ["pro"],
        ]
        members.merge(differs) { _, other in other }
        for name in without { members[name] = nil }
        return line("purchase", members)
    }

    /// A line of a file that is added to an export: only what it says.
    static func added(_ members: [String: any Sendable]) -> String { line("purchase", members) }

    static func grant(_ members: [String: any Sendable]) -> String {
        line("grant", members.merging(["user-id": "ada_1"]) { member, _ in member })
    }

    static func line(_ type: String, _ members: [String: any Sendable]) -> String {
        let object = members.merging(["allonym": 1, "type": type]) { member, _ in member }
        let data = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
}
