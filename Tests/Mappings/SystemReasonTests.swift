// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

/// What the system says of errors, and not what Foundation makes of it.
@Suite struct SystemReasonTests {
    private struct Other: Error, CustomStringConvertible {
        let description = "it is another"
    }

    @Test(
        arguments: [
            (POSIXError(.ENOTDIR), "Not a directory"),
            (POSIXError(.ENOSPC), "No space left on device"),
            (CocoaError(.fileNoSuchFile), "No such file or directory"),
            (CocoaError(.fileReadNoPermission), "Permission denied"),
            (Other(), "it is another"),
        ] as [(any Error, String)])
    func `An error is put as the system puts it`(error: any Error, words: String) {
        #expect(error.systemReason == words)
    }

    @Test func `Of a file that is not there Foundation's error has the system's code`() {
        #expect {
            try Data(contentsOf: URL(fileURLWithPath: "/no/such/file"))
        } throws: { error in
            error.systemCode == ENOENT
        }
        #expect {
            try FileManager.default.createDirectory(
                atPath: "/dev/null/folder", withIntermediateDirectories: true)
        } throws: { error in
            error.systemCode == ENOTDIR
        }
    }
}
