// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// A migration as the tool runs it, with a SHA-256 of the tests' own.
func migration(
    from source: String, to target: String, _ settings: [String: String] = [:]
) throws -> Migration {
    Migration(
        from: try side(source), to: try side(target, settings), hashing: TestHashing(),
        mappings: try mappings())
}

/// What a migration throws; nil where it throws nothing.
func error(_ run: () throws -> Void) -> MigrationError? {
    #expect(throws: MigrationError.self) { try run() }
}

extension MigrationError {
    /// What is wrong with an input; nil where something else is.
    var input: InputError? { if case .input(let error) = self { error } else { nil } }
    /// What is wrong with the folder; nil where something else is.
    var output: OutputError? { if case .output(let error) = self { error } else { nil } }
}

/// A text as an input.
func input(_ text: String, name: String = "input") -> Input {
    .bytes(Array(text.utf8), name: name)
}

/// A fixture as an input.
func fixture(_ name: String) throws -> Input {
    input(try Fixtures.text(name), name: name)
}

extension TemporaryFolder {
    /// A JSON object of a file.
    func object(_ name: String) throws -> [String: Any] {
        let data = Data(try text(name).utf8)
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// The objects of a file of JSON lines.
    func objects(_ name: String) throws -> [[String: Any]] {
        try text(name).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// The code and the count of each finding of the report, each of which says by which rule it is
    /// one, and where that comes from.
    func findings() throws -> [String: Int] {
        let findings = try object("report.json")["findings"] as? [[String: Any]] ?? []
        var counts: [String: Int] = [:]
        for finding in findings {
            for member in ["code", "message", "rule", "source"] {
                let text = finding[member] as? String ?? ""
                #expect(!text.isEmpty, "\(finding) without \(member)")
            }
            counts[finding["code"] as? String ?? "", default: 0] += finding["count"] as? Int ?? 0
        }
        return counts
    }
}

/// Bytes as hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
}
