// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Which of two original IDs the customer has after a merge.
public enum OriginalRule: String, Hashable, Sendable, CaseIterable {
    /// That of the customer in use.
    case current
    /// That of the other customer; of a new ID, that ID.
    case target
    /// That of the customer known first.
    case oldest
}

/// One row of a decision table.
public struct Row: Hashable, Sendable {
    /// A stable ID, such as `revenuecat.identify.3`.
    public let id: String
    /// The table it stands in.
    public let table: Table
    /// The values of facts under which it matches; a fact not named may have any.
    public let conditions: [Fact: [FactValue]]
    /// The values of settings under which it holds; a setting not named may have any.
    public let settings: [String: [String]]
    /// What it does.
    public let effect: Effect
    /// With `refuse`: the answer.
    public let refusal: Refusal?
    /// With `alias`: whose original ID stays.
    public let original: OriginalRule
    /// With `refuse` and `leave`: what is new on a receipt goes to the receipt's owner.
    public let givesToOwner: Bool
    /// Where it comes from.
    public let citation: Citation

    /// A row.
    public init(
        id: String, table: Table, conditions: [Fact: [FactValue]], settings: [String: [String]],
        effect: Effect, refusal: Refusal?, original: OriginalRule, givesToOwner: Bool,
        citation: Citation
    ) {
        self.id = id
        self.table = table
        self.conditions = conditions
        self.settings = settings
        self.effect = effect
        self.refusal = refusal
        self.original = original
        self.givesToOwner = givesToOwner
        self.citation = citation
    }

    /// Whether it holds under chosen settings.
    package func holds(under chosen: [String: String]) -> Bool {
        settings.allSatisfy { name, values in chosen[name].map(values.contains) ?? false }
    }

    /// Everything that may be the case when it matches.
    var allowed: Situation {
        var allowed = Situation()
        for fact in table.facts {
            for value in conditions[fact] ?? fact.values { allowed.insert(value) }
        }
        return allowed
    }
}

/// A choice that a provider offers, or between two readings of its documents.
public struct Setting: Hashable, Sendable {
    /// Its name without the provider's.
    public let name: String
    /// Its values; the first is the default.
    public let values: [String]
    /// What it is about and where that comes from.
    public let citation: Citation

    /// A setting.
    public init(name: String, values: [String], citation: Citation) {
        self.name = name
        self.values = values
        self.citation = citation
    }
}
