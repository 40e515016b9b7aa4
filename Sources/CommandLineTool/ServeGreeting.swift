// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// What a person is told once a server listens; programs read the line of JSON.
    struct ServeGreeting {
        /// Where it listens.
        let address: String
        /// The folder of the projects.
        let data: String
        /// Whether the line of JSON shows keys.
        let hasNewKeys: Bool

        /// What is said, a line each.
        var lines: [String] {
            let folder = URL(fileURLWithPath: data).standardizedFileURL.path
            let keys =
                hasNewKeys
                ? "the new keys are in the line of JSON and nowhere else: the folder keeps only "
                    + "their hashes"
                : "the keys are in the project file, or were printed when the project was new: the "
                    + "folder keeps only their hashes"
            return [
                "listening on \(address); Ctrl-C stops the server",
                "projects are kept in \(folder)",
                keys,
            ]
        }
    }
#endif
