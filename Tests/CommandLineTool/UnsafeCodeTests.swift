// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Bytes are read by their addresses in three folders, and a search goes over states by theirs;
/// everywhere else every access is checked.
@Suite struct UnsafeCodeTests {
    /// Where unsafe code may stand.
    private static let free = [
        "Sources/Input",
        "Sources/Checking/Compiled",
        "Sources/Migration/Read",
        // For the speed of the search; see CONTRIBUTING.
        "Sources/Comparison/Exploration",
        "Sources/Comparison/Search",
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// All Swift files by their paths, but those in some folders.
    private func files(outside folders: [String] = []) throws -> [(path: String, text: String)] {
        try ["Mappings", "Sources"].flatMap { folder in
            let top = Self.root.appendingPathComponent(folder).path
            let files = FileManager.default.enumerator(atPath: top)?.compactMap { $0 as? String }
            return (files ?? []).map { "\(folder)/\($0)" }
        }
        .filter { $0.hasSuffix(".swift") }
        .filter { path in !folders.contains { path.hasPrefix("\($0)/") } }
        .sorted()
        .map { path in
            let file = Self.root.appendingPathComponent(path).path
            return (path, try String(contentsOfFile: file, encoding: .utf8))
        }
    }

    /// A file's lines without comments and texts; each stays on its line.
    private func code(of text: String) -> [Substring] {
        let inLines = text.replacing(#/(?s)"""(?:\\.|(?!""").)*"""/#) { match in
            String(repeating: "\n", count: match.output.count { $0 == "\n" })
        }
        return inLines.replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "").replacing(#///.*/#, with: "")
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of a file that hold unsafe code, from 1.
    private func unsafeLines(of text: String) -> [Int] {
        let words =
            #/[Uu]nsafe|Unmanaged|OpaquePointer|assumingMemoryBound|bindMemory|baseAddress/#
        let calls = #/withUTF8|withContiguous|\.pointee\b/#
        return code(of: text).enumerated()
            .filter { $0.element.contains(words) || $0.element.contains(calls) }
            .map { $0.offset + 1 }
    }

    @Test(
        arguments: [
            ("let a: UnsafePointer<Int>", true), ("bytes.withUnsafeBytes { $0 }", true),
            ("bytes.withUnsafeMutableBufferPointer { $0.count }", true),
            ("nonisolated(unsafe) var a = 0", true), ("unowned(unsafe) let a: A", true),
            ("String(unsafeUninitializedCapacity: 3) { _ in 3 }", true),
            ("await withUnsafeContinuation { $0.resume() }", true),
            ("unsafeBitCast(a, to: B.self)", true), ("a.assumingMemoryBound(to: Int.self)", true),
            ("text.withUTF8 { $0.count }", true), ("let a = unsafe b", true),
            ("let a = \"UnsafePointer\"", false), ("// UnsafePointer", false),
            ("let a = \"\"\"\n    UnsafePointer\n    \"\"\"", false),
            ("let a = \"'unsafe-inline'\" // unsafe", false), ("func a(_ b: Span<UInt8>)", false),
        ])
    func `Comments and texts are no code`(text: String, isUnsafe: Bool) {
        #expect(unsafeLines(of: text).isEmpty != isUnsafe)
        #expect(unsafeLines(of: "\"\"\"\n\n\"\"\"\n" + text) == (isUnsafe ? [4] : []))
    }

    @Test func `Unsafe code stands only where bytes are read`() throws {
        let files = try files(outside: Self.free)
        #expect(files.count > 200)
        for file in files {
            for line in unsafeLines(of: file.text) { Issue.record("\(file.path):\(line)") }
        }
        // It would be a poor test that finds nothing where there is something.
        let others = try self.files().filter { $0.path.hasPrefix("Sources/Input/") }
        #expect(others.contains { !unsafeLines(of: $0.text).isEmpty })
    }

    @Test func `Each unchecked Sendable says what makes it safe`() throws {
        var count = 0
        for file in try files() {
            let code = code(of: file.text)
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in code.enumerated() where line.contains("@unchecked") {
                count += 1
                // The comment begins the body, or the body is one line long.
                let after = lines[index..<min(lines.count, index + 3)]
                #expect(
                    after.contains { $0.contains("// Unchecked because ") },
                    "\(file.path):\(index + 1)")
            }
        }
        #expect(count > 10)
    }
}
