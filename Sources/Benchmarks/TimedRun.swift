// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import ArgumentParser
    import Foundation

    /// A program run to its end: how long it took, and the most memory it had.
    struct TimedRun {
        let seconds: Double
        /// Of the processor, in all threads.
        let processorSeconds: Double
        let peakBytes: Int
        let code: Int32
        let output: String

        /// Runs a program, with a file piped into it if one is named; nil when there is none of that
        /// name.
        init?(_ program: String, _ arguments: [String], pipe file: String? = nil) throws {
            guard let path = program.hasPrefix("/") ? program : TimedRun.find(program) else {
                return nil
            }
            let measured = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-measured-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: measured) }
            let process = Process()
            // GNU time knows the peak of the very process.
            let command =
                ["time", "-q", "-f", "%e %U %S %M", "-o", measured.path, path] + arguments
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                file.map { ["sh", "-c", "cat \"$0\" | \"$@\"", $0] + command } ?? command
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let fields = try String(contentsOf: measured, encoding: .utf8)
                .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            guard fields.count == 4 else {
                throw ValidationError("\(program) could not be measured with /usr/bin/time.")
            }
            seconds = fields[0]
            processorSeconds = fields[1] + fields[2]
            peakBytes = Int(fields[3]) * 1_024
            code = process.terminationStatus
            output = String(decoding: data, as: UTF8.self)
        }

        /// Looks for a program beside this one, where the tool is that was built with it, and in `PATH`.
        static func find(_ program: String) -> String? {
            let own = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return ([own] + path.split(separator: ":").map(String.init))
                .map { "\($0)/\(program)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    extension [Double] {
        var median: Double { sorted()[count / 2] }
    }
#endif
