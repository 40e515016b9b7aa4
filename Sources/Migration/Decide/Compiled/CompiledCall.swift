// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A ``FormatCall`` whose fields are numbers and whose texts are in pieces.
///
/// Secrets are placeholders in angle brackets. A class, so that writing one copies nothing.
package final class CompiledCall: Sendable {
    /// Scheme and host.
    package let host: String
    /// Such as `POST`.
    package let method: String
    /// Fields in it are percent-encoded.
    package let path: [CompiledValue.Piece]
    /// The headers, sorted by name.
    package let headers: [Header]
    /// The body; nil for none.
    package let body: CompiledValue?
    /// The writers whose calls for the same customer have to be made before.
    package let after: [String]
    /// What the provider does when it is made again; nil where that is not documented.
    package let idempotency: String?
    /// The rate limit that it counts under; nil where none is known.
    package let limit: String?
    /// The documented reverse.
    package let undo: Undo?
    /// Why there is none.
    package let noUndo: String?

    /// A header.
    package struct Header: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its value.
        package var value: String
    }

    /// The documented reverse of a call.
    package final class Undo: Sendable {
        /// Such as `DELETE`.
        package let method: String
        /// Fields in it are percent-encoded.
        package let path: [CompiledValue.Piece]
        /// The headers, sorted by name.
        package let headers: [Header]
        /// The body; nil for none.
        package let body: CompiledValue?
        /// The rate limit that it counts under; nil for that of the call.
        package let limit: String?
        /// Whether one call is the reverse of all calls for a customer.
        package let isOncePerCustomer: Bool
        /// What it takes away.
        package let says: String

        fileprivate init(_ undo: FormatCall.Undo) {
            method = undo.method
            path = CompiledValue.pieces(undo.path)
            headers = Header.list(undo.headers)
            body = undo.body.map { CompiledValue($0) }
            limit = undo.limit
            isOncePerCustomer = undo.oncePer == .customer
            says = undo.says
        }
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
        undo = call.undo.map { Undo($0) }
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
