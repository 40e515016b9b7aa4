// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1

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

        /// What it answers to a reading.
        func get(_ path: String, key: String = "") async throws -> [UInt8] {
            try await ask(HTTPClientRequest(url: address + path), key)
        }

        /// What it answers to a body of JSON.
        func post(_ path: String, _ body: String, key: String) async throws -> [UInt8] {
            var request = HTTPClientRequest(url: address + path)
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
            return try await ask(request, key)
        }

        private func ask(_ call: HTTPClientRequest, _ key: String) async throws -> [UInt8] {
            var request = call
            request.headers.add(name: "Authorization", value: "Bearer \(key)")
            let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
            guard (200..<300).contains(answer.status.code) else {
                throw ValidationError("\(call.url) was answered with \(answer.status.code).")
            }
            return Array(try await answer.body.collect(upTo: 1 << 20).readableBytesView)
        }

        /// The number that it answers to a reading; 0 where that is none.
        func number(at path: String) async throws -> Int {
            Int(String(decoding: try await get(path), as: UTF8.self)) ?? 0
        }
    }
#endif
