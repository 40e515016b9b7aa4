// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How files of one kind are read: how they are known, and what becomes of their records.
package struct FormatReader: Sendable {
    /// What holds the records.
    package enum Container: Hashable, Sendable {
        /// Rows of values with this byte between them.
        case csv(delimiter: UInt8)
        /// One value, a list of values, or one value a line.
        case json
    }

    /// Which of several records about one thing counts.
    package enum Order: String, CaseIterable, Sendable {
        /// The one with the latest version date; else purchase date; else the one read last.
        case latestRow = "latest-row"
        /// The one of the latest period; among these as `latest-row`.
        case latestPeriod = "latest-period"
        /// All of them: events, folded in the order of their times.
        case events
    }

    /// What its records say of entitlements.
    package enum Entitlements: String, CaseIterable, Sendable {
        /// What a purchase unlocks, where they say it; else that is not known.
        case some
        /// All that a purchase unlocks: one that names none unlocks none.
        case named
        /// All that a customer may use, apart from what was bought: the word on the access that
        /// purchases in other files give.
        case listed
    }

    /// A stable ID, such as `revenuecat.export-v5`.
    package var id: String
    /// What people call such a file.
    package var title: String
    /// What holds the records.
    package var container: Container
    /// Of CSV: all documented columns in their order, those that nobody reads too; empty where the
    /// documents list none.
    package var columns: [String]
    /// Of CSV: the columns without which more is unknown than what they say of each row.
    package var lacking: [MissingColumn] = []
    /// What every such file has.
    package var knownBy: [FormatPath]
    /// What no such file has.
    package var notBy: [FormatPath]
    /// What has one of these values in every such file; `*` in them stands for anything.
    package var knownValues: [FormatCondition]
    /// What says which list a document is a page of; nil where documents are no pages.
    package var pageOf: FormatPath?
    /// What the last page of a list has, and no other page.
    package var lastPage: [FormatCondition] = []
    /// The names of the fields that say when something happened.
    package var clock: [FormatPath]
    /// Which of several records about one thing counts.
    package var order: Order
    /// The fields by which a repeated event is known; empty for its ID.
    package var sameBy: [NeutralField]
    /// Whether nothing but an event ends what was bought, whatever its dates say.
    package var endsByEvent = false
    /// Of JSON: whether its rules name every member there is, so that any other is a mistake.
    package var isComplete = false
    /// Of JSON: the values by which a document is an answer of the same API that says what went wrong;
    /// none where nothing is taken for one.
    package var errorValues: [FormatCondition] = []
    /// What its records say of entitlements.
    package var entitlements = Entitlements.some
    /// What is made of each document or row.
    package var records: [RecordRule]
    /// What the names of events mean; the first match counts.
    package var events: [EventRule]
    /// Where all this is documented.
    package var citation: Citation
}

/// What is made of the values at one location.
package struct RecordRule: Sendable {
    /// Where they are.
    package var location: FormatPath
    /// What is made.
    package var kind: RecordKind
    /// All of these have to hold.
    package var conditions: [FormatCondition]
    /// None of these may hold.
    package var exceptions: [FormatCondition]
    /// What a record says if it does not say something else itself.
    package var constants: [NeutralField: String]
    /// What is read.
    ///
    /// Of several rules for one field the first counts that finds something; the values of lists are
    /// joined, each taken once.
    package var fields: [FieldRule]
}

/// A value that has to be one of some.
package struct FormatCondition: Hashable, Sendable {
    /// Where the value is.
    package var path: FormatPath
    /// As they stand in the file; nil is a value that is missing, or null.
    package var values: [String?]

    package init(path: FormatPath, values: [String?]) {
        self.path = path
        self.values = values
    }
}

/// What one event name means.
package struct EventRule: Sendable {
    /// The provider's name.
    package var name: String
    /// All of these have to hold.
    package var conditions: [FormatCondition]
    /// What has happened.
    package var event: NeutralEvent
    /// The field that says from when; nil where it happened at the event's time.
    package var effectiveFrom: NeutralField?
    /// What else is to be known.
    package var note: String?
}
