// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService

    extension HostedProject {
        /// What its owner should know of its file: what of it is not taken over, as the project is not
        /// a new one.
        ///
        /// - Returns: A line, or none.
        /// - Throws: `Unavailable` where the project cannot be read.
        package func setupNotes() async throws -> [String] {
            let known = try await project.perform { state, _ in state.setup }
            let members = project.ownSetup.members(notIn: known).map { "\"\($0)\"" }
            if members.isEmpty { return [] }
            let named = members.joined(separator: ", ")
            return [
                "project \"\(project.file.name)\": \(named) in its file "
                    + (members.count == 1 ? "is" : "are") + " not taken over, since the project "
                    + "was set up before: it keeps what it has; change that with the provider's own "
                    + "calls, where it has some for it, or set up a new project: give it another "
                    + "name, or name another folder with --data DIR"
            ]
        }
    }
#endif
