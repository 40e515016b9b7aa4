// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Webhooks: how a provider delivers them.
extension ExplainedRule {
    /// The facts of a delivery profile, its headers and its signatures.
    static func rules(of profile: DeliveryProfile, _ key: String) -> [ExplainedRule] {
        func rule(_ name: String, _ then: String, _ citation: Citation) -> ExplainedRule {
            ExplainedRule("\(key).webhooks.\(name)", when: "", then: then, citation)
        }
        let facts = DeliveryProfile.Fact.allCases.compactMap { fact in
            profile.citation(of: fact).map { rule(fact.rawValue, profile.words(fact), $0) }
        }
        let headers = profile.headers.map {
            rule("headers.\($0.name.lowercased())", $0.words, $0.citation)
        }
        let signatures = profile.signatures.map {
            rule("signatures.\($0.id)", $0.words, $0.citation)
        }
        let filter = profile.logInFilter.map { rule("log-in-filter", $0.words, $0.citation) }
        return facts + (filter.map { [$0] } ?? []) + headers + signatures
    }
}

extension DeliveryProfile {
    /// What a fact says, for a person.
    fileprivate func words(_ fact: Fact) -> String {
        switch fact {
        case .success:
            switch successes {
            case .statuses(let statuses): statuses.map(String.init).joined(separator: ", ")
            case .every2xx: "any status from 200 to 299"
            }
        case .timeout: timeoutSeconds.map(DeliveryProfile.duration) ?? "not stated"
        case .pauses:
            pausesSeconds.isEmpty
                ? "no retry"
                : "\(pausesSeconds.count) \(pausesSeconds.count == 1 ? "retry" : "retries") in "
                    + "\(DeliveryProfile.duration(pausesSeconds.reduce(0, +))), after "
                    + pausesSeconds.map(DeliveryProfile.duration).joined(separator: ", ")
        case .order:
            switch order {
            case .none: "no order is kept"
            case .user: "the order of each user's events; one that fails holds up the later ones"
            }
        case .dedupe: dedupe.joined(separator: " + ")
        }
    }

    /// As `20 d 10 h 17 min`.
    fileprivate static func duration(_ seconds: Int) -> String {
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
            (seconds % 60, "s"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension DeliveryProfile.LogInFilter {
    /// What it does, for a person.
    fileprivate var words: String {
        "can hold a user's events until an ID of the app's is known; looked up every "
            + DeliveryProfile.duration(checkSeconds)
    }
}

extension DeliveryProfile.Header {
    /// As it stands in a request.
    fileprivate var words: String {
        switch content {
        case .authorization(let prefix): "\(name): \(prefix)<the endpoint's authorization>"
        case .mediaType(let type): "\(name): \(type)"
        case .timestamp: "\(name): <seconds since 1970>"
        case .signature(let scheme): "\(name): <signature of \(scheme)>"
        }
    }
}

extension SignatureScheme {
    /// How it is made.
    fileprivate var words: String {
        guard let recipe else { return "not published" }
        let further = recipe.repeated.map { ", and \($0) for each further secret" } ?? ""
        return "\(recipe.algorithm.rawValue) of \(recipe.message), "
            + "sent as \(recipe.value)\(further)"
    }
}
