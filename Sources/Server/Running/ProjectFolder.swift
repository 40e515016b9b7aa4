// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    package import AllonymJournal
    package import AllonymMappings
    package import AllonymService
    import Foundation

    /// The folder in which projects are kept: a file of SQLite for each, and the key to their secrets.
    package struct ProjectFolder: Sendable {
        /// Its path.
        package let path: String
        private let mappings: Mappings
        private let say: @Sendable (_ line: String) -> Void

        /// A folder; it is made where it is missing.
        ///
        /// - Parameters:
        ///   - path: Its path.
        ///   - mappings: The providers' rules and operations.
        ///   - say: Told what the owner of the projects should know of their files.
        /// - Throws: ``JournalFault`` where it cannot be made.
        package init(
            _ path: String, _ mappings: Mappings,
            saying say: @escaping @Sendable (_ line: String) -> Void
        ) throws(JournalFault) {
            self.path = path
            self.mappings = mappings
            self.say = say
            do {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw .storage(
                    "\(path): the folder cannot be made: \(error.systemReason); name another "
                        + "folder with --data DIR")
            }
        }

        /// The keys of the providers that there are.
        var providers: [String] { mappings.providers.map(\.key) }

        /// Whether there are data of a project.
        package func keeps(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: file(of: name))
        }

        private func file(of name: String) -> String { "\(path)/\(name).sqlite" }

        /// Throws where the description of a project asks for what there is not.
        func check(_ file: ProjectFile) throws { try HostedProject.check(file, mappings) }

        /// Opens a project: made where it is new, brought up to date where its file has changed.
        ///
        /// - Parameters:
        ///   - file: Its description.
        ///   - clock: The clock of a new project.
        ///   - beginning: What the project begins with; it has to be a new one then.
        /// - Returns: The project, and its keys where they were made just now.
        /// - Throws: ``DocumentFault`` for a file that does not fit what is there, ``JournalFault``.
        package func open(
            _ file: ProjectFile, clock: ProjectClock, beginning: ProjectBeginning? = nil
        ) throws -> (hosted: HostedProject, keys: NewKeys?) {
            let journal = try SQLiteJournal(self.file(of: file.name))
            if let migration = journal.migration {
                say("project \"\(file.name)\": \(migration)")
            }
            let vault = try KeyFile(in: path).vault(isNew: try !Project.hasSecrets(journal))
            return try HostedProject.open(
                file, in: journal, mappings, clock: clock, vault: vault, beginning: beginning)
        }
    }
#endif
