// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// A plan's folder as whoever carries it out by hand reads it.
    struct PlannedCalls {
        /// One line of a file of calls.
        struct Call {
            let id: String
            /// The ID of its writer.
            let writer: String
            let method: String
            let path: String
            let body: String?
            let headers: [String: String]
            let after: Set<String>
        }

        private let folder: URL
        let calls: [Call]
        /// The names that the calls have for keys.
        let keyNames: [String]

        init(in workspace: Workspace, _ name: String) throws {
            let folder = workspace.folder.appendingPathComponent(name)
            self.folder = folder
            let sheet = folder.appendingPathComponent("calls.json")
            guard let bytes = try? Data(contentsOf: sheet) else {
                (calls, keyNames) = ([], [])
                return
            }
            keyNames = Self.keyNames(in: String(decoding: bytes, as: UTF8.self))
            let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            let writers = try #require(object?["writers"] as? [String: [String: Any]])
            let files = Set(writers.values.compactMap { $0["file"] as? String })
            calls = try files.sorted().flatMap { file in
                let text = try String(
                    contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
                return try text.split(separator: "\n").map { line in
                    try Self.call(String(line), writers)
                }
            }
        }

        /// What stands in angle brackets in headers, and is a key.
        private static func keyNames(in text: String) -> [String] {
            let named = text.matches(
                of: #/<(?:hex HMAC-SHA256 of the body with the )?([^<>]+)>/#
            ).map { String($0.output.1) }
            return Set(named).filter { $0.contains("key") || $0.contains("secret") }.sorted()
        }

        /// The options that give the keys, from the variables of ``Workspace/keys``.
        var keyOptions: String {
            keyNames.map { "--key-env '\($0)=\($0.contains("secret") ? "SECRET" : "PUBLIC")'" }
                .joined(separator: " ")
        }

        private static func call(
            _ line: String, _ writers: [String: [String: Any]]
        ) throws -> Call {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let name = try #require(object["writer"] as? String)
            let writer = try #require(writers[name])
            let body = try (object["body"] as? [String: Any]).map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
            }
            return Call(
                id: try #require(object["id"] as? String), writer: name,
                method: try #require(writer["method"] as? String),
                path: try #require(object["path"] as? String), body: body,
                headers: writer["headers"] as? [String: String] ?? [:],
                after: Set(object["after"] as? [String] ?? []))
        }

        /// Makes every call, each after those that it has to wait for.
        ///
        /// - Returns: The lowest and the highest status.
        func carryOut(
            on server: ServerProcess, project: String, publicKey: String, secretKey: String
        ) async throws -> ClosedRange<Int> {
            var (waiting, done) = (calls, Set<String>())
            var range = 200...200
            while !waiting.isEmpty {
                let ready = waiting.filter { $0.after.isSubset(of: done) }
                try #require(!ready.isEmpty)
                for call in ready {
                    let isPublic = call.headers["Authorization"]?.contains("public") ?? false
                    let reply = try #require(
                        await server.call(
                            call.method, call.path.replacing("<project id>", with: project),
                            call.body, key: isPublic ? publicKey : secretKey,
                            headers: call.headers.filter { !$0.value.contains("<") }))
                    range =
                        min(range.lowerBound, reply.status)...max(range.upperBound, reply.status)
                    done.insert(call.id)
                }
                waiting.removeAll { done.contains($0.id) }
            }
            return range
        }

        /// A file of the plan.
        func text(of file: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        }

        /// The rows of one of the plan's lists, by the names of its columns.
        func rows(of file: String) throws -> [[String: String]] {
            let lines = try text(of: file).split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            let header = try #require(lines.first)
            return lines.dropFirst().filter { $0.count == header.count }.map {
                Dictionary(zip(header, $0)) { first, _ in first }
            }
        }

        /// The names in a cell.
        func names(_ cell: String?) -> Set<String> {
            Set((cell ?? "").split(separator: ";").map(String.init))
        }
    }
#endif
