// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import Foundation
    import HTTPTypes

    /// A request as an SDK or a backend makes it, and what its answer has to say.
    ///
    /// In a file: request line, headers, an empty line, a body if there is one, an empty line, and
    /// the status with members of the answer, on the same line or each on a line of its own. What
    /// begins with `#` is a note, which counts for all requests up to the next one.
    struct RecordedExchange: Sendable {
        /// A member that an answer has to have, as `name.0.name=value`: a number is a place in a
        /// list, and the value `*` is any but null.
        struct Member: Sendable {
            let path: [String]
            let value: String

            /// Whether a body has it.
            func isFound(in body: [UInt8]) -> Bool {
                let found = path.reduce(try? JSONValue(parsing: body)) { $0?[$1] }
                return value == "*"
                    ? found != nil && found != JSONValue.null : found?.word == value
            }
        }

        let method: HTTPRequest.Method
        let path: String
        let headers: [String: String]
        let body: String
        let status: Int
        let members: [Member]
        /// Where its form is published.
        let note: String

        /// The exchanges of a file in `Tests/Server/SDKRequests`, such as `revenuecat/ios`, in order.
        static func all(of name: String) throws -> [RecordedExchange] {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("SDKRequests")
            let text = try String(
                contentsOf: folder.appendingPathComponent("\(name).http"), encoding: .utf8)
            var exchanges: [RecordedExchange] = []
            var head: [Substring] = []
            var (body, note) = ("", "")
            for block in text.split(separator: "\n\n") {
                let lines = block.split(separator: "\n")
                if block.hasPrefix("#") {
                    note = String(block)
                } else if block.hasPrefix("{") || block.hasPrefix("[") {
                    body = block.trimmingCharacters(in: .newlines)
                } else if block.first?.isNumber == true {
                    exchanges.append(try RecordedExchange(head, body, lines, note))
                    (head, body) = ([], "")
                } else {
                    head = lines
                }
            }
            guard head.isEmpty else { throw Malformed(text: String(head[0])) }
            return exchanges
        }

        struct Malformed: Error { let text: String }

        private init(
            _ head: [Substring], _ body: String, _ expected: [Substring], _ note: String
        ) throws {
            let line = head.first?.split(separator: " ") ?? []
            let words = (expected.first?.split(separator: " ") ?? []) + expected.dropFirst()
            guard line.count == 2, let method = HTTPRequest.Method(rawValue: String(line[0])),
                let status = words.first.flatMap({ Int($0) })
            else { throw Malformed(text: expected.joined(separator: "\n")) }
            self.method = method
            path = String(line[1])
            self.body = body
            self.status = status
            self.note = note
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
                return Member(
                    path: parts[0].split(separator: ".").map(String.init), value: String(parts[1]))
            }
        }
    }

    extension JSONValue {
        /// A member of an object, or an element of a list by its place.
        fileprivate subscript(name: String) -> JSONValue? {
            switch self {
            case .object(let members): members[name]
            case .array(let elements):
                Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            case .string, .boolean, .number, .null: nil
            }
        }

        /// As a file of exchanges has it; nil for what has something in it.
        fileprivate var word: String? {
            switch self {
            case .string(let text): text
            case .boolean(let value): "\(value)"
            case .number(let value): Int(exactly: value).map { "\($0)" } ?? "\(value)"
            case .null: "null"
            case .array(let elements): elements.isEmpty ? "[]" : nil
            case .object(let members): members.isEmpty ? "{}" : nil
            }
        }
    }
#endif
