// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// A file that cannot be written.
    struct OutputError: Error, CustomStringConvertible {
        let description: String
    }

    /// The options that every command has.
    struct CommonOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
        var output: String?

        @Option(
            help: ArgumentHelp(
                "The folder of mappings to read instead of the built-in one.",
                valueName: "dir"))
        var mappings: String?

        func load() throws -> Mappings { try Mappings.load(from: mappings) }

        func open() throws -> Output { try Output(file: output) }
    }

    /// Standard output, or a file that comes into being when everything is written.
    final class Output {
        private let file: String?
        private var handle: FileHandle
        private var buffer = Data()

        init(file: String?) throws {
            self.file = file
            handle = .standardOutput
            guard let file else { return }
            guard FileManager.default.createFile(atPath: Output.partial(file), contents: nil),
                let handle = FileHandle(forWritingAtPath: Output.partial(file))
            else { throw OutputError(description: "\(file) cannot be written") }
            self.handle = handle
        }

        private static func partial(_ file: String) -> String { file + ".partial" }

        func write(_ text: String) throws {
            buffer.append(contentsOf: text.utf8)
            if buffer.count > 1 << 16 { try flush() }
        }

        /// Writes what is left and gives the file its name.
        func close() throws {
            try flush()
            guard let file else { return }
            try handle.close()
            guard rename(Output.partial(file), file) == 0 else {
                throw OutputError(description: "\(file) cannot be written")
            }
        }

        private func flush() throws {
            try handle.write(contentsOf: buffer)
            buffer.removeAll(keepingCapacity: true)
        }

        /// Whether colours are shown: on a terminal, and never with `NO_COLOR`.
        var isColoured: Bool {
            let environment = ProcessInfo.processInfo.environment
            return file == nil && isatty(STDOUT_FILENO) != 0
                && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }

        /// The width of the terminal, or 80.
        var width: Int {
            if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init) {
                return columns
            }
            var size = winsize()
            guard file == nil, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
            else { return 80 }
            return Int(size.ws_col)
        }
    }

    /// Says on standard error how far a long work is, from its second second on.
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
