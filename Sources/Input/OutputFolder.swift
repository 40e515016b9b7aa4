// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Makes the folders that outputs are written into.
package enum OutputFolder {
    /// Makes a folder that only its owner can read, and those that it lies in; what is there stays.
    ///
    /// - Throws: `OutputError` where it cannot be made.
    package static func make(_ path: String) throws(OutputError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            made += (made.isEmpty || made.hasSuffix("/") ? "" : "/") + name
            if mkdir(made, 0o700) == 0 { continue }
            let code = errno
            if let there = FileIdentity(made, followingLinks: true) {
                if there.isFolder { continue }
                throw OutputError(
                    path, "the folder cannot be made: \(made) is a file; name another folder",
                    isOfSystem: true)
            }
            throw OutputError(
                path, "the folder cannot be made: \(SystemFault(code, .writing))",
                isOfSystem: true)
        }
    }
}
