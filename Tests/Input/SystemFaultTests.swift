// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct SystemFaultTests {
    @Test(
        arguments: [
            (ENOENT, .reading, "No such file or directory; check the path"),
            (
                ENOENT, .writing,
                "No such file or directory; make its folder first, or check the path"
            ),
            (ENOTDIR, .reading, "Not a directory; check the path"),
            (EACCES, .reading, "Permission denied; check the permissions"),
            (EISDIR, .reading, "Is a directory; name a file"),
            (EROFS, .writing, "Read-only file system; name a place that can be written"),
            (ENOSPC, .writing, "No space left on device; make room, then run it again"),
            // Nothing useful can be said.
            (EBADF, .writing, "Bad file descriptor"),
        ] as [(Int32, SystemFault.Attempt, String)])
    func `What the system says is followed by what to do`(
        code: Int32, attempt: SystemFault.Attempt, words: String
    ) {
        #expect(SystemFault(code, attempt).description == words)
    }

    @Test func `A folder is made with those that it lies in, and one that is there is fine`() throws
    {
        let top = FileManager.default.temporaryDirectory.path + "/allonym-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: top) }
        for _ in 0..<2 { try OutputFolder.make("\(top)/one/two/") }
        #expect(FileIdentity("\(top)/one/two", followingLinks: false)?.isFolder == true)
        #expect(FileManager.default.createFile(atPath: "\(top)/file", contents: nil))
        #expect(throws: OutputError.self) { try OutputFolder.make("\(top)/file/two") }
    }
}
