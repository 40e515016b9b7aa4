// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// Where webhooks of a project go, in which form, and how they prove where they come from.
    package struct Endpoint: Hashable, Codable, Sendable {
        /// Its ID in the project, which deliveries name.
        package var id: String
        package var url: String
        /// The provider whose form the events have.
        package var form: String
        /// What the header `Authorization` says, where the receiver asks for one.
        package var authorization: String?
        /// The secret that bodies are signed with.
        package var secret: String?
        /// Secrets that receivers may still check with, while they exchange them for that one.
        package var formerSecrets: [String]?
        /// Whether addresses of this machine and of private networks are allowed.
        package var allowLoopback: Bool

        /// Reads one of `webhooks`.
        package init(
            _ object: JSONObject, providers: [String], own: String
        ) throws(DocumentFault) {
            var object = object
            url = try object.needed("url")
            form = try object.text("form") ?? own
            authorization = try object.text("authorization")
            (secret, formerSecrets) = try Endpoint.secrets(&object)
            allowLoopback = try object.flag("allowLoopback") ?? false
            id = try object.text("id") ?? url
            guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased(),
                ["http", "https"].contains(scheme), parts.host?.isEmpty == false
            else {
                throw object.fault("url", "expected an http or https address, found \"\(url)\"")
            }
            guard providers.contains(form) else {
                throw object.fault(
                    "form",
                    "there is no provider \"\(form)\"; there are \(providers.joined(separator: ", "))"
                )
            }
            if let authorization, authorization.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
                throw object.fault("authorization", "control characters cannot stand in a header")
            }
            try object.finish()
        }
    }
#endif
