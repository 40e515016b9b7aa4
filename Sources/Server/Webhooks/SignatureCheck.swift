// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymMappings
    import Foundation

    /// A request as somebody has saved it: raw HTTP.
    package struct SavedRequest: Sendable {
        /// Names in lower case.
        let headers: [String: String]
        let body: [UInt8]

        /// Reads a request line, headers, an empty line and a body.
        ///
        /// Lines end with LF or CRLF; the body is taken as it is.
        package init(_ bytes: [UInt8]) throws(SignatureCheck.Fault) {
            var headers: [String: String] = [:]
            var start = 0
            var isFirst = true
            while true {
                guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
                    throw .unreadable(
                        "it has no empty line between headers and body; save the whole request")
                }
                var line = bytes[start..<end]
                if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
                start = end + 1
                if isFirst {
                    isFirst = false
                    guard line.starts(with: Array("POST ".utf8)) else {
                        throw .unreadable(
                            "line 1: expected a request line, such as POST /hook HTTP/1.1")
                    }
                    continue
                }
                if line.isEmpty { break }
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                    throw .unreadable(
                        "a header has no colon; save the request as it was received")
                }
                let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
                headers[name] = String(decoding: line[(colon + 1)...], as: UTF8.self)
                    .trimmingCharacters(in: .whitespaces)
            }
            self.headers = headers
            body = Array(bytes[start...])
        }

        /// How the body's length differs from what its header says; nil where it does not, or where
        /// no header says it.
        var lengthFault: String? {
            guard let text = headers["content-length"], let length = Int(text), length >= 0,
                length != body.count
            else { return nil }
            let count = abs(body.count - length)
            return "the body is \(count) \(count == 1 ? "byte" : "bytes") "
                + "\(body.count > length ? "longer" : "shorter") than its Content-Length of "
                + "\(length); save it exactly as it was received"
        }
    }

    /// Whether a saved webhook proves that its sender knows a secret: by a signature, or, where it
    /// has none, by the endpoint's fixed authorization.
    package struct SignatureCheck: Sendable, CustomStringConvertible {
        /// Why it cannot be said.
        package enum Fault: Error, Hashable, CustomStringConvertible {
            /// The provider does not publish how it signs.
            case unpublished
            /// The file is no saved request.
            case unreadable(String)

            /// What is wrong.
            package var description: String {
                switch self {
                case .unpublished:
                    "how it signs is not published, so nothing can be checked; ask its support"
                case .unreadable(let reason): reason
                }
            }
        }

        /// Whether one of its signatures matches the secret, or its authorization is the secret.
        package let holds: Bool
        /// What was found.
        package let description: String

        /// Whether a provider's requests can be checked: it publishes how it signs, or sends a
        /// fixed authorization.
        package static func isPossible(under profile: DeliveryProfile) -> Bool {
            profile.takesAuthorization || profile.isSigned
        }

        /// Checks a request.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - profile: How its provider delivers.
        ///   - secret: The endpoint's secret, or its fixed authorization without the prefix.
        /// - Throws: ``Fault/unpublished`` where nothing can be checked.
        package init(
            _ request: SavedRequest, under profile: DeliveryProfile, secret: String
        ) throws(Fault) {
            guard SignatureCheck.isPossible(under: profile) else { throw .unpublished }
            let timestampHeader = profile.headers.first { $0.content == .timestamp }?.name
            var (right, wrong, missing): ([String], [String], [String]) = ([], [], [])
            var authorization: (name: String, prefix: String)?
            // A signature that leaves the body out does not depend on the body's length.
            var reason = "it was signed with another one, or the body was changed"
            for header in profile.headers {
                if case .authorization(let prefix) = header.content {
                    authorization = (name: header.name, prefix: prefix)
                }
                guard case .signature(let id) = header.content,
                    let scheme = profile.signature(id), let recipe = scheme.recipe
                else { continue }
                guard let found = request.headers[header.name.lowercased()] else {
                    missing.append(header.name)
                    continue
                }
                let timestamp =
                    SignatureCheck.timestamp(in: found, by: recipe.value)
                    ?? timestampHeader.flatMap { request.headers[$0.lowercased()] } ?? ""
                let expected = WebhookHeaders.value(
                    scheme, of: request.body, secret: secret, timestamp: timestamp)
                // While a secret is exchanged several signatures stand beside one another.
                let parts = Set((expected ?? "").split(separator: ","))
                let isRight = parts.isSubset(of: Set(found.split(separator: ",")))
                let covers = recipe.message.names.contains(.body)
                let name = covers ? header.name : "\(header.name) (which does not cover the body)"
                if isRight { right.append(name) } else { wrong.append(name) }
                if !isRight, covers, let fault = request.lengthFault { reason = fault }
            }
            // A signature proves more: the authorization counts only where there is none.
            if let (name, prefix) = authorization, right.isEmpty, wrong.isEmpty {
                if let found = request.headers[name.lowercased()] {
                    holds =
                        KeyHash(of: found)
                        == KeyHash(
                            of: WebhookHeaders.authorization(secret, behind: prefix))
                    let expected =
                        prefix.isEmpty ? "the secret" : "\"\(prefix)\" followed by the secret"
                    if holds {
                        description =
                            "The \(name) header is \(expected); it does not cover the body."
                    } else {
                        let unsigned = missing.joined(separator: " and no ")
                        description =
                            (missing.isEmpty ? "The" : "There is no \(unsigned), and the")
                            + " \(name) header is not \(expected)."
                    }
                    return
                }
                missing.append(name)
            }
            holds = wrong.isEmpty && !right.isEmpty
            description =
                if !wrong.isEmpty {
                    "\(wrong.joined(separator: " and ")) \(wrong.count == 1 ? "does" : "do") not match "
                        + "the secret: \(reason)."
                } else if right.isEmpty {
                    "There is no \(missing.joined(separator: " and no ")): the request does not "
                        + "show that its sender knows the secret."
                } else {
                    "\(right.joined(separator: " and ")) \(right.count == 1 ? "matches" : "match") "
                        + "the secret."
                }
        }

        /// The time that stands in a header beside the signature, such as `t=1,v1=…`.
        private static func timestamp(in value: String, by template: SignatureTemplate) -> String? {
            guard template.pieces.count > 1, case .verbatim(let before) = template.pieces[0],
                case .name(.timestamp) = template.pieces[1], value.hasPrefix(before)
            else { return nil }
            return String(value.dropFirst(before.count).prefix { $0.isNumber })
        }
    }
#endif
