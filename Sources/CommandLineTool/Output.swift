// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    /// Where the providers' rules come from.
    struct MappingsOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Read the mappings in this folder instead of the built-in ones.",
                valueName: "dir"), completion: .directory)
        var mappings: String?

        func load() throws -> Mappings { try Mappings.load(from: mappings) }
    }

    /// The options that nearly every command has.
    struct CommonOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
            completion: .file())
        var output: String?

        @OptionGroup var mappings: MappingsOptions

        func load() throws -> Mappings { try mappings.load() }

        /// Sees to it that a second file of a command is not the one of `--output`.
        ///
        /// - Parameters:
        ///   - file: The second file, if there is one.
        ///   - option: The option that names it, such as `--map`.
        /// - Throws: An error of usage where both are one.
        func keepApart(_ file: String?, named option: String) throws {
            func place(_ file: String) -> URL { URL(fileURLWithPath: file).standardizedFileURL }
            if let file, let output, place(file) == place(output) {
                throw ValidationError(
                    "\(option): it names the same file as --output; name another one")
            }
        }

        /// Sees to it that a file that a user may have edited is not written over.
        ///
        /// - Parameters:
        ///   - file: The file, if there is one; devices and pipes are not asked about.
        ///   - option: The option that names it, such as `--output`.
        /// - Throws: `OutputError` where the file is there.
        static func refuseExisting(_ file: String?, named option: String) throws {
            guard let file else { return }
            let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
            guard type as? FileAttributeType == .typeRegular else { return }
            throw OutputError(
                file,
                "it is there already; give --force to overwrite it, or another file with \(option)")
        }

        /// Opens a second file of a command, its owner's alone; nil where none is asked for.
        func openSecond(_ file: String?, sparing inputs: [Input]) throws -> Output? {
            guard let file else { return nil }
            var second = self
            second.output = file
            return try second.open(isPrivate: true, sparing: inputs)
        }

        /// Opens what is written to.
        ///
        /// - Parameters:
        ///   - isPrivate: Whether a file is to be its owner's alone.
        ///   - inputs: What is never written over.
        ///   - plans: The folders of plans that are read; what they were made of is never written
        ///     over either.
        /// - Returns: Standard output, or the file.
        /// - Throws: `OutputError` where the file cannot be made, is an input, or is a plan's.
        func open(
            isPrivate: Bool = false, sparing inputs: [Input] = [], ofPlans plans: [String] = []
        ) throws -> Output {
            if let output, let there = FileIdentity(output, followingLinks: true),
                let input = (inputs + plans.flatMap(Migration.inputs(ofPlan:))).first(where: {
                    $0.identity == there
                })
            {
                throw OutputError(
                    output,
                    "it is the input \(input.name), which is never written over; name another file")
            }
            return try Output(file: output, isPrivate: isPrivate)
        }
    }

    /// The reader of a pipe such as `| head` has ended: nothing needs to be said.
    struct ClosedPipe: Error {}

    /// Standard output, or a file that comes into being when everything is written.
    final class Output: @unchecked Sendable {
        // Unchecked because it is written to by one thread at a time: the workers of a check write
        // one after the other, each when it is its turn, and nothing else has more than one.
        /// The file that is to be, links followed; nil for standard output, devices and pipes.
        private let file: String?
        /// Where its content is gathered.
        private let partial: String
        private let lineWidth: LineWidth
        private let descriptor: Int32
        private var isOpen = true
        /// What messages call it.
        private let name: String
        private var buffer: [UInt8] = []
        private let isPrivate: Bool

        init(file: String?, isPrivate: Bool = false) throws(OutputError) {
            self.isPrivate = isPrivate
            name = file ?? "standard output"
            lineWidth = LineWidth(of: file == nil ? STDOUT_FILENO : nil)
            partial = (file ?? "") + ".\(getpid()).partial"
            guard let file else {
                self.file = nil
                descriptor = STDOUT_FILENO
                return
            }
            try Output.refuseFileOfPlan(file)
            let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
            switch type as? FileAttributeType {
            case nil, .typeRegular:
                self.file = path
                descriptor = open(
                    partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
            case .typeDirectory:
                throw OutputError(file, "it is a folder; name a file", isOfSystem: true)
            default:
                self.file = nil
                descriptor = open(path, O_WRONLY | O_CLOEXEC)
            }
            if descriptor < 0 { throw OutputError(file, errno) }
        }

        deinit {
            if isOpen, descriptor != STDOUT_FILENO { _ = Foundation.close(descriptor) }
            discard()
        }

        func write(_ text: String) throws {
            buffer.append(contentsOf: text.utf8)
            if buffer.count > 1 << 16 { try flush() }
        }

        func write(_ bytes: Span<UInt8>) throws {
            buffer.append(contentsOf: bytes.array)
            if buffer.count > 1 << 16 { try flush() }
        }

        /// Writes lines for people, which are wrapped where a person looks at them.
        func write(lines: [String]) throws {
            try write(WrappedLines.text(of: lines, to: wrappingWidth))
        }

        /// Writes one document of JSON, its keys sorted.
        func write(json value: some Encodable) throws {
            try write(JSONDocument.text(of: value))
        }

        /// Writes a document of JSON that stands on one line, laid out as all others are.
        func layOut(_ line: String) throws {
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
            try write(JSONDocument.text(ofMembers: value))
        }

        /// Writes what is left and gives the file its name; one that is replaced keeps its mode,
        /// unless the new one is its owner's alone.
        func close() throws {
            try flush()
            guard let file else { return }
            isOpen = false
            if Foundation.close(descriptor) != 0 { throw OutputError(name, errno) }
            let before = try? FileManager.default.attributesOfItem(atPath: file)
            if !isPrivate, let mode = before?[.posixPermissions] {
                try? FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: partial)
            }
            if rename(partial, file) != 0 { throw OutputError(name, errno) }
        }

        /// Writes what is left to standard output, and leaves no file.
        func abandon() throws {
            if file == nil { try flush() } else { discard() }
        }

        /// Leaves nothing of a file that was not given its name.
        func discard() {
            if file != nil { unlink(partial) }
        }

        private func flush() throws {
            let bytes = OutputBytes(capacity: buffer.count)
            bytes.append(buffer.span)
            if let code = bytes.write(to: descriptor) {
                if code == EPIPE { throw ClosedPipe() }
                throw OutputError(name, code)
            }
            buffer.removeAll(keepingCapacity: true)
        }

        /// Whether colours are shown: on a terminal, and never with `NO_COLOR`.
        var isColoured: Bool {
            let environment = ProcessInfo.processInfo.environment
            return lineWidth.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] != "dumb"
        }

        /// The width at which lines of a report are wrapped that are whole in files and pipes; nil
        /// there, unless `COLUMNS` is set.
        var wrappingWidth: Int? { lineWidth.wrapping }

        /// The same for lines that are whole in files and pipes, whatever `COLUMNS` says.
        var wrappingWidthOnTerminal: Int? { lineWidth.wrappingOnTerminal }

        /// The width of the terminal, or 80.
        var width: Int { lineWidth.width }
    }

    /// How much memory something may take that grows with the work.
    struct MemoryOptions: ParsableArguments {
        @Option(
            name: .customLong("memory"),
            help: ArgumentHelp(
                "How much may be kept in memory, of states or of scenarios for a page.",
                valueName: "MB"))
        var megabytes = 4_096

        func validate() throws {
            guard (1...1_000_000).contains(megabytes) else {
                throw ValidationError(
                    "--memory", megabytes, expected: "a number of megabytes from 1 to 1000000")
            }
        }

        var bytes: Int { megabytes << 20 }

        /// Says on standard error that there was no room.
        func warn(_ what: String) {
            StandardError.say("\(what); give more with --memory, or less to do")
        }
    }

    /// Shows the progress of long work on standard error, from its second second on.
    struct Progress {
        private let what: String
        private let start = ContinuousClock.now
        private var last = ContinuousClock.now

        init(_ what: String) { self.what = what }

        mutating func report(_ done: Int, of count: Int) {
            let now = ContinuousClock.now
            guard now - start > .seconds(1), now - last > .seconds(1) else { return }
            last = now
            StandardError.write(lines: ["\(what): \(done) of \(count)"])
        }
    }
#endif
