// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymRehearsing
    import AllonymServer
    import AllonymService
    import ArgumentParser
    import Foundation
    import Logging

    @available(macOS 14, *)
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Serve the providers' REST APIs locally, and remember what is written.",
            discussion: """
                Without a project file, serves one project per provider, with new keys that are \
                printed once. Projects added earlier through the control API are served again. \
                Prints one line of JSON once it is listening. Ctrl-C or SIGTERM stops it.

                With --from-export, a new project starts with the customers in those files. With \
                --from-plan it starts without customers, for the plan's calls to create them. Add \
                a project file to set its name and keys. Whatever could not be imported is \
                reported on standard error.

                Exits with 0 when stopped, with 64 for wrong usage, with 65 when a file or the \
                kept data cannot be read, and with 74 when the data folder cannot be written or \
                is in use, or the address is taken.

                Example: allonym serve --project demo.json --clock frozen
                Example: allonym serve --from-plan plan --clock frozen
                """)

        enum Clock: String, ExpressibleByArgument, CaseIterable {
            case real, frozen
        }

        @Option(
            name: .customLong("project"),
            help: ArgumentHelp("A project file; may be given several times.", valueName: "file"),
            completion: .file())
        var projects: [String] = []

        @Option(
            help: ArgumentHelp(
                "Start a project for the plan's target; its stores know every purchase in the "
                    + "plan.",
                valueName: "dir"), completion: .directory)
        var fromPlan: String?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Start a project with the customers in an export.", valueName: "file"),
            completion: .file())
        var fromExport: [String] = []

        @Option(
            help: ArgumentHelp("The provider that the export comes from.", valueName: "provider"),
            completion: KnownWords.providers)
        var from: String?

        @Option(
            help: ArgumentHelp(
                "The folder to keep projects in (default: allonym in your data folder).",
                valueName: "dir"), completion: .directory)
        var data: String?

        @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
        var listen = "127.0.0.1:8080"

        @Option(
            help:
                "The clock of new projects: the machine's, or one that only moves when told to.")
        var clock = Clock.real

        @Option(
            help: ArgumentHelp(
                "Read the mappings in this folder instead of the built-in ones.", valueName: "dir"),
            completion: .directory)
        var mappings: String?

        func validate() throws {
            guard fromExport.isEmpty == (from == nil) else {
                throw ValidationError(
                    from == nil
                        ? "--from-export: the provider is missing; give --from PROVIDER, too"
                        : "--from: the export is missing; give --from-export FILE, too")
            }
            guard fromPlan != nil || !fromExport.isEmpty else { return }
            guard fromPlan == nil || fromExport.isEmpty else {
                throw ValidationError(
                    "--from-plan and --from-export: a project begins with one of the two; leave "
                        + "the other out")
            }
            guard projects.count <= 1 else {
                throw ValidationError(
                    "--project: given \(projects.count) times, and a plan or an export begins one "
                        + "project; give it once")
            }
        }

        mutating func run() async throws {
            let (host, port) = try address()
            let mappings = try Mappings.load(from: mappings)
            let given = try self.files(mappings)
            let begun = try begun(mappings, projects.isEmpty ? nil : given.first)
            let files = begun.map { [$0.file] } ?? given
            let isLocal = ["127.0.0.1", "::1", "localhost"].contains(host)
            if !isLocal, let open = files.first(where: { $0.adminKeys.isEmpty }) {
                throw ValidationError(
                    "--listen: \(host) can be reached from other machines, and the project "
                        + "\"\(open.name)\" has no admin key in its file; give every project keys "
                        + "of its own, or listen at 127.0.0.1")
            }
            try await AllonymServer.checkAddress(host, port)
            let folder = try ProjectFolder(data ?? ServeCommand.defaultFolder, mappings) {
                StandardError.say($0)
            }
            var hosted: [HostedProject] = []
            var made: [String: NewKeys] = [:]
            let isFrozen = clock == .frozen
            for (number, file) in files.enumerated() {
                let (project, keys): (HostedProject, NewKeys?)
                do {
                    try KeyRing(file).check(beside: ServedProjects.keys(of: hosted))
                    (project, keys) = try folder.open(
                        file, clock: ServeCommand.clock(isFrozen, at: begun?.at),
                        beginning: begun?.beginning)
                } catch var fault as DocumentFault {
                    if number < projects.count { fault.file = projects[number] }
                    throw fault
                }
                if begun != nil { try await project.project.begin() }
                hosted.append(project)
                made[file.name] = keys
            }
            var names = files.map(\.name)
            var lines = begun?.lines ?? []
            for added in folder.openAdded(besides: names) {
                do {
                    let opened = try added.opened.get()
                    try opened.hosted.keys.check(beside: ServedProjects.keys(of: hosted))
                    hosted.append(opened.hosted)
                    names.append(added.name)
                    made[added.name] = opened.keys
                } catch {
                    lines.append("The project \"\(added.name)\" is not served: \(error)")
                }
            }
            lines += hosted.flatMap { $0.project.file.webhookNotes(mappings) }
            lines += given.flatMap(\.catalogueNotes)
            // Those after them are served without a file of their owner's.
            for project in hosted.prefix(projects.count) { lines += try await project.takeFile() }
            for line in lines { StandardError.say(line) }
            let logger = Logger(label: "allonym") { ServerLog(label: $0) }
            let (path, all, keys) = (folder.path, names, made)
            let new = hosted.filter { made[$0.project.file.name] != nil }
            let served = ServedProjects(hosted, mappings) { file in
                try folder.add(file, clock: ServeCommand.clock(isFrozen))
            }
            let server = AllonymServer(
                host: host, port: port, projects: served, profiles: mappings.deliveryProfiles,
                logger: logger
            ) { address in
                let line = Listening(
                    listening: address, projects: all, data: path,
                    keys: keys.isEmpty ? nil : keys)
                ServeCommand.say(line)
                for project in new {
                    do { try project.keepKeys() } catch { logger.error("\(error)") }
                }
                let greeting = ServeGreeting(
                    address: address, data: path, hasNewKeys: !keys.isEmpty)
                for line in greeting.lines { StandardError.say(line) }
            }
            try await server.run()
        }

        /// The exit code and the message of an error of the server's; nil for any other.
        static func words(for error: any Error) -> (code: Int32, message: String)? {
            switch error {
            case let fault as DocumentFault: (65, fault.description)
            case let fault as Unavailable: (74, fault.description)
            case let fault as AddressFault: (74, fault.description)
            case let fault as JournalFault:
                switch fault {
                case .locked, .storage, .lostLease, .gap: (74, fault.description)
                case .newer, .damaged, .key: (65, fault.description)
                }
            default: nil
            }
        }

        private struct Listening: Encodable {
            let listening: String
            let projects: [String]
            let data: String
            let keys: [String: NewKeys]?
        }

        private static func say(_ line: Listening) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let bytes = try? encoder.encode(line) else { return }
            // Whoever does not read it is served all the same.
            try? FileHandle.standardOutput.write(contentsOf: bytes + [UInt8(ascii: "\n")])
        }
    }
#endif
