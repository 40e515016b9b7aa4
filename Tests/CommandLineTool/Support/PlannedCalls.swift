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
            let method: String
            let path: String
            let body: String?
            let headers: [String: String]
            let after: Set<String>
        }

        private let folder: URL
        let calls: [Call]

        init(in workspace: Workspace, _ name: String) throws {
            let folder = workspace.folder.appendingPathComponent(name)
            self.folder = folder
            let sheet = folder.appendingPathComponent("calls.json")
            guard let bytes = try? Data(contentsOf: sheet) else {
                calls = []
                return
            }
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

        private static func call(
            _ line: String, _ writers: [String: [String: Any]]
        ) throws -> Call {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let writer = try #require((object["writer"] as? String).flatMap { writers[$0] })
            let body = try (object["body"] as? [String: Any]).map {
                String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
            }
            return Call(
                id: try #require(object["id"] as? String),
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

        /// The rows of one of the plan's lists, by the names of its columns.
        func rows(of file: String) throws -> [[String: String]] {
            let text = try String(
                contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let lines = text.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            let header = try #require(lines.first)
            return lines.dropFirst().filter { $0.count == header.count }.map {
                Dictionary(zip(header, $0)) { first, _ in first }
            }
        }

        /// What each ID of the target has by the import alone, as `access.csv` says.
        func expected() throws -> [String: Set<String>] {
            var found: [String: Set<String>] = [:]
            for row in try rows(of: "access.csv") {
                let lost = Set(names(row["explained"]).map { String($0.prefix { $0 != "=" }) })
                let kept = names(row["access"]).subtracting(lost)
                if let id = row["target_id"], !id.isEmpty, !kept.isEmpty {
                    found[id, default: []].formUnion(kept)
                }
            }
            return found
        }

        /// The names in a cell.
        func names(_ cell: String?) -> Set<String> {
            Set((cell ?? "").split(separator: ";").map(String.init))
        }
    }
#endif
