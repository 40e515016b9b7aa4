// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymMappings
    package import AllonymService

    extension Endpoint {
        /// An address as it can be shown: what stands behind a question mark can be a token.
        static func shown(_ address: String) -> Substring {
            address.prefix { $0 != "?" && $0 != "#" }
        }

        /// What its owner should know before an event is due: what is ignored, and what keeps events
        /// from it.
        ///
        /// - Parameter profile: How the provider of its form delivers.
        /// - Returns: A line each.
        package func notes(under profile: DeliveryProfile) -> [String] {
            var notes: [String] = []
            if !secrets.isEmpty, !profile.isSigned {
                let reason =
                    profile.signatures.isEmpty
                    ? "the form \"\(form)\" has no signature"
                    : "how the form \"\(form)\" is signed is not published"
                notes.append(
                    "\"secret\" is ignored: \(reason); "
                        + (profile.takesAuthorization && authorization == nil
                            ? "set \"authorization\" instead" : "leave it out"))
            }
            if authorization != nil, !profile.takesAuthorization {
                notes.append(
                    "\"authorization\" is ignored: the form \"\(form)\" has no such header; "
                        + (profile.isSigned && secrets.isEmpty
                            ? "set \"secret\" instead" : "leave it out"))
            }
            if overtakes == true, profile.order == .user {
                notes.append(
                    "\"order\" is ignored: the form \"\(form)\" promises each user's order; leave "
                        + "it out")
            }
            if awaitsLogIn == true, profile.logInFilter == nil {
                notes.append(
                    "\"awaitLogIn\" is ignored: the form \"\(form)\" has no such setting; leave it "
                        + "out")
            }
            if !allowLoopback, let host = WebhookTarget.privateHost(of: url) {
                notes.append(
                    "not delivered to: \(host) is this machine or in a private network; set "
                        + "\"allowLoopback\": true")
            }
            return notes.map { "webhook \(Endpoint.shown(url)): \($0)" }
        }
    }

    extension ProjectFile {
        /// What its owner should know of the endpoints that it lists.
        ///
        /// - Parameter profiles: How each provider delivers.
        /// - Returns: A line each.
        package func webhookNotes(_ profiles: [String: DeliveryProfile]) -> [String] {
            webhooks.flatMap { endpoint in
                profiles[endpoint.form].map { endpoint.notes(under: $0) } ?? []
            }
        }
    }
#endif
