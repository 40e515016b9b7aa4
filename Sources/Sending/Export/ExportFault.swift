// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// Why an export cannot go on.
    ///
    /// What was written before stays, and the next run goes on from there.
    package enum ExportFault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The key is not taken, or lacks a permission.
        case key(path: String, status: Int, says: String)
        /// An answer is not what the documents say.
        case shape(path: String, reason: String)
        /// A call that nothing can go on without is refused.
        case refused(path: String, status: Int, says: String, hasProject: Bool)
        /// The provider has not answered, however often it was asked.
        case unavailable(path: String, reason: String)
        /// The folder holds something else than this export.
        case folder(String, reason: String)
        /// A file of the export is not as it was left.
        case damaged(String, reason: String)

        /// What was refused, by which rule, and what to do.
        package var description: String {
            switch self {
            case .key(let path, let status, let says):
                "GET \(path): the key is refused (\(status)\(ExportFault.quoted(says))); check "
                    + "that it is a secret key of this project that may read customers, then start "
                    + "again: what was read is kept"
            case .shape(let path, let reason):
                "GET \(path): \(reason); check --from-url, then start again: what was read is kept"
            case .refused(let path, let status, let says, let hasProject):
                "GET \(path): it is refused (\(status)\(ExportFault.quoted(says))); check --from-url"
                    + (hasProject ? " and --project" : "")
                    + ", then start again: what was read is kept"
            case .unavailable(let path, let reason):
                "GET \(path): \(reason); start the same command again to go on: what was read is "
                    + "kept"
            case .folder(let path, let reason): "\(path): \(reason)"
            case .damaged(let path, let reason):
                "\(path): \(reason); begin again in another folder"
            }
        }

        /// The exit code of a program that ends with it.
        package var code: Int32 {
            switch self {
            case .key: 1
            case .shape, .refused, .damaged: 65
            case .unavailable: 75
            case .folder: 64
            }
        }

        private static func quoted(_ text: String) -> String { text.isEmpty ? "" : ": \(text)" }
    }
#endif
