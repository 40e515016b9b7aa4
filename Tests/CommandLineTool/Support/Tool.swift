// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    /// What a program printed and how it ended.
    struct Run {
        let code: Int32
        let output: String
        let errors: String
    }

    /// The tool as a person runs it: the built program, in a folder of its own.
    final class Workplace {
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
        ) throws -> Run {
            try shell("allonym " + arguments, input: input, environment: environment)
        }

        func shell(
            _ command: String, input: String? = nil, environment: [String: String] = [:]
        ) throws -> Run {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.currentDirectoryURL = folder
            var variables = ProcessInfo.processInfo.environment
            variables["PATH"] = "\(Self.products.path):\(variables["PATH"] ?? "")"
            variables["COLUMNS"] = nil
            // A crash is an exit code: no process stays behind that prints where it was.
            variables["SWIFT_BACKTRACE"] = "enable=no"
            process.environment = variables.merging(environment) { _, new in new }
            // Files, not pipes: nobody waits for somebody to read.
            let output = folder.appendingPathComponent(".output-\(UUID().uuidString)")
            let errors = folder.appendingPathComponent(".errors-\(UUID().uuidString)")
            let source = folder.appendingPathComponent(".input-\(UUID().uuidString)")
            try Data((input ?? "").utf8).write(to: source)
            for file in [output, errors] { try Data().write(to: file) }
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            process.standardInput = try FileHandle(forReadingFrom: source)
            try process.run()
            process.waitUntilExit()
            return Run(
                code: process.terminationStatus,
                output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }
#endif
