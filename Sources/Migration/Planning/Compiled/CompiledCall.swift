// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A ``FormatCall`` whose fields are numbers and whose texts are in pieces.
///
/// Secrets are placeholders in angle brackets.
package struct CompiledCall: Hashable, Sendable {
    /// Scheme and host.
    package var host: String
    /// Such as `POST`.
    package var method: String
    /// Fields in it are percent-encoded.
    package var path: [CompiledValue.Piece]
    /// The headers, sorted by name.
    package var headers: [Header]
    /// The body; nil for none.
    package var body: CompiledValue?
    /// The writers whose calls for the same customer have to be made before.
    package var after: [String]
    /// What the provider does when it is made again; nil where that is not documented.
    package var idempotency: String?
    /// The rate limit that it counts under; nil where none is known.
    package var limit: String?
    /// The documented reverse.
    package var undo: Undo?
    /// Why there is none.
    package var noUndo: String?

    /// A header.
    package struct Header: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its value.
        package var value: String
    }

    /// The documented reverse of a call.
    package struct Undo: Hashable, Sendable {
        /// Such as `DELETE`.
        package var method: String
        /// Fields in it are percent-encoded.
        package var path: [CompiledValue.Piece]
        /// The headers, sorted by name.
        package var headers: [Header]
        /// The body; nil for none.
        package var body: CompiledValue?
        /// The rate limit that it counts under; nil for that of the call.
        package var limit: String?
        /// Whether one call is the reverse of all calls for a customer.
        package var isOncePerCustomer: Bool
        /// What it takes away.
        package var says: String
    }

    /// Every field that the call or its reverse can need.
    package var fields: PlanFieldSet {
        var set = PlanFieldSet()
        for value in [.text(path), body, undo.map { .text($0.path) }, undo?.body] {
            if let value { set.formUnion(value.fields) }
        }
        return set
    }

    /// Compiles a call.
    package init(_ call: FormatCall) {
        host = call.host
        method = call.method
        path = CompiledValue.pieces(call.path)
        headers = Header.list(call.headers)
        body = call.body.map { CompiledValue($0) }
        after = call.after
        idempotency = call.idempotency
        limit = call.limit
        undo = call.undo.map { undo in
            Undo(
                method: undo.method, path: CompiledValue.pieces(undo.path),
                headers: Header.list(undo.headers), body: undo.body.map { CompiledValue($0) },
                limit: undo.limit, isOncePerCustomer: undo.oncePer == .customer, says: undo.says)
        }
        noUndo = call.noUndo
    }
}

extension CompiledCall.Header {
    fileprivate static func list(_ headers: [String: String]) -> [CompiledCall.Header] {
        headers.sorted { $0.key < $1.key }.map {
            CompiledCall.Header(name: $0.key, value: $0.value)
        }
    }
}
