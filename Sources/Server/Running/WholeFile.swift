// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// Files that are there whole or not at all, and that nobody else can read.
    enum WholeFile {
        /// Writes a file, in the place of one that is there.
        static func write(_ bytes: [UInt8], to path: String) throws {
            try prepared(bytes, for: path) { draft in
                guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            }
        }

        /// Makes a file; one that is there stays as it is, and that is an error.
        static func make(_ bytes: [UInt8], at path: String) throws {
            try prepared(bytes, for: path) { draft in
                try FileManager.default.linkItem(atPath: draft, toPath: path)
            }
        }

        /// Makes bytes durable in a file beside the one that it is to be.
        private static func prepared(
            _ bytes: [UInt8], for path: String, _ body: (_ draft: String) throws -> Void
        ) throws {
            let draft = "\(path).\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: draft) }
            guard
                FileManager.default.createFile(
                    atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: draft))
            try file.write(contentsOf: Data(bytes))
            try file.synchronize()
            try file.close()
            try body(draft)
            // Its name is durable when the folder is.
            let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY)
            guard folder >= 0 else { return }
            fsync(folder)
            close(folder)
        }
    }
#endif
