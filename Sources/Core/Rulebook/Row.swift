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

/// How the results of purchases that are presented one by one make one answer.
public enum Answering: String, Hashable, Sendable, CaseIterable {
    /// Refused where nothing came of any.
    case some
    /// The result of the last one.
    case last
    /// Refused where any is.
    case any
}

/// One event that a row makes the provider send.
public struct Notice: Hashable, Sendable {
    /// Whom an event is about.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// The customer who has it after the change.
        case owner
        /// The customer who had it before.
        case former
    }

    /// When an event of something that is set for a later time is sent: a pause that waits for the
    /// renewal.
    public enum Ahead: String, Hashable, Sendable, CaseIterable {
        /// When it is set, and then not again; if it was never set ahead, when it begins.
        case once
        /// When it is set ahead, and at no other time.
        case only
    }

    /// The provider's name for it, as in its vocabulary.
    public let event: String
    /// Whom it is addressed to, or of an event that names two sides who gains.
    public let to: Side
    /// Of an event that names two sides: who loses.
    public let from: Side?
    /// Sent once for all changes of an action that concern the same customers.
    public let isOnce: Bool
    /// Names all IDs of a customer, not one.
    public let namesAll: Bool
    /// Names the ID that the provider minted, whatever ID the app gave.
    public let namesMinted: Bool
    /// What is sent in its place for a purchase in a free trial, in this order; nil for itself.
    public let trial: [String]?
    /// What is sent in its place with the first payment after a free trial; nil for itself.
    public let conversion: [String]?
    /// Of something that can be set ahead: when it is sent; nil for when that begins.
    public let ahead: Ahead?

    package init(
        event: String, to: Side, from: Side? = nil, isOnce: Bool = false, namesAll: Bool = false,
        namesMinted: Bool = false, trial: [String]? = nil, conversion: [String]? = nil,
        ahead: Ahead? = nil
    ) {
        self.event = event
        self.to = to
        self.from = from
        self.isOnce = isOnce
        self.namesAll = namesAll
        self.namesMinted = namesMinted
        self.trial = trial
        self.conversion = conversion
        self.ahead = ahead
    }

    /// Every name that is sent because of it, in a free trial or not.
    public var names: [String] { [event] + (trial ?? []) + (conversion ?? []) }
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
    /// With `each`: how several results make one answer.
    public let answering: Answering
    /// With `tell`: what is sent, in this order.
    public let notices: [Notice]
    /// Where it comes from.
    public let citation: Citation

    package init(
        id: String, table: Table, conditions: [Fact: [FactValue]], settings: [String: [String]],
        effect: Effect, refusal: Refusal?, original: OriginalRule, givesToOwner: Bool,
        answering: Answering = .some, notices: [Notice] = [], citation: Citation
    ) {
        self.id = id
        self.table = table
        self.conditions = conditions
        self.settings = settings
        self.effect = effect
        self.refusal = refusal
        self.original = original
        self.givesToOwner = givesToOwner
        self.answering = answering
        self.notices = notices
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
    /// Another setting that it overrides, whatever that one says, and the settings under
    /// which it does; its first value leaves the other as it is.
    public let override: Override?
    /// Where the provider lets it be chosen; nil where its documents name no such place, or leave
    /// open which value holds.
    public let place: String?
    /// What it is about and where that comes from.
    public let citation: Citation

    /// When a setting overrides another.
    public struct Override: Hashable, Sendable {
        /// The other setting.
        public let setting: String
        /// The values of settings under which it does.
        public let conditions: [String: [String]]

        package init(of setting: String, under conditions: [String: [String]]) {
            self.setting = setting
            self.conditions = conditions
        }
    }

    package init(
        name: String, values: [String], override: Override? = nil, place: String? = nil,
        citation: Citation
    ) {
        self.name = name
        self.values = values
        self.override = override
        self.place = place
        self.citation = citation
    }
}
