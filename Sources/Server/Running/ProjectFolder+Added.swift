// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    package import AllonymService
    import Foundation

    // Projects that were added while a process served: a file beside each says that the next one is to
    // serve it too.

    extension ProjectFolder {
        /// A project that was added before.
        package struct Added: Sendable {
            /// Its name, as the file beside it is called.
            package let name: String
            /// The project, and its keys where they were made just now, or why it is not served.
            package let opened: Result<(hosted: HostedProject, keys: NewKeys?), any Error>
        }

        private static let suffix = ".added.json"

        /// Opens a project that is new, and has it served again after this process.
        ///
        /// - Parameters:
        ///   - file: Its description.
        ///   - clock: Its clock.
        /// - Returns: The project, and its keys where they were made just now.
        /// - Throws: `ServedProjects.Taken` where there are data of its name, ``DocumentFault``,
        ///   ``JournalFault``.
        package func add(
            _ file: ProjectFile, clock: ProjectClock
        ) throws -> (hosted: HostedProject, keys: NewKeys?) {
            guard !keeps(file.name) else {
                throw ServedProjects.Taken(
                    description: "There are data of a project \"\(file.name)\" already: serve it "
                        + "with --project.")
            }
            try check(file)
            let opened = try open(file, clock: clock)
            let path = "\(path)/\(file.name)\(ProjectFolder.suffix)"
            do {
                try WholeFile.write(try file.remembered(), to: path)
            } catch {
                throw JournalFault.storage(
                    "\(path): cannot be written: \(error.systemReason); the project "
                        + "\"\(file.name)\" has data by now: serve it with --project")
            }
            return opened
        }

        /// Opens the projects that were added before, by name; where one cannot be opened, the others
        /// are.
        ///
        /// - Parameter names: Those that are served already.
        /// - Returns: What became of each other one.
        package func openAdded(besides names: [String]) -> [Added] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            let added = files.filter { $0.hasSuffix(ProjectFolder.suffix) }
                .map { String($0.dropLast(ProjectFolder.suffix.count)) }
            return added.filter { !names.contains($0) }.sorted().map { name in
                Added(name: name, opened: Result { try openAdded(name) })
            }
        }

        private func openAdded(_ name: String) throws -> (hosted: HostedProject, keys: NewKeys?) {
            let path = "\(path)/\(name)\(ProjectFolder.suffix)"
            let bytes: Data
            do {
                bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            } catch {
                throw DocumentFault(
                    "", "the file cannot be read: \(error.systemReason)", file: path)
            }
            do {
                let file = try ProjectFile([UInt8](bytes), providers: providers)
                guard file.name == name else {
                    throw DocumentFault(
                        "project",
                        "expected \"\(name)\", as the file is called, found \"\(file.name)\"")
                }
                guard keeps(name) else {
                    throw DocumentFault(
                        "project",
                        "\(name).sqlite is missing; restore a copy of it, or remove this "
                            + "file")
                }
                return try open(file, clock: ProjectClock())
            } catch var fault as DocumentFault {
                fault.file = path
                throw fault
            }
        }
    }
#endif
