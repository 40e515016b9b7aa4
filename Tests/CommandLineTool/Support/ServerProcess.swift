// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymTestSupport
    import Foundation
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// `allonym serve` as a process, and somebody who calls it.
    final class ServerProcess: Sendable {
        /// An answer.
        struct Reply {
            let status: Int
            let body: Data
            /// RevenueCat's tag of what it says.
            let tag: String?

            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
            }
        }

        private let process: ChildProcess
        let address: String
        /// The projects that it says it serves.
        let projects: [String]
        private let lines: URL
        private let errors: URL
        private let session: URLSession

        /// Starts a server on a port that is free, and returns when it listens.
        ///
        /// - Parameters:
        ///   - workspace: Where its project file and data are.
        ///   - project: The project file.
        ///   - data: The folder for data.
        ///   - more: Further arguments.
        /// - Throws: What keeps it from starting.
        init(
            in workspace: Workspace, project: String, data: String = "data", _ more: [String] = []
        ) async throws {
            lines = workspace.folder.appendingPathComponent(".served-\(UUID().uuidString)")
            errors = workspace.folder.appendingPathComponent(".errors-\(UUID().uuidString)")
            for file in [lines, errors] { try Data().write(to: file) }
            process = try ChildProcess(
                Workspace.products.appendingPathComponent("allonym"),
                [
                    "serve", "--project", project, "--data", data, "--listen", "127.0.0.1:0",
                    "--clock", "frozen",
                ] + more,
                in: workspace.folder, output: lines, errors: errors)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = 16
            configuration.timeoutIntervalForRequest = 20
            session = URLSession(configuration: configuration)
            var line = Data()
            for _ in 0..<600 where line.isEmpty && process.isRunning {
                try await Task.sleep(for: .milliseconds(50))
                line = try Data(contentsOf: lines)
            }
            let said = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            projects = said?["projects"] as? [String] ?? []
            address = try #require(said?["listening"] as? String)
        }

        deinit { kill() }

        /// What it has said on standard output.
        var output: String { (try? String(contentsOf: lines, encoding: .utf8)) ?? "" }

        /// What it has said on standard error.
        var complaints: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

        /// Ends it at once, as a power cut does.
        func kill() {
            process.signal(SIGKILL)
            process.waitUntilExit()
        }

        /// Asks it to end.
        ///
        /// - Returns: Its exit code.
        func terminate() -> Int32 {
            process.signal(SIGTERM)
            return process.waitUntilExit()
        }

        /// Calls; nil where no answer came.
        func call(
            _ method: String, _ path: String, _ body: String? = nil, key: String,
            headers: [String: String] = [:]
        ) async -> Reply? {
            guard let url = URL(string: address + path) else { return nil }
            var request = URLRequest(url: url)
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
            request.setValue("ios", forHTTPHeaderField: "X-Platform")
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            guard let (data, response) = try? await session.data(for: request),
                let response = response as? HTTPURLResponse
            else { return nil }
            return Reply(
                status: response.statusCode, body: data,
                tag: response.value(forHTTPHeaderField: "X-RevenueCat-ETag"))
        }
    }
#endif
