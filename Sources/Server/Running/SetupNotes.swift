// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService

    extension HostedProject {
        /// Takes over what the file says of webhooks and did not say before, where the project is not
        /// a new one.
        ///
        /// What was due by then was told to the endpoints of before. Only for a project whose file its
        /// owner has given.
        /// - Returns: What its owner should know: what was taken over of the file, and what was not;
        ///   a line each.
        /// - Throws: `Unavailable` where the project cannot be read, or what it takes over cannot be
        ///   written down.
        package func takeFile() async throws -> [String] {
            let file = project.ownSetup
            let (changes, members) = try await project.perform { state, _ in
                (try state.takeWebhooks(file.listedWebhooks), file.members(notIn: state.setup))
            }
            let name = "project \"\(project.file.name)\": "
            let notes = changes.map { "\(name)webhook \(Endpoint.shown($0.url)): \($0.note)" }
            if members.isEmpty { return notes }
            let named = members.map { "\"\($0)\"" }.joined(separator: ", ")
            let verb = members.count == 1 ? "is" : "are"
            let line =
                "\(name)\(named) in its file \(verb) not taken over, since the project was set up "
                + "before: it keeps what it has; change that with the provider's own calls, where it "
                + "has some for it, or set up a new project: give it another name, or name another "
                + "folder with --data DIR"
            return notes + [line]
        }
    }

    extension EndpointChange {
        /// What its owner is told of it.
        fileprivate var note: String {
            switch kind {
            case .added: "added, as the project's file lists it now"
            case .changed: "changed, since the project's file says something else of it now"
            case .removed:
                "removed, since the project's file no longer lists it; events that wait for it are "
                    + "not sent"
            case .overruled:
                "not as in the project's file, since a call has changed or deleted it; that counts "
                    + "until the file says something else of it"
            }
        }
    }
#endif
