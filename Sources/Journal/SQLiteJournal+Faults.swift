// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import Foundation
    import GRDB

    // What SQLite's errors mean to whoever runs the server.

    extension SQLiteJournal {
        /// What went wrong, in words that say what to do.
        static func fault(_ error: any Error, _ path: String) -> JournalFault {
            if let fault = error as? JournalFault { return fault }
            guard let error = error as? DatabaseError else {
                return .storage("\(path): \(error.systemReason)")
            }
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path)
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                return .damaged(
                    "\(path): it is no journal, or is damaged (\(error.message ?? "unreadable")); "
                        + "restore a copy of it, or name another folder with --data DIR")
            case .SQLITE_FULL:
                return .storage(
                    "\(path): the disk is full; make room, as nothing is written until then")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
                return .storage(
                    "\(path): cannot be written; make its folder writable, or name another with "
                        + "--data DIR")
            case .SQLITE_IOERR where !isWritable(path):
                return .storage(
                    "\(path): it or its folder is read-only; make both writable, or name another "
                        + "folder with --data DIR")
            default:
                return .storage("\(path): \(error.message ?? "code \(error.resultCode.rawValue)")")
            }
        }

        /// Whether a file, where it is there, and its folder can be written, as far as their rights
        /// and mounts go.
        private static func isWritable(_ path: String) -> Bool {
            let files = FileManager.default
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            return files.isWritableFile(atPath: folder)
                && (!files.fileExists(atPath: path) || files.isWritableFile(atPath: path))
        }
    }
#endif
