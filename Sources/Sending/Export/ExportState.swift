// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import Foundation

    /// How far an export is: what its folder holds, and where it goes on.
    package struct ExportState: Codable, Hashable, Sendable {
        /// What is exported; a folder holds one of these.
        package struct Subject: Codable, Hashable, Sendable {
            /// The provider's key.
            package var provider: String
            /// Scheme, host and port.
            package var url: String
            /// The project's ID.
            package var project: String?
            /// The fingerprint of the IDs that are read; nil for all customers.
            package var only: String?

            package init(provider: String, url: String, project: String?, only: String? = nil) {
                (self.provider, self.url) = (provider, url)
                (self.project, self.only) = (project, only)
            }

            /// Whether a server on this machine is exported, which can go by a clock of its own.
            var isOnThisMachine: Bool { URL(string: url)?.leadsToThisMachine == true }
        }

        /// A file that grows.
        package struct File: Codable, Hashable, Sendable {
            /// How many bytes of it count.
            package var bytes = 0
            /// How many lines these are.
            package var lines = 0
        }

        /// The version of this form.
        package var version = ExportState.version
        package var subject: Subject
        /// The files, by their names in the folder.
        package var files: [String: File] = [:]
        /// Whether what the project has once was read.
        package var hasProject = false
        /// Path and query of the next page of customers; nil for the first.
        package var next: String?
        /// How many customers were asked about.
        package var asked = 0
        /// How many of them were read.
        package var read = 0
        /// How many were gone when they were asked about.
        package var gone = 0
        /// How many the provider refused to give.
        package var refused = 0
        /// How many had changed since the list.
        package var changed = 0
        /// How many have a list of which an answer has a part alone.
        package var cut = 0
        /// How many calls were made.
        package var calls = 0
        /// Whether nothing is left to read.
        package var isFinished = false
        /// When it was, in milliseconds since 1970; nil where something is left.
        package var finished: Int64?

        package static let version = 1

        /// Whether every count is one.
        var isCounted: Bool {
            let counts = [asked, read, gone, refused, changed, cut, calls]
            return (counts + files.values.flatMap { [$0.bytes, $0.lines] }).allSatisfy { $0 >= 0 }
        }

        package init(_ subject: Subject) { self.subject = subject }

        /// What stands in the file.
        var encoded: Data {
            Data(JSONDocument.bytes(of: self))
        }
    }
#endif
