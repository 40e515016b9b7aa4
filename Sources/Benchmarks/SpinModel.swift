// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymPromela
    import ArgumentParser
    import Foundation

    /// A model that Spin has made a program of, in a folder of its own.
    final class SpinModel {
        /// What a search of the model found.
        struct Search {
            let states: Int
            /// As Spin counts: the first state and those of the last level once more.
            let transitions: Int
            let seconds: Double
        }

        private let folder: URL

        /// Lets Spin write the program and compiles it.
        ///
        /// - Throws: `ValidationError` where there is no Spin or no C compiler, or where one of them
        ///   fails, with what it says.
        init(_ model: PromelaModel) throws {
            guard let spin = TimedRun.find("spin") else {
                throw ValidationError("There is no spin; apt-get install spin")
            }
            guard let compiler = TimedRun.find("cc") else {
                throw ValidationError("There is no C compiler; apt-get install gcc")
            }
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-spin-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try model.text.write(
                to: folder.appendingPathComponent("model.pml"), atomically: true, encoding: .utf8)
            try run(spin, ["-a", "model.pml"])
            try allowHiddenVariables()
            try run(
                compiler,
                [
                    "-O2", "-w", "-DBFS", "-DSAFETY", "-DNOREDUCE", "-DNOBOUNDCHECK", "-o", "pan",
                    "pan.c",
                ]
            )
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Takes out the line by which Spin refuses to go breadth first with hidden variables.
        ///
        /// It does not keep them from one step to the next; but within every step the model writes each
        /// before it reads it.
        private func allowHiddenVariables() throws {
            let header = folder.appendingPathComponent("pan.h")
            let text = try String(contentsOf: header, encoding: .utf8)
            let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("#error cannot use BFS on models") }
            try kept.joined(separator: "\n").write(to: header, atomically: true, encoding: .utf8)
        }

        /// Counts the states that up to so many actions lead to, the first one among them.
        func search(depth: Int) throws -> Search {
            var output = ""
            let time = try ContinuousClock().measure {
                output = try run(folder.appendingPathComponent("pan").path, ["-m\(depth)", "-w22"])
            }
            guard output.contains("errors: 0"),
                let states = number(before: "states, stored", output),
                let transitions = number(before: "transitions", output)
            else { throw ValidationError("Spin's search went wrong:\n\(output)") }
            return Search(states: states, transitions: transitions, seconds: time.seconds)
        }

        private func number(before words: String, _ output: String) -> Int? {
            for line in output.split(separator: "\n") {
                let trimmed = line.drop { $0.isWhitespace }
                guard let space = trimmed.firstIndex(of: " "),
                    trimmed[space...].dropFirst().hasPrefix(words)
                else { continue }
                return Double(trimmed[..<space]).map { Int($0) }
            }
            return nil
        }

        @discardableResult
        private func run(_ program: String, _ arguments: [String]) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.currentDirectoryURL = folder
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let output = String(decoding: data, as: UTF8.self)
            guard process.terminationStatus == 0 else {
                throw ValidationError("\(program) failed:\n\(output)")
            }
            return output
        }
    }
#endif
