// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymTestSupport
    import Foundation

    /// What a program printed and how it ended.
    struct Run {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Lets a few pass at a time, in the order in which they come.
    actor Gate {
        /// For programs, which would have little memory each if all ran at once.
        static let programs = Gate(4)

        private var free: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ count: Int) { free = count }

        func enter() async {
            if free > 0 {
                free -= 1
            } else {
                await withCheckedContinuation { waiting.append($0) }
            }
        }

        func leave() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }

    /// The tool as a person runs it: the built program, in a folder of its own.
    final class Workspace {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-tool-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The folder that holds the built program and its mappings, beside the tests.
        static var products: URL {
            let bundle = Bundle.main.bundleURL
            return FileManager.default.fileExists(
                atPath: bundle.appendingPathComponent("allonym").path)
                ? bundle : Bundle.main.executableURL?.deletingLastPathComponent() ?? bundle
        }

        func write(_ text: String, to file: String) throws {
            try text.write(
                to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }

        func content(of file: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        }

        /// Runs the tool with arguments as a shell reads them.
        func run(
            _ arguments: String, input: String? = nil, environment: [String: String] = [:]
        ) async throws -> Run {
            try await shell("allonym " + arguments, input: input, environment: environment)
        }

        /// Starts the tool with arguments as a shell reads them, for a test that ends it; standard
        /// error goes to a file of the folder.
        func start(
            _ arguments: String, environment: [String: String] = [:], errors: String
        ) throws -> ChildProcess {
            let file = folder.appendingPathComponent(errors)
            try Data().write(to: file)
            return try ChildProcess(
                URL(fileURLWithPath: "/bin/sh"), ["-c", "exec allonym " + arguments],
                environment: Self.variables(environment), in: folder, errors: file)
        }

        /// The variables of a program, these among them.
        private static func variables(_ more: [String: String]) -> [String: String] {
            var variables = ProcessInfo.processInfo.environment
            variables["PATH"] = "\(products.path):\(variables["PATH"] ?? "")"
            variables["COLUMNS"] = nil
            // Rules do not age while they are tested.
            variables["ALLONYM_TODAY"] = "2026-11-25"
            // A crash is an exit code: no process stays behind that prints where it was.
            variables["SWIFT_BACKTRACE"] = "enable=no"
            return variables.merging(more) { _, new in new }
        }

        func shell(
            _ command: String, input: String? = nil, environment: [String: String] = [:]
        ) async throws -> Run {
            // Files, not pipes: nobody waits for somebody to read.
            let output = folder.appendingPathComponent(".output-\(UUID().uuidString)")
            let errors = folder.appendingPathComponent(".errors-\(UUID().uuidString)")
            let source = folder.appendingPathComponent(".input-\(UUID().uuidString)")
            try Data((input ?? "").utf8).write(to: source)
            for file in [output, errors] { try Data().write(to: file) }
            await Gate.programs.enter()
            let code: Int32
            do {
                code = try await ChildProcess(
                    URL(fileURLWithPath: "/bin/sh"), ["-c", command],
                    environment: Self.variables(environment), in: folder, input: source,
                    output: output, errors: errors
                ).exit()
            } catch {
                await Gate.programs.leave()
                throw error
            }
            await Gate.programs.leave()
            return Run(
                code: code,
                output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }
#endif
