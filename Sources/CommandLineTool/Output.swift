// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// A file that cannot be written, or is not to be.
    struct OutputError: Error, CustomStringConvertible {
        let description: String
        /// Whether nothing is wrong with the file, but with writing over it.
        var isRefusal = false
    }

    /// The options that every command has.
    struct CommonOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
        var output: String?

        @Option(
            help: ArgumentHelp(
                "Read the mappings in this folder instead of the built-in ones.",
                valueName: "dir"))
        var mappings: String?

        func load() throws -> Mappings { try Mappings.load(from: mappings) }

        /// Sees to it that a second file of a command is not the one of `--output`.
        ///
        /// - Parameters:
        ///   - file: The second file, if there is one.
        ///   - option: The option that names it, such as `--map`.
        /// - Throws: An error of usage where both are one.
        func keepApart(_ file: String?, named option: String) throws {
            func place(_ file: String) -> URL { URL(fileURLWithPath: file).standardizedFileURL }
            if let file, let output, place(file) == place(output) {
                throw ValidationError("\(option) and --output name the same file.")
            }
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
        /// - Returns: Standard output, or the file.
        /// - Throws: ``OutputError`` where the file cannot be made, or is an input.
        func open(isPrivate: Bool = false, sparing inputs: [Input] = []) throws -> Output {
            if let output, let there = FileIdentity(output, followingLinks: true),
                let input = inputs.first(where: { $0.identity == there })
            {
                throw OutputError(
                    description:
                        "\(output) is the input \(input.name), which is never written over; name "
                        + "another file", isRefusal: true)
            }
            return try Output(file: output, isPrivate: isPrivate)
        }
    }

    /// Standard output, or a file that comes into being when everything is written.
    final class Output: @unchecked Sendable {
        // Unchecked because it is written to by one thread at a time: the workers of a check write
        // one after the other, each when it is its turn, and nothing else has more than one.
        /// The file that is to be, links followed; nil for standard output, devices and pipes.
        private let file: String?
        /// Where its content is gathered.
        private let partial: String
        private let isTerminal: Bool
        private var handle: FileHandle
        private var buffer = Data()
        private let isPrivate: Bool

        init(file: String?, isPrivate: Bool = false) throws {
            self.isPrivate = isPrivate
            handle = .standardOutput
            isTerminal = file == nil && isatty(STDOUT_FILENO) != 0
            partial = (file ?? "") + ".\(getpid()).partial"
            guard let file else {
                self.file = nil
                return
            }
            let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
            switch type as? FileAttributeType {
            case nil, .typeRegular:
                self.file = path
                let mode: [FileAttributeKey: Any]? =
                    isPrivate ? [.posixPermissions: 0o600] : nil
                guard
                    FileManager.default.createFile(
                        atPath: partial, contents: nil, attributes: mode),
                    let handle = FileHandle(forWritingAtPath: partial)
                else { throw OutputError(description: "\(file) cannot be written") }
                self.handle = handle
            case .typeDirectory: throw OutputError(description: "\(file) is a folder")
            default:
                self.file = nil
                guard let handle = FileHandle(forWritingAtPath: path) else {
                    throw OutputError(description: "\(file) cannot be written")
                }
                self.handle = handle
            }
        }

        deinit { discard() }

        func write(_ text: String) throws {
            buffer.append(contentsOf: text.utf8)
            if buffer.count > 1 << 16 { try flush() }
        }

        func write(_ bytes: Span<UInt8>) throws {
            buffer.append(contentsOf: bytes.array)
            if buffer.count > 1 << 16 { try flush() }
        }

        /// Writes what is left and gives the file its name; one that is replaced keeps its mode,
        /// unless the new one is its owner's alone.
        func close() throws {
            try flush()
            guard let file else { return }
            try handle.close()
            let before = try? FileManager.default.attributesOfItem(atPath: file)
            if !isPrivate, let mode = before?[.posixPermissions] {
                try? FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: partial)
            }
            guard rename(partial, file) == 0 else {
                throw OutputError(description: "\(file) cannot be written")
            }
        }

        /// Writes what is left to standard output, and leaves no file.
        func abandon() throws {
            if file == nil { try flush() } else { discard() }
        }

        /// Leaves nothing of a file that was not given its name.
        func discard() {
            if file != nil { try? FileManager.default.removeItem(atPath: partial) }
        }

        private func flush() throws {
            do {
                try handle.write(contentsOf: buffer)
            } catch {
                // The reader of a pipe such as `| head` has ended, which is no error.
                if errno == EPIPE {
                    signal(SIGPIPE, SIG_DFL)
                    raise(SIGPIPE)
                }
                throw OutputError(
                    description: "the output cannot be written: \(String(cString: strerror(errno)))"
                )
            }
            buffer.removeAll(keepingCapacity: true)
        }

        /// Whether colours are shown: on a terminal, and never with `NO_COLOR`.
        var isColoured: Bool {
            let environment = ProcessInfo.processInfo.environment
            return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] != "dumb"
        }

        /// The width at which lines of a report are wrapped that are whole in files and pipes; nil
        /// there, unless `COLUMNS` is set.
        var wrappingWidth: Int? {
            let isSet = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) != nil
            return isTerminal || isSet ? max(40, width) : nil
        }

        /// The width of the terminal, or 80.
        var width: Int {
            if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) {
                return columns
            }
            var size = winsize()
            guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
            else { return 80 }
            return Int(size.ws_col)
        }
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
                    "--memory expects a number of megabytes from 1 to 1000000, not \(megabytes).")
            }
        }

        var bytes: Int { megabytes << 20 }

        /// Says on standard error that there was no room.
        func warn(_ what: String) {
            let text = "\(what); give more with --memory, or less to do\n"
            FileHandle.standardError.write(Data(text.utf8))
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
            FileHandle.standardError.write(Data("\(what): \(done) of \(count)\n".utf8))
        }
    }
#endif
