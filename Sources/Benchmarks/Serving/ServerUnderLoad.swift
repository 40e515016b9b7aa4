// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A server as a process, started for a measurement and killed after it.
    final class ServerUnderLoad {
        /// Where it listens.
        let address: String
        /// How long it took from its start until it listened.
        let startSeconds: Double
        private let process = Process()

        /// Starts a program that prints a line of JSON with `listening` when it is ready.
        ///
        /// - Throws: Where it ends without one, or says none in two minutes.
        init(_ program: String, _ arguments: [String]) throws {
            let output = FileManager.default.temporaryDirectory
                .appendingPathComponent("allonym-served-\(UUID().uuidString)")
            try Data().write(to: output)
            defer { try? FileManager.default.removeItem(at: output) }
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardOutput = try FileHandle(forWritingTo: output)
            let start = ContinuousClock.now
            try process.run()
            var line = Data()
            while !line.contains(UInt8(ascii: "\n")) {
                guard process.isRunning, ContinuousClock.now - start < .seconds(120) else {
                    process.terminate()
                    throw ValidationError(
                        "\(program) \(arguments.joined(separator: " ")) says nothing.")
                }
                usleep(2_000)
                line = try Data(contentsOf: output)
            }
            startSeconds = (ContinuousClock.now - start).seconds
            let said = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            guard let address = said?["listening"] as? String else {
                throw ValidationError("\(program) does not say where it listens.")
            }
            self.address = address
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// The memory that it has resident; 0 where the system does not say.
        var residentBytes: Int {
            let status =
                (try? String(
                    contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8))
                ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
        }

        /// Calls it; what it answers.
        func call(
            _ method: String, _ path: String, _ body: String = "", key: String = ""
        ) async throws -> Data {
            guard let url = URL(string: address + path) else { return Data() }
            var request = URLRequest(url: url)
            request.httpMethod = method
            if !body.isEmpty { request.httpBody = Data(body.utf8) }
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
            return try await URLSession.shared.data(for: request).0
        }
    }
#endif
