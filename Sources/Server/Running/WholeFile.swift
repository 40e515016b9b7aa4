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
                guard rename(draft, path) == 0 else { throw WholeFile.systemError }
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
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw WholeFile.systemError }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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

        /// Why the last system call has failed.
        private static var systemError: POSIXError {
            POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }
#endif
