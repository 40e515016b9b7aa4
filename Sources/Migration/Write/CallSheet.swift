// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymMappings
import Foundation

/// What the calls of a writer have in common: `calls.json`, so that no line has to repeat it.
package struct CallSheet: Codable, Hashable, Sendable {
    /// What all calls of one writer have.
    package struct Writer: Codable, Hashable, Sendable {
        /// What takes a call back.
        package struct Undo: Codable, Hashable, Sendable {
            /// Such as `DELETE`.
            package var method: String
            /// Headers; secrets are names in angle brackets.
            package var headers: [String: String]
            /// The limit that it falls under; nil where no rate is documented.
            package var limit: String?
            /// What else it does.
            package var says: String
        }

        /// The file that the calls stand in.
        package var file: String
        /// Whether they are documented, or to be looked at one by one: the word of a route.
        package var route: String
        /// Scheme and host, also of what takes them back.
        package var host: String
        /// Such as `POST`.
        package var method: String
        /// Headers; secrets are names in angle brackets.
        package var headers: [String: String]
        /// What is known of making a call twice; nil where nothing is documented.
        package var idempotency: String?
        /// The limit that they fall under; nil where no rate is documented.
        package var limit: String?
        /// What takes one back; nil where nothing does.
        package var undo: Undo?

        package init(_ writer: CompiledWriter, _ call: FormatCall) {
            (file, route) = (writer.file, writer.route.rawValue)
            (host, method, headers) = (call.host, call.method, call.headers)
            (idempotency, limit) = (call.idempotency, call.limit)
            undo = call.undo.map {
                Undo(
                    method: $0.method, headers: $0.headers, limit: $0.limit ?? call.limit,
                    says: $0.says)
            }
        }
    }

    /// A rate.
    package struct Limit: Codable, Hashable, Sendable {
        /// How many calls; nil where no number is documented.
        package var count: Int?
        /// In how many seconds.
        package var seconds: Int?
        /// The limit in a sentence.
        package var says: String
    }

    /// The version of the format of calls.
    package var version = CallSheet.version
    /// The writers that have written calls, by their IDs.
    package var writers: [String: Writer] = [:]
    /// The limits that they name, by their IDs.
    package var limits: [String: Limit] = [:]

    /// The version that this program writes and reads.
    package static let version = 1
    /// The name of the file.
    package static let name = "calls.json"

    /// What the calls have in common that were written for a target.
    ///
    /// - Parameters:
    ///   - target: Whom they are for.
    ///   - written: For each of the target's writers as many rows or calls as were written.
    package init(_ target: MigrationEndpoint, written: [Int]) {
        for (writer, calls) in zip(target.writers, written) where calls > 0 {
            if let call = writer.call { writers[writer.id] = Writer(writer, call) }
        }
        let readings = target.writers.filter { writers[$0.id] != nil }.flatMap { writer in
            [writer.call?.read?.limit] + (writer.call?.undo?.unless.map(\.limit) ?? [])
        }
        let named = Set(writers.values.flatMap { [$0.limit, $0.undo?.limit] } + readings)
        for limit in target.formats.limits where named.contains(limit.id) {
            limits[limit.id] = Limit(
                count: limit.count, seconds: limit.seconds, says: limit.citation.says)
        }
    }

    /// Writes it, where there are calls.
    func write(to directory: OutputDirectory) throws(OutputError) {
        if writers.isEmpty { return }
        try directory.write(JSONDocument.bytes(of: self), to: CallSheet.name)
    }
}
