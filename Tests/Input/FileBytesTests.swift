// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct FileBytesTests {
    private func file(_ bytes: Data) throws -> String {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-\(UUID().uuidString)")
        try bytes.write(to: url)
        return url.path
    }

    @Test(arguments: [0, 1, 4_095, 1 << 22, (1 << 22) + 1, 3 << 22, 10_000_019])
    func `What was let go of is read again`(count: Int) throws {
        let all = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        let path = try file(all)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try #require(FileBytes(path: path))
        #expect(bytes.data == all)
        for _ in 0..<2 {
            for offset in stride(from: 0, through: count, by: 1 << 21) {
                bytes.letGo(before: offset)
            }
            bytes.letGo(before: count)
            bytes.letGo(before: count + 1_000)
            #expect(bytes.data == all)
        }
    }

    @Test func `Bytes in memory stay`() {
        let bytes = FileBytes(Data([1, 2, 3]))
        bytes.letGo(before: 3)
        #expect(bytes.data == Data([1, 2, 3]))
    }

    @Test func `Bytes outlive the file that they were read of`() throws {
        let path = try file(Data(repeating: 7, count: 100_000))
        let data = try #require(FileBytes(path: path)).data
        try FileManager.default.removeItem(atPath: path)
        #expect(data == Data(repeating: 7, count: 100_000))
    }

    @Test(arguments: ["/no/such/file", "/", "/dev/null"])
    func `What is no file is refused`(path: String) { #expect(FileBytes(path: path) == nil) }

    @Test(arguments: [0, 5, (1 << 22) + 5])
    func `A hash is given all of them, in order`(count: Int) throws {
        struct Collecting: ByteDigest {
            var bytes: [UInt8] = []
            mutating func update(_ bytes: Span<UInt8>) { self.bytes += bytes.array }
            func finish() -> [UInt8] { bytes }
        }
        let all = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let path = try file(all)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var digest: any ByteDigest = Collecting()
        try #require(FileBytes(path: path)).update(&digest)
        #expect(Data(digest.finish()) == all)
    }
}
