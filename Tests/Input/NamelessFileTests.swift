// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct NamelessFileTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString).path

    @Test func `A file has no name, and gives back what was written to it`() throws {
        let file = try NamelessFile(at: path)
        #expect(!FileManager.default.fileExists(atPath: path))
        let written = OutputBytes()
        for text in ["0123456789", "abcdef"] {
            written.empty()
            written.append(text)
            #expect(file.append(written) == nil)
        }
        var bytes = [UInt8](repeating: 0, count: 100)
        let first = file.read(&bytes, from: 8, atLeast: 4, atMost: 4)
        #expect(first == nil)
        #expect(bytes == Array("89ab".utf8))
        let second = file.read(&bytes, from: 12, atLeast: 1, atMost: 100)
        #expect(second == nil)
        #expect(bytes == Array("cdef".utf8))
    }

    @Test func `A file that has too few bytes says so, and the array is empty`() throws {
        let file = try NamelessFile(at: path)
        var bytes: [UInt8] = [1, 2, 3]
        let failure = file.read(&bytes, from: 0, atLeast: 1, atMost: 1)
        #expect(failure == EIO)
        #expect(bytes.isEmpty)
    }

    @Test func `A file cannot be made where a name is taken`() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: OutputError.self) { try NamelessFile(at: path) }
    }
}
