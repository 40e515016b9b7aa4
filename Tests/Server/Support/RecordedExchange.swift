// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import HTTPTypes

    /// A request as an SDK makes it, and what its answer has to say.
    ///
    /// In a file: request line, headers, an empty line, a body if there is one, an empty line, and
    /// the status with members of the answer as `name.name=value`.
    struct RecordedExchange: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let headers: [String: String]
        let body: String
        let status: Int
        let members: [(path: [String], value: String)]

        /// The exchanges of a file in `Tests/Server/SDKRequests`, in order.
        static func all(of sdk: String) throws -> [RecordedExchange] {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("SDKRequests")
            let text = try String(
                contentsOf: folder.appendingPathComponent("\(sdk).http"), encoding: .utf8)
            var exchanges: [RecordedExchange] = []
            var head: [Substring] = []
            var body = ""
            for block in text.split(separator: "\n\n") where !block.hasPrefix("#") {
                let lines = block.split(separator: "\n")
                if block.hasPrefix("{") {
                    body = block.trimmingCharacters(in: .newlines)
                } else if block.first?.isNumber == true {
                    exchanges.append(try RecordedExchange(head, body, String(lines[0])))
                    (head, body) = ([], "")
                } else {
                    head = lines
                }
            }
            guard head.isEmpty else { throw Malformed(text: String(head[0])) }
            return exchanges
        }

        struct Malformed: Error { let text: String }

        private init(_ head: [Substring], _ body: String, _ expected: String) throws {
            let line = head.first?.split(separator: " ") ?? []
            let words = expected.split(separator: " ")
            guard line.count == 2, let method = HTTPRequest.Method(rawValue: String(line[0])),
                let status = words.first.flatMap({ Int($0) })
            else { throw Malformed(text: expected) }
            self.method = method
            path = String(line[1])
            self.body = body
            self.status = status
            headers = Dictionary(
                uniqueKeysWithValues: head.dropFirst().map { line in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return (
                        String(parts[0]),
                        parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                    )
                })
            members = try words.dropFirst().map { word in
                let parts = word.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { throw Malformed(text: String(word)) }
                return (parts[0].split(separator: ".").map(String.init), String(parts[1]))
            }
        }
    }
#endif
