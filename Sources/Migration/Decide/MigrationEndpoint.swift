// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// A provider as the source or the target of a migration, or the neutral format in its place.
package struct MigrationEndpoint: Sendable {
    /// The provider's key.
    package let key: String
    /// What it can hold, and what can be written for it.
    package let formats: ProviderFormats
    /// Its rules under the chosen settings; nil for the neutral format, which has none.
    package let rules: Rules?
    /// The settings that were given; all others are assumed.
    let given: Set<String>
    /// The writers, by what they are for, then by priority, then as in the file.
    package let writers: [CompiledWriter]

    /// An endpoint.
    package init(
        key: String, formats: ProviderFormats, rules: Rules?, given: Set<String> = []
    ) {
        self.key = key
        self.given = given
        self.formats = formats
        self.rules = rules
        writers = formats.writers.map(CompiledWriter.init).enumerated()
            .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element)
    }

    /// The long texts that a writer asks for.
    var longTexts: [NeutralField] {
        var fields = PlanFieldSet()
        for writer in writers { fields.formUnion(writer.fields) }
        return [NeutralField.receipt, .attributes, .reservedAttributes].filter {
            fields.contains(PlanField($0))
        }
    }

    /// The provider's name as it writes it.
    package var name: String { formats.provider }

    /// Where a rule comes from: of the rulebook, of the identifiers or of the formats.
    ///
    /// The provider's key stands for what none of its documents says. What is no rule of the provider's
    /// is the tool's own, or what its user has said.
    func source(of rule: String) -> String {
        if rule == key { return "nothing in \(formats.source) says so, read \(formats.checked)" }
        let identity = formats.identity
        let rulesOfIdentity = [
            identity.customRule: identity.custom, identity.anonymousRule: identity.anonymous,
            identity.caseRule: identity.letterCase,
        ]
        let anonymous = rule == "\(key).identifiers" ? rules?.identifiers.anonymous : nil
        let columns = formats.readers.flatMap(\.lacking)
        if let column = columns.first(where: { $0.id == rule }) { return column.citation.reference }
        // One chain of `??` would take the compiler half a minute.
        let citation: Citation? =
            if let anonymous {
                anonymous.citation
            } else if let writer = formats.writers.first(where: { $0.id == rule }) {
                writer.citation
            } else if let reader = formats.readers.first(where: { $0.id == rule }) {
                reader.citation
            } else if let limit = formats.limits.first(where: { $0.id == rule }) {
                limit.citation
            } else if let answer = formats.answers.first(where: { $0.id == rule }) {
                answer.citation
            } else {
                rules?.citation(of: rule) ?? rulesOfIdentity[rule]
            }
        return citation?.reference ?? MigrationEndpoint.ownSource(of: rule)
    }

    /// Where a rule comes from that no provider has.
    static func ownSource(of rule: String) -> String {
        switch rule {
        case "products": "the table of products"
        case EntitlementMap.rule: "the table of entitlements"
        default: "Allonym, Reading-a-report"
        }
    }
}

extension Citation {
    /// The document and its address.
    var reference: String { "\(source): \(address)" }
}

/// What a plan is made under, beside the two sides.
package struct PlanOptions: Sendable {
    /// The instant at which states are looked at, in milliseconds since 1970; nil where none is
    /// known, so that nothing is over and nothing is yet to begin.
    package var at: Int64?
    /// Writers of this route come first, if there are any.
    package var preferredRoute: FormatWriter.Route?
    /// What products are called at the target; nil where they keep their names.
    package var products: ProductMap?
    /// What entitlements are called at the target; nil where they keep their names.
    package var entitlements: EntitlementMap?

    /// Options; an instant that no calendar has becomes the nearest one.
    package init(
        at: Int64?, preferredRoute: FormatWriter.Route? = nil, products: ProductMap? = nil,
        entitlements: EntitlementMap? = nil
    ) {
        self.at = at.map {
            min(max($0, Instant.range.lowerBound), Instant.range.upperBound)
        }
        self.preferredRoute = preferredRoute
        (self.products, self.entitlements) = (products, entitlements)
    }
}
