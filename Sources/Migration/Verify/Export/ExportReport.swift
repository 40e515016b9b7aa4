// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a target's own export says after an import, against what a plan expects of it.
public struct ExportReport: Sendable {
    /// A customer of whom there is something to say.
    public struct Row: Hashable, Sendable {
        /// What is the matter.
        public enum Matter: String, CaseIterable, Sendable {
            /// The export has none of the customer's IDs.
            case missing
            /// It has the customer, with less access than the import should have given, or together
            /// with another one.
            case different
            /// The new app has not yet brought what only it can bring.
            case waiting
            /// The plan has nobody of the ID.
            case unexpected
        }

        /// What is the matter.
        public let matter: Matter
        /// The first of the IDs at the source; empty where the plan has nobody.
        public let sourceID: String
        /// The ID at the target; empty where there is none.
        public let targetID: String
        /// What the plan expects there, sorted; what the app brings where that is waited for.
        public let expected: [String]
        /// What the export says of it, sorted.
        public let found: [String]
        /// What else there is to say; empty for nothing.
        public let note: String
    }

    /// The moment of the export, in ISO 8601; nil where none is known.
    public internal(set) var at: String?
    /// Customers of whom the plan expects access by the import alone.
    public internal(set) var expected = 0
    /// As many of them as have it, or had it until it ended.
    public internal(set) var present = 0
    /// As many of these whose access ended since.
    public internal(set) var ended = 0
    /// Customers to whom the new app has brought what only it can bring.
    public internal(set) var arrived = 0
    /// Customers of the plan of whom the export has an ID.
    public internal(set) var found = 0
    /// Customers for whom something waits for the new app, and of whom the export has no ID.
    public internal(set) var absent = 0
    /// Whether the import makes customers by themselves, whatever the app brings them.
    public internal(set) var makesCustomers = false
    /// Customers who are there, and of whom the export does not tell what the import should have given.
    public internal(set) var uncompared = 0
    /// How many rows there are of each matter.
    public internal(set) var matters: [Row.Matter: Int] = [:]
    /// What could not be read of the export, each a whole sentence.
    public internal(set) var notes: [String] = []

    /// Whether the export has none of the customers whom the import was to make, though only the app
    /// brings them something.
    public var isOfOthers: Bool { makesCustomers && found == 0 && absent > 0 }
    /// Whether nobody is missing, nobody is different, and whom the import made is there.
    public var holds: Bool {
        (matters[.missing] ?? 0) + (matters[.different] ?? 0) == 0 && !isOfOthers
    }
}
