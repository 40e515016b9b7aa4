// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import Foundation

    /// How the calls of one writer are sent: everything but what each call has of its own.
    final class SentForm: Sendable {
        let writer: String
        let method: String
        let headers: FilledHeaders
        /// The headers of what reads a call back; nil where it cannot be read, or a key or the project
        /// for it is missing.
        let reading: FilledHeaders?
        let limit: String?
        /// The limit that what reads a call back falls under.
        let readingLimit: String?
        /// Whether a call can be sent again that may have been done.
        let isRepeatable: Bool
        /// What is read before a call is taken back, to find what others have given since.
        let others: [Others]
        private let fills: Fills
        /// Whether the path of what is sent names the project, so that another one is refused.
        private let namesProject: Bool

        /// What is read before a call is taken back.
        struct Others: Sendable {
            let reading: FormatCall.Others
            let headers: FilledHeaders
            let limit: String?
        }

        /// What stands for the names in angle brackets in paths and bodies.
        struct Fills: Sendable {
            /// By the name with its brackets, percent-encoded.
            var paths: [String: String] = [:]
            /// By the text of JSON that the name is, JSON.
            var bodies: [String: String] = [:]

            /// Whether it is known what stands for the project.
            var hasProject: Bool { paths["<\(CallNeeds.project)>"] != nil }

            mutating func setProject(_ project: String) {
                let unreserved = CharacterSet.alphanumerics.union(
                    CharacterSet(charactersIn: "-._~"))
                paths["<\(CallNeeds.project)>"] =
                    project.addingPercentEncoding(withAllowedCharacters: unreserved) ?? project
            }

            /// Puts a value where bodies have a name: a number as it is, anything else as a text.
            mutating func set(_ name: String, _ value: String) {
                let bytes = OutputBytes(capacity: 64)
                bytes.append(json: value)
                let isNumber = Int(value).map { "\($0)" == value } ?? false
                bodies["\"<\(name)>\""] = isNumber ? value : bytes.text
            }

            func path(_ path: String) -> String {
                guard path.utf8.contains(UInt8(ascii: "<")) else { return path }
                return paths.reduce(path) { $0.replacing($1.key, with: $1.value) }
            }

            func body(_ body: [UInt8]) -> [UInt8] {
                guard !bodies.isEmpty, body.contains(UInt8(ascii: "<")) else { return body }
                let text = String(decoding: body, as: UTF8.self)
                return Array(bodies.reduce(text) { $0.replacing($1.key, with: $1.value) }.utf8)
            }
        }

        /// The form of a writer's calls, or of those that take them back; nil where a key is missing.
        ///
        /// - Parameters:
        ///   - id: The writer's ID.
        ///   - call: What its calls are like.
        ///   - isUndo: Whether those that take them back are meant.
        ///   - isSent: Whether they are sent; otherwise they are at most read back, and need no key of
        ///     their own.
        ///   - keys: The keys by their names.
        ///   - fills: What stands for names in paths and bodies.
        init?(
            _ id: String, _ call: FormatCall, isUndo: Bool, isSent: Bool,
            _ keys: [String: SecretKey], _ fills: Fills
        ) {
            let own = call.undo.map { isUndo ? $0.headers : call.headers } ?? call.headers
            guard !isUndo || call.undo != nil,
                let headers = FilledHeaders(isSent ? own : [:], keys)
            else { return nil }
            writer = id
            method = isUndo ? call.undo?.method ?? call.method : call.method
            self.headers = headers
            reading =
                isUndo || !SentForm.isRead(call, with: Set(keys.keys), fills)
                ? nil : call.read.flatMap { FilledHeaders($0.headers, keys) }
            limit = isUndo ? call.undo?.limit ?? call.limit : call.limit
            readingLimit = call.read?.limit ?? call.limit
            var others: [Others] = []
            for reading in isUndo ? call.undo?.unless ?? [] : [] {
                guard let headers = FilledHeaders(reading.headers, keys) else { return nil }
                others.append(
                    Others(reading: reading, headers: headers, limit: reading.limit ?? limit))
            }
            self.others = others
            isRepeatable = SentForm.isRepeatable(call, isUndo: isUndo)
            self.fills = fills
            namesProject = CallNeeds.namesProject(call, undoing: isUndo)
        }

        /// Whether a reading can be of another project than what is sent, which names none.
        func readsOtherProject(_ others: FormatCall.Others) -> Bool {
            !namesProject && CallNeeds.namesProject(others)
        }

        /// Whether a call can be sent again that may have been done, or the one that takes it back.
        static func isRepeatable(_ call: FormatCall, isUndo: Bool) -> Bool {
            // A method that HTTP has as idempotent (RFC 9110, 9.2.2).
            isUndo ? call.undo?.method == "DELETE" : call.isRepeatable
        }

        /// Whether something reads a call back for whoever has these keys.
        static func isRead(_ call: FormatCall, with keys: Set<String>, _ fills: Fills) -> Bool {
            guard let read = call.read else { return false }
            return (fills.hasProject || !CallNeeds.namesProject(read))
                && keys.isSuperset(of: KeyedHeader.keys(in: read.headers))
        }

        /// A call as it is sent.
        func request(_ call: PlannedCall) -> TargetRequest {
            TargetRequest(
                method, fills.path(call.path), headers: headers.plain, body: fills.body(call.body))
        }

        /// What reads a call back, as it is sent.
        func request(_ reading: CallReading) -> TargetRequest {
            TargetRequest("GET", fills.path(reading.path), headers: self.reading?.plain ?? [])
        }

        /// What finds what others have given, as it is sent.
        func request(_ reading: OthersReading, _ headers: FilledHeaders) -> TargetRequest {
            TargetRequest("GET", fills.path(reading.path), headers: headers.plain)
        }
    }
#endif
