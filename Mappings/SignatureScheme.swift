// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How the signature of a webhook is made: what is signed, and what the header says.
package struct SignatureScheme: Sendable {
    /// A function of a secret and a message.
    package enum Algorithm: String, CaseIterable, Sendable {
        /// HMAC with SHA-256, keyed with the endpoint's secret.
        case hmacSHA256 = "hmac-sha256"
    }

    /// How a signature is made, where that is published.
    package struct Recipe: Sendable {
        /// What makes the signature.
        package let algorithm: Algorithm
        /// What is signed: of `{timestamp}`, `{body}` and `{secret}`.
        package let message: SignatureTemplate
        /// What the header says: of `{timestamp}` and the signature as `{hex}`, in lower case.
        package let value: SignatureTemplate
        /// What the header goes on with for each further secret, while one is exchanged for
        /// another; nil where no such time is known, and the newest secret signs alone.
        package let repeated: SignatureTemplate?
    }

    /// An example whose signature is known.
    package struct Vector: Sendable {
        package let secret: String
        package let timestamp: String
        package let body: String
        /// What the header says.
        package let value: String
    }

    /// Its name, such as `revenuecat-hmac`.
    package let id: String
    /// Nil where it is not published: then nothing can be signed that a receiver accepts.
    package let recipe: Recipe?
    /// Examples that the provider publishes.
    package let vectors: [Vector]
    /// What is said of it, and where.
    package let citation: Citation
}

/// A text with names in braces, such as `{timestamp}.{body}`.
package struct SignatureTemplate: Hashable, Sendable, CustomStringConvertible {
    /// What a name in braces stands for.
    package enum Name: String, CaseIterable, Sendable {
        /// The time of the try, in whole seconds since 1970.
        case timestamp
        /// The bytes of the body, as they are sent.
        case body
        /// The endpoint's secret.
        case secret
        /// The signature in hexadecimal.
        case hex
    }

    /// A part of the text.
    package enum Piece: Hashable, Sendable {
        /// A text that stands there as it is.
        case verbatim(String)
        /// A name in braces.
        case name(Name)
    }

    /// In order.
    package let pieces: [Piece]

    /// Reads a text.
    ///
    /// - Returns: Nil for an empty text, a name that there is not, or a brace that is no name's.
    package init?(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "{" {
                guard let end = rest.firstIndex(of: "}"),
                    let name = Name(rawValue: String(rest[..<end].dropFirst()))
                else { return nil }
                pieces.append(.name(name))
                rest = rest[rest.index(after: end)...]
            } else {
                let words = rest.prefix { $0 != "{" }
                guard !words.contains("}") else { return nil }
                pieces.append(.verbatim(String(words)))
                rest = rest[words.endIndex...]
            }
        }
        guard !pieces.isEmpty else { return nil }
        self.pieces = pieces
    }

    /// As it is written.
    package var description: String {
        pieces.map { piece in
            switch piece {
            case .verbatim(let text): text
            case .name(let name): "{\(name.rawValue)}"
            }
        }.joined()
    }

    /// The names that stand in it.
    package var names: Set<Name> {
        Set(pieces.compactMap { if case .name(let name) = $0 { name } else { nil } })
    }

    /// The bytes with each name replaced by its value; a name without one by nothing.
    package func bytes(_ values: [Name: [UInt8]]) -> [UInt8] {
        pieces.flatMap { piece in
            switch piece {
            case .verbatim(let text): Array(text.utf8)
            case .name(let name): values[name] ?? []
            }
        }
    }
}
