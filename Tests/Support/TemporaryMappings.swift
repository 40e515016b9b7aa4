// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
package import Foundation

/// A copy of the package's mappings that a test can damage.
package final class TemporaryMappings {
    package let directory: URL

    package init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-mappings-\(UUID().uuidString)")
        let original = URL(fileURLWithPath: try Mappings.load().directory)
        try FileManager.default.copyItem(at: original, to: directory)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Replaces the first index where a text stands.
    package func replace(_ text: String, with replacement: String, in file: String) throws {
        let url = directory.appendingPathComponent(file)
        let content = try String(contentsOf: url, encoding: .utf8)
        guard let range = content.range(of: text) else { throw Missing(text: text, file: file) }
        try content.replacingCharacters(in: range, with: replacement)
            .write(to: url, atomically: true, encoding: .utf8)
    }

    package func write(_ content: String, to file: String) throws {
        let url = directory.appendingPathComponent(file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: url, atomically: true, encoding: .utf8)
    }

    /// Has a provider import at most so many rows of a file at a time.
    ///
    /// No provider documents such a number today.
    package func importRows(atMost count: Int, by provider: String) throws {
        let file = "\(provider)/formats.json"
        let text = try String(
            contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
        let route = #""route": "bulk-import""#
        let writers = text.components(separatedBy: route).enumerated().map { number, writer in
            guard number > 0, let range = writer.range(of: #""batch": null"#) else {
                return writer
            }
            return writer.replacingCharacters(in: range, with: #""batch": \#(count)"#)
        }
        try write(writers.joined(separator: route), to: file)
    }

    package func remove(_ file: String) throws {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(file))
    }

    struct Missing: Error {
        let text: String
        let file: String
    }
}
