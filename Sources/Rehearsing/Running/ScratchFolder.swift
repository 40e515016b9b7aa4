// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import Foundation

    /// A folder of one rehearsal, which only its owner can read, and which is gone afterwards.
    struct ScratchFolder {
        let path: String

        init() throws {
            path =
                FileManager.default.temporaryDirectory.path + "/allonym-rehearsal-"
                + UUID().uuidString
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw RehearsalFault(
                    "\(path): the folder cannot be made: \(error.systemReason); set TMPDIR to a "
                        + "folder that can be written")
            }
        }

        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }
#endif
