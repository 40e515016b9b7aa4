// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMigration

    /// What has come of a plan that was carried out against a simulated target.
    package struct RehearsalReport: Sendable {
        /// What is not as the plan says.
        package enum Matter: String, CaseIterable, Sendable {
            /// The import alone should have given it, and has not.
            case notImported = "not-imported"
            /// The app should have brought it, and has not.
            case notBrought = "not-brought"
            /// It was there after the import, and the app has lost it.
            case lostInApp = "lost-in-app"
            /// A customer has what was never the customer's, and no finding explains it.
            case gained
            /// The ID is that of somebody who is at the target already.
            case alreadyThere = "already-there"
            /// The target does not read the customer's ID, so nothing can be compared.
            case notReadable = "not-readable"
            /// Nothing of the customer was compared after a week, which says nothing of the plan.
            case notCompared = "not-compared"
        }

        /// A customer of whom there is something to say.
        package struct Row: Hashable, Sendable {
            package let matter: Matter
            /// The first of the IDs at the source.
            package let sourceID: String
            /// The ID at the target; empty where there is none.
            package let targetID: String
            /// What it is about, sorted.
            package let names: [String]
            /// What there is at the target instead, sorted.
            package let found: [String]
            /// What else there is to say; empty for nothing.
            package let note: String
        }

        /// Something that a week brings about at one of both providers alone.
        package struct WeekDifference: Sendable {
            package struct Kind: Hashable, Sendable {
                /// The provider at which access is kept.
                package let keptBy: String
                package let reason: String
            }

            package let kind: Kind
            /// How often it happens.
            package var count = 0
            /// The first of those to whom it happens.
            package var examples: [String] = []
        }

        /// Why nothing of a customer with access now was compared after a week.
        package enum Uncompared: CaseIterable, Sendable {
            /// Nothing of the customer's is at the target.
            case notThere
            /// The app was started for a share of the customers, and not for this one.
            case notStarted
            /// The source is simulated without what the customer has at the target.
            case notSimulated
            /// The target does not read an ID of the customer's.
            case notReadable
        }

        /// What a week brings about at both providers.
        package struct Week: Sendable {
            /// Customers with access now whose access was compared: they had something at both.
            package var compared = 0
            /// Of them those who do not end with the same.
            package var differing = 0
            /// Customers who have logged in on a new device, at both providers.
            package var loggedIn = 0
            /// All other customers with access now, by why they were not compared.
            package var uncompared: [Uncompared: [Row]] = [:]
            package var differences: [WeekDifference] = []

            /// Everybody who was not compared.
            package var rows: [Row] { Uncompared.allCases.flatMap { uncompared[$0] ?? [] } }
        }

        /// The keys of both providers.
        package let (source, target): (String, String)
        /// What both providers are called.
        package var names: (source: String, target: String)
        /// Customers who have access now, each under the worst that becomes of it by the plan.
        package var planned: [AccessOutcome: Int] = [:]
        /// Of these, those of whom all has come as the plan says.
        package var confirmed: [AccessOutcome: Int] = [:]
        /// Those to whom the app brings something and whose devices were not of the share.
        package var notRehearsed = 0
        /// For each code of a finding as many customers as lose access because of it, each under
        /// one, as the plan counts them.
        package var codes: [String: Int] = [:]
        /// For each code of a finding as many customers as have something because of it that was
        /// never theirs.
        package var gains: [String: Int] = [:]
        /// Customers who get by the app what the plan counts as lost.
        package var better = 0
        /// How many calls were made, and how many of them the target did not take.
        package var calls = (made: 0, failed: 0)
        /// How many rows were handed over, and how many of them the target did not take.
        package var handedOver = (rows: 0, refused: 0)
        /// How many devices started the app, of how many customers, and how many customers have one.
        package var devices = (count: 0, started: 0, customers: 0)
        /// Everybody of whom something is not as the plan says.
        package var rows: [Row] = []
        /// What a week was compared for; nil where that was not done.
        package var week: Week?
        /// Whether the plan has calls.
        package var hasCalls = false
        /// How many customers the plan has, how many records were read whole, and how many were
        /// rejected.
        package var read = (customers: 0, records: 0, rejected: 0)
        /// What somebody has to decide about by the plan's findings, whatever was rehearsed.
        package var open: [OpenFinding] = []
        /// How many customers these findings name.
        package var customersToDecideAbout = 0
        /// Further sentences.
        package var notes: [String] = []

        package init(from source: String, to target: String) {
            (self.source, self.target) = (source, target)
            names = (source, target)
        }

        /// Everybody of whom there is something to say: who was not compared after a week comes last.
        package var allRows: [Row] { rows + (week?.rows ?? []) }

        /// Whether all is as the plan says.
        package var holds: Bool { rows.isEmpty && calls.failed == 0 && handedOver.refused == 0 }

        /// As many customers as have access now.
        package var withAccess: Int { planned.values.reduce(0, +) }

        /// As many of them as something unexpected happens to.
        package var unexpected: Int { Set(rows.map(\.sourceID)).count }
    }
#endif
