// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// How files of one kind are read: how they are known, and what becomes of their records.
public struct FormatReader: Sendable {
    /// What holds the records.
    public enum Container: Hashable, Sendable {
        /// Rows of values with this byte between them.
        case csv(delimiter: UInt8)
        /// One value, a list of values, or one value a line.
        case json
    }

    /// Which of several records about one thing counts.
    public enum Order: String, CaseIterable, Sendable {
        /// The one with the latest version date; else purchase date; else the one read last.
        case latestRow = "latest-row"
        /// The one of the latest period; among these as `latest-row`.
        case latestPeriod = "latest-period"
        /// All of them: events, folded in the order of their times.
        case events
    }

    /// What its records say of entitlements.
    public enum Entitlements: String, CaseIterable, Sendable {
        /// What a purchase unlocks, where they say it; else that is not known.
        case some
        /// All that a purchase unlocks: one that names none unlocks none.
        case named
        /// All that a customer may use, apart from what was bought: the word on the access that
        /// purchases in other files give.
        case listed
    }

    /// A stable ID, such as `revenuecat.export-v5`.
    public var id: String
    /// What people call such a file.
    public var title: String
    /// What holds the records.
    public var container: Container
    /// Of CSV: all documented columns in their order, those that nobody reads too; empty where the
    /// documents list none.
    public var columns: [String]
    /// What every such file has.
    public var knownBy: [FormatPath]
    /// What no such file has.
    public var notBy: [FormatPath]
    /// What has one of these values in every such file; `*` in them stands for anything.
    public var knownValues: [FormatCondition]
    /// The names of the fields that say when something happened.
    public var clock: [FormatPath]
    /// Which of several records about one thing counts.
    public var order: Order
    /// The fields by which a repeated event is known; empty for its ID.
    public var sameBy: [NeutralField]
    /// Whether nothing but an event ends what was bought, whatever its dates say.
    public var endsByEvent = false
    /// What its records say of entitlements.
    public var entitlements = Entitlements.some
    /// What is made of each document or row.
    public var records: [RecordRule]
    /// What the names of events mean; the first match counts.
    public var events: [EventRule]
    /// Where all this is documented.
    public var citation: Citation
}

/// What is made of the values at one place.
public struct RecordRule: Sendable {
    /// The place.
    public var place: FormatPath
    /// What is made.
    public var kind: RecordKind
    /// All of these have to hold.
    public var conditions: [FormatCondition]
    /// None of these may hold.
    public var exceptions: [FormatCondition]
    /// What a record says if it does not say something else itself.
    public var constants: [NeutralField: String]
    /// What is read.
    ///
    /// Of several rules for one field the first counts that finds something; the values of lists are
    /// joined, each taken once.
    public var fields: [FieldRule]
}

/// A value that has to be one of some.
public struct FormatCondition: Hashable, Sendable {
    /// Where the value is.
    public var path: FormatPath
    /// As they stand in the file; nil is a value that is missing, or null.
    public var values: [String?]

    /// A condition.
    public init(path: FormatPath, values: [String?]) {
        self.path = path
        self.values = values
    }
}

/// What one event name means.
public struct EventRule: Sendable {
    /// The provider's name.
    public var name: String
    /// All of these have to hold.
    public var conditions: [FormatCondition]
    /// What has happened.
    public var event: NeutralEvent
    /// The field that says from when; nil where it happened at the event's time.
    public var effectiveFrom: NeutralField?
    /// What else is to be known.
    public var note: String?
}
