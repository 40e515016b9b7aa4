// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// Why a journal could not do what it was asked.
    package enum JournalFault: Error, Hashable, Sendable, CustomStringConvertible {
        /// Another process has the file open.
        case locked(String)
        /// The file was written by a later version of this program.
        case newer(file: String, version: Int)
        /// The key to what is sealed in the file is missing, or is another.
        case key(String)
        /// The file is none of ours, or a part of it is missing or was changed.
        case damaged(String)
        /// Another writer has begun its term.
        case lostLease
        /// The journal does not end where its writer believes.
        case gap(expected: Int, found: Int)
        /// The file cannot be read or written: a full disk, a missing permission.
        case storage(String)

        /// What is wrong and what to do.
        package var description: String {
            switch self {
            case .locked(let file):
                "\(file): it is in use by another process; stop that one, or name another folder "
                    + "with --data DIR"
            case .newer(let file, let version):
                "\(file): it has format \(version), which a later version of allonym wrote; use "
                    + "that version, or name another folder with --data DIR"
            case .key(let reason), .damaged(let reason): reason
            case .lostLease:
                "the journal: another process has taken over writing; stop one of the two"
            case .gap(let expected, let found):
                "the journal: it ends at entry \(found), where \(expected) was expected; stop "
                    + "whatever else writes to it"
            case .storage(let reason): reason
            }
        }
    }
#endif
