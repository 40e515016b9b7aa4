// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Foundation
import Testing

/// A small export as a provider documents it, and who has access to what by those documents.
///
/// The files stand in `Fixtures/documented`. They are written from the documents alone, by somebody
/// who had not seen what reads them: where the two part, the document decides.
struct DocumentedExport: Sendable, CustomTestStringConvertible {
    /// What the documents say of one ID.
    struct Expectation: Sendable {
        let id: String
        /// The names of what it has access to; nil where the documents leave it open.
        let access: Set<String>?
        /// What has to be told of it.
        let findings: [String]
        let why: String
    }

    let provider: String
    let name: String
    let title: String
    /// The moment that is asked for, in milliseconds since 1970.
    let moment: Int64
    /// The provider's settings.
    let settings: [String: String]
    /// The files, by name.
    let files: [(name: String, text: String)]
    let expectations: [Expectation]

    var testDescription: String { "\(provider)/\(name)" }

    /// What a file is missing.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the Markdown of a provider's file.
    init(_ text: String, name: String, of provider: String) throws {
        self.provider = provider
        self.name = name
        var (title, moment, settings) = ("", nil as Int64?, [:] as [String: String])
        var (files, rows): ([(name: String, text: String)], [[String]]) = ([], [])
        var open: (name: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let file = open {
                    files.append((file.name, file.lines.joined(separator: "\n") + "\n"))
                    open = nil
                } else {
                    open = (String(line.split(separator: " ").last ?? ""), [])
                }
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("# ") {
                title = String(line.dropFirst(2))
            } else if line.hasPrefix("- at: ") {
                moment = try DocumentedExport.moment(line.dropFirst(6))
            } else if line.hasPrefix("- set: ") {
                for pair in line.dropFirst(7).split(separator: ",") {
                    let sides = pair.split(separator: "=").map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
                    settings[sides[0]] = sides.last
                }
            } else if line.hasPrefix("| ") {
                rows.append(
                    line.dropFirst().dropLast().split(
                        separator: "|", omittingEmptySubsequences: false
                    ).map { $0.trimmingCharacters(in: .whitespaces) })
            }
        }
        guard let moment, !files.isEmpty, rows.count > 1 else {
            throw Fault(description: "\(provider)/\(name) lacks a moment, a file or a table")
        }
        (self.title, self.moment, self.settings, self.files) = (title, moment, settings, files)
        expectations = rows.dropFirst().map { row in
            Expectation(
                id: row[0],
                access: row[1] == "?"
                    ? nil : Set(row[1] == "none" ? [] : DocumentedExport.list(row[1])),
                findings: DocumentedExport.list(row[2]), why: row[3])
        }
    }

    private static func list(_ cell: String) -> [String] {
        cell.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func moment(_ text: Substring) throws -> Int64 {
        let date = try Date(
            String(text), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return Int64((date.timeIntervalSince1970 * 1_000).rounded())
    }

    /// Every one of every provider.
    static func all() throws -> [DocumentedExport] {
        try Fixtures.names("documented").flatMap { provider in
            try Fixtures.names("documented/\(provider)").filter { $0.hasSuffix(".md") }.sorted()
                .map { name in
                    try DocumentedExport(
                        Fixtures.text("documented/\(provider)/\(name)"), name: name, of: provider)
                }
        }
    }
}
