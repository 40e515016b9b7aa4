// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymRehearsing
    import AllonymService
    import ArgumentParser
    import Foundation

    // What the arguments of `allonym serve` say.

    @available(macOS 14, *)
    extension ServeCommand {
        /// The project that a plan or an export begins; nil where neither is given.
        func begun(_ mappings: Mappings, _ file: ProjectFile?) throws -> BegunProject? {
            let rehearsal: Rehearsal
            if let fromPlan {
                rehearsal = try Migration.rehearsal(
                    of: fromPlan, hashing: SwiftCrypto(), mappings: mappings)
            } else if let from {
                rehearsal = try Migration.rehearsal(
                    InputOptions.inputs(fromExport), from: from, hashing: SwiftCrypto(),
                    mappings: mappings, folder: FileManager.default.temporaryDirectory.path)
            } else {
                return nil
            }
            return try BegunProject(rehearsal, file)
        }

        /// The clock of a new project.
        static func clock(_ isFrozen: Bool, at date: Date? = nil) -> ProjectClock {
            isFrozen ? ProjectClock(frozen: date ?? Date()) : ProjectClock()
        }

        /// Where data of this user's programs belong.
        static var defaultFolder: String {
            let environment = ProcessInfo.processInfo.environment
            if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
                return folder + "/allonym"
            }
            return FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share/allonym"
        }

        func address() throws -> (host: String, port: Int) {
            guard let colon = listen.lastIndex(of: ":"),
                let port = Int(listen[listen.index(after: colon)...]), (0...65_535).contains(port),
                colon != listen.startIndex
            else {
                throw ValidationError(
                    "--listen", listen, expected: "an address and a port such as 127.0.0.1:8080")
            }
            let host = listen[..<colon].trimmingCharacters(in: ["[", "]"])
            return (host, port)
        }

        func files(_ mappings: Mappings) throws -> [ProjectFile] {
            let providers = mappings.providers.map(\.key)
            guard !projects.isEmpty else {
                return providers.map { ProjectFile(name: $0, provider: $0) }
            }
            var files: [ProjectFile] = []
            for path in projects {
                let bytes = try Input.file(path).wholeBytes()
                do throws(DocumentFault) {
                    let file = try ProjectFile(bytes, providers: providers)
                    guard !files.contains(where: { $0.name == file.name }) else {
                        throw DocumentFault(
                            "project", "another file has the project \"\(file.name)\"")
                    }
                    files.append(file)
                } catch {
                    var error = error
                    error.file = path
                    throw error
                }
            }
            return files
        }
    }
#endif
