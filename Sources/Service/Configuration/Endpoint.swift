// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMappings
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
        /// Whether the later events of a user overtake one that is to be sent again; nil for no.
        package var overtakes: Bool?
        /// Whether the events of users without an ID of the app's wait until they have one; nil for no.
        package var awaitsLogIn: Bool?
        /// What its owner calls it; nil where that was not said.
        package var name: String?
        /// The names of the events that it gets, as the form spells them; nil for all.
        package var events: [String]?
        /// Whether it gets what happens in the stores' sandboxes, or what does not; nil for both.
        package var isSandbox: Bool?
        /// The app whose events it gets; nil for all.
        package var app: String?
        /// When a call has set it up, in milliseconds since 1970; nil for what a project file lists.
        package var created: Int64?

        /// Whether it comes from the project's file, and not from a call.
        package var isListed: Bool { created == nil }

        /// An endpoint that gets everything.
        package init(id: String, url: String, form: String, allowLoopback: Bool, created: Int64) {
            self.id = id
            self.url = url
            self.form = form
            self.allowLoopback = allowLoopback
            self.created = created
        }

        /// Whether a text is an address that events can be sent to.
        package static func isAddress(_ text: String) -> Bool {
            guard let parts = URL(string: text), let scheme = parts.scheme?.lowercased() else {
                return false
            }
            return ["http", "https"].contains(scheme) && parts.host?.isEmpty == false
        }

        /// Whether an address has a name or password, which would be kept as it is.
        package static func namesSomebody(_ address: String) -> Bool {
            let parts = URL(string: address)
            return parts?.user != nil || parts?.password != nil
        }

        /// Whether a text can stand in a header.
        package static func isHeader(_ text: String) -> Bool {
            !text.utf8.contains { $0 < 32 || $0 == 127 }
        }

        /// Whether it gets an event.
        func takes(_ event: WebhookEvent) -> Bool {
            if let events, !events.contains(event.name) { return false }
            guard let isSandbox, let other = event.isSandbox else { return true }
            return isSandbox == other
        }

        /// Its address; where that is taken, with a number behind it.
        private static func id(of url: String, besides taken: Set<String>) -> String {
            var (id, number) = (url, 1)
            while taken.contains(id) {
                number += 1
                id = "\(url) (\(number))"
            }
            return id
        }

        /// Reads `order`: `user`, which it is in any case, or `none`.
        private static func overtakes(_ object: inout JSONObject) throws(DocumentFault) -> Bool? {
            guard let word = try object.text("order") else { return nil }
            guard let order = DeliveryProfile.Order(rawValue: word) else {
                let words = DeliveryProfile.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.fault("order", "expected one of \(words), found \"\(word)\"")
            }
            return order == .none ? true : nil
        }

        /// Reads one of `webhooks`.
        ///
        /// - Parameters:
        ///   - object: What the file says of it.
        ///   - providers: The keys of the providers that there are.
        ///   - own: That of the project's own provider.
        ///   - others: Those that stand before it: each has an ID of its own.
        /// - Throws: ``DocumentFault``.
        package init(
            _ object: JSONObject, providers: [String], own: String, after others: [Endpoint] = []
        ) throws(DocumentFault) {
            var object = object
            url = try object.needed("url")
            form = try object.text("form") ?? own
            authorization = try object.text("authorization")
            (secret, formerSecrets) = try Endpoint.secrets(&object)
            allowLoopback = try object.flag("allowLoopback") ?? false
            overtakes = try Endpoint.overtakes(&object)
            awaitsLogIn = try object.flag("awaitLogIn") == true ? true : nil
            let taken = Set(others.map(\.id))
            if let id = try object.text("id") {
                guard !taken.contains(id) else {
                    throw object.fault("id", "the endpoint \"\(id)\" is there already")
                }
                self.id = id
            } else {
                id = Endpoint.id(of: url, besides: taken)
            }
            guard Endpoint.isAddress(url) else {
                throw object.fault("url", "expected an http or https address, found \"\(url)\"")
            }
            guard !Endpoint.namesSomebody(url) else {
                throw object.fault(
                    "url",
                    "a name or password in an address is kept as it is: use \"authorization\"")
            }
            guard providers.contains(form) else {
                throw object.fault(
                    "form",
                    "\"\(form)\" is unknown; "
                        + UnknownName("provider", form, known: providers).advice)
            }
            if let authorization, !Endpoint.isHeader(authorization) {
                throw object.fault(
                    "authorization",
                    "control characters are not allowed in a header")
            }
            try object.finish()
        }
    }
#endif
