// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How a provider delivers its webhooks: `webhooks.json`.
package struct DeliveryProfile: Sendable {
    /// What is known about the delivery, each with its own source.
    package enum Fact: String, CaseIterable, Sendable {
        /// Which statuses acknowledge an event.
        case success
        /// How long the receiver has to answer.
        case timeout = "timeout-seconds"
        /// When an event is sent again that was not acknowledged.
        case pauses = "pauses-seconds"
        /// Whether events arrive in the order in which they were made.
        case order
        /// How receivers tell that they have an event already.
        case dedupe
    }

    /// The statuses that acknowledge an event.
    package enum Successes: Hashable, Sendable {
        /// These alone.
        case statuses([Int])
        /// All from 200 to 299.
        case every2xx
    }

    /// The order that a provider promises.
    package enum Order: String, CaseIterable, Sendable {
        /// None: an event can overtake one that fails.
        case none
        /// That of each user: an event that fails holds up the later ones of its user.
        case user
    }

    /// What a header carries.
    package enum Content: Hashable, Sendable {
        /// The endpoint's fixed authorization, behind a prefix; no header where it has none.
        case authorization(prefix: String)
        /// A media type, which is always the same.
        case mediaType(String)
        /// The time of the try, in whole seconds since 1970; no header where nothing is signed.
        case timestamp
        /// A signature, by the ID of its scheme; no header where the endpoint has no secret.
        case signature(scheme: String)
    }

    /// A header of every request.
    package struct Header: Sendable {
        /// Its name, as the provider writes it.
        package let name: String
        /// What it carries.
        package let content: Content
        /// What is said of it, and where.
        package let citation: Citation
    }

    /// A setting of each endpoint that holds the events of users who have no ID of the app's yet.
    package struct LogInFilter: Sendable {
        /// How long is waited until it is looked again whether they have one.
        package let checkSeconds: Int
        /// What is said of it, and where.
        package let citation: Citation
    }

    /// What acknowledges an event.
    package let successes: Successes
    /// How long the receiver has to answer; nil where no page says so.
    package let timeoutSeconds: Int?
    /// How long is waited before each further try, from the try before.
    package let pausesSeconds: [Int]
    /// The order that is kept.
    package let order: Order
    /// The members of the body, by their paths, that are together the same in each try and for no
    /// other event.
    package let dedupe: [String]
    /// The headers, sorted by name.
    package let headers: [Header]
    /// The schemes that the headers name, sorted by ID.
    package let signatures: [SignatureScheme]
    /// Nil where the provider has no such setting.
    package let logInFilter: LogInFilter?
    /// Where each fact stands.
    private let citations: [Fact: Citation]

    /// Whether an answer with this status acknowledges an event.
    package func isSuccess(_ status: Int) -> Bool {
        switch successes {
        case .statuses(let statuses): statuses.contains(status)
        case .every2xx: (200...299).contains(status)
        }
    }

    /// How long is waited after this many failed tries; nil where there is no further try.
    package func pauseSeconds(afterTries tries: Int) -> Int? {
        guard tries > 0, tries <= pausesSeconds.count else { return nil }
        return pausesSeconds[tries - 1]
    }

    /// How often an event is sent before it is given up.
    package var mostAttempts: Int { pausesSeconds.count + 1 }

    /// A scheme of signatures by its ID.
    package func signature(_ id: String) -> SignatureScheme? {
        signatures.first { $0.id == id }
    }

    /// Whether a secret of an endpoint signs anything: there is a signature whose recipe is published.
    package var isSigned: Bool { signatures.contains { $0.recipe != nil } }

    /// Whether an endpoint's fixed authorization is sent.
    package var takesAuthorization: Bool {
        headers.contains { header in
            if case .authorization = header.content { true } else { false }
        }
    }

    /// Where a fact stands.
    package func citation(of fact: Fact) -> Citation? { citations[fact] }

    /// Reads a file's bytes.
    ///
    /// - Throws: ``MappingsError``, with the entry and the reason.
    package init(_ bytes: [UInt8], name: String) throws(MappingsError) {
        self = try WebhooksFile(MappingFile(name, bytes)).profile
    }

    init(
        successes: Successes, timeoutSeconds: Int?, pausesSeconds: [Int], order: Order,
        dedupe: [String], headers: [Header], signatures: [SignatureScheme],
        logInFilter: LogInFilter?, citations: [Fact: Citation]
    ) {
        (self.successes, self.timeoutSeconds) = (successes, timeoutSeconds)
        (self.pausesSeconds, self.order, self.dedupe) = (pausesSeconds, order, dedupe)
        (self.headers, self.signatures) = (headers, signatures)
        self.logInFilter = logInFilter
        self.citations = citations
    }
}
