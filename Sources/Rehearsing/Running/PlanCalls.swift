// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymServer
    import AllonymMigration
    import Foundation

    /// Makes the calls of a plan at a simulated target, each after those that it waits for.
    @available(macOS 14, *)
    struct PlanCalls {
        private struct Call {
            let id: String
            let request: (method: String, path: String, body: [UInt8])
            let headers: [(name: String, value: String)]
            let key: SimulatedTarget.Key
            let after: [String]
        }

        private var calls: [Call] = []

        init(_ folder: String) throws {
            guard let sheet = FileManager.default.contents(atPath: "\(folder)/calls.json") else {
                return
            }
            let writers = try CallSheet(sheet).writers
            for file in Set(writers.values.map(\.file)).sorted() {
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                for line in text.split(separator: "\n") {
                    guard
                        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                            as? [String: Any], let name = object["writer"] as? String,
                        let writer = writers[name], let id = object["id"] as? String,
                        let path = object["path"] as? String
                    else { continue }
                    let body = (object["body"] as? [String: Any]).map {
                        (try? JSONSerialization.data(withJSONObject: $0)).map { [UInt8]($0) } ?? []
                    }
                    let isPublic = writer.headers["Authorization"]?.contains("public") ?? false
                    calls.append(
                        Call(
                            id: id, request: (writer.method, path, body ?? []),
                            headers: writer.headers.map { ($0.key, $0.value) },
                            key: isPublic ? .public : .secret,
                            after: object["after"] as? [String] ?? []))
                }
            }
        }

        func run(at target: SimulatedTarget) async throws -> (made: Int, failed: Int) {
            var (waiting, done, failed) = (calls, Set<String>(), 0)
            while !waiting.isEmpty {
                let ready = waiting.filter { $0.after.allSatisfy(done.contains) }
                if ready.isEmpty { break }
                let answers = try await inParallel(ready.count, width: SimulatedTarget.width) {
                    [ready] in
                    let call = ready[$0]
                    let path = call.request.path.replacing("<project id>", with: target.name)
                    return try await target.call(
                        call.request.method, path, call.request.body, key: call.key,
                        headers: call.headers.map { header in
                            let key = call.key == .public ? target.keys.public : target.keys.secret
                            return (header.name, header.value.replacing(/<[^>]*>/, with: key[0]))
                        }
                    ).status
                }
                failed += answers.count { $0 >= 300 }
                done.formUnion(ready.map(\.id))
                waiting.removeAll { done.contains($0.id) }
            }
            return (calls.count - waiting.count, failed + waiting.count)
        }
    }
#endif
