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
        /// - Parameters:
        ///   - profile: How the provider of its form delivers.
        ///   - provider: The project's provider, where it has no calls, so that nobody logs in to the
        ///     project.
        /// - Returns: A line each.
        package func notes(
            under profile: DeliveryProfile, withoutCallsOf provider: String?
        ) -> [String] {
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
            } else if awaitsLogIn == true, let provider {
                notes.append(
                    "\"awaitLogIn\" holds nothing back: \"\(provider)\" publishes no calls, so no "
                        + "customer is anonymous but one that the project began with, whose events "
                        + "wait for good; leave it out")
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
        /// - Parameter mappings: The providers' operations, and how each of them delivers.
        /// - Returns: A line each.
        package func webhookNotes(_ mappings: Mappings) -> [String] {
            let hasCalls = mappings.operations[provider]?.operations.isEmpty == false
            return webhooks.flatMap { endpoint in
                mappings.deliveryProfiles[endpoint.form].map {
                    endpoint.notes(under: $0, withoutCallsOf: hasCalls ? nil : provider)
                } ?? []
            }
        }
    }
#endif
