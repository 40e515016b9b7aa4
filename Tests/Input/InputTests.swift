// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct InputTests {
    private let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    /// All bytes of an input, read so many at a time.
    private func read(
        _ input: Input, _ size: Int, kept: KeptInput? = nil
    ) throws -> [UInt8] {
        var stream = try ByteStream(input, kept: kept, digest: Sum())
        var all: [UInt8] = []
        var space = [UInt8](repeating: 0, count: size)
        while true {
            let count = try space.withUnsafeMutableBufferPointer { space in
                try stream.read(into: #require(space.baseAddress), size)
            }
            all += space[..<count]
            if count < size { break }
        }
        #expect(stream.position == all.count)
        #expect(stream.hash == [all.reduce(0, &+)])
        return all
    }

    /// The sum of all bytes.
    private struct Sum: ByteDigest {
        private var sum: UInt8 = 0

        mutating func update(_ bytes: Span<UInt8>) {
            for offset in bytes.indices { sum &+= bytes[offset] }
        }
        func finish() -> [UInt8] { [sum] }
    }

    /// A descriptor from which the bytes come in small portions.
    private func pipe(_ bytes: [UInt8]) -> Pipe {
        let pipe = Pipe()
        Thread {
            for start in stride(from: 0, to: bytes.count, by: 77) {
                let end = min(start + 77, bytes.count)
                pipe.fileHandleForWriting.write(Data(bytes[start..<end]))
            }
            try? pipe.fileHandleForWriting.close()
        }.start()
        return pipe
    }

    private func withFile(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "input-\(UUID().uuidString)"
        ).path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test(arguments: [1, 2, 76, 77, 78, 999, 1_000, 1_001, 4_096])
    func `A file, a pipe and bytes in memory read alike, so many bytes at a time`(
        size: Int
    ) throws {
        #expect(try read(.bytes(bytes, name: "memory"), size) == bytes)
        let pipe = pipe(bytes)
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        #expect(try read(.descriptor(descriptor, name: "pipe"), size) == bytes)
        try withFile { path in
            let all = try read(.file(path), size)
            #expect(all == bytes)
        }
    }

    @Test func `An input is read a second time, of a pipe what was kept`() throws {
        let pipe = pipe(bytes)
        let input = Input.descriptor(pipe.fileHandleForReading.fileDescriptor, name: "pipe")
        let kept = KeptInput()
        #expect(try read(input, 100, kept: kept) == bytes)
        #expect(try read(kept.again(input), 100) == bytes)
        try withFile { path in
            let kept = KeptInput()
            let once = try read(.file(path), 100, kept: kept)
            let again = try read(kept.again(.file(path)), 100)
            #expect(once == bytes && again == bytes)
        }
    }

    @Test(arguments: [
        (
            "/no/such/file",
            "/no/such/file: the file cannot be read: No such file or directory; check the path"
        ),
        ("/tmp", "/tmp: the file cannot be read: Is a directory; name a file"),
    ])
    func `What the system does not open or read is refused by its name`(
        path: String, message: String
    ) throws {
        let error = #expect(throws: InputError.self) { _ = try read(.file(path), 10) }
        #expect(error?.code == .unreadable)
        #expect(error?.description == message)
    }

    @Test(arguments: [
        (0, 0, "ids.csv: wrong"), (3, 0, "ids.csv:3: wrong"), (3, 7, "ids.csv:3:7: wrong"),
    ])
    func `A fault names its file, line and column as compilers do`(
        line: Int, column: Int, description: String
    ) {
        let error = InputError(.malformed, "ids.csv", line: line, column: column, "wrong")
        #expect(error.description == description)
        #expect(error.code.description == "malformed")
    }
}
