// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// What can be read from a provider and written for it: the contents of its `formats.json`.
package struct ProviderFormats: Sendable {
    /// What IDs a customer of the provider can hold.
    package struct Identity: Sendable {
        /// How many custom IDs; nil for any number.
        package var mostCustomIDs: Int?
        /// The rule behind that.
        package var customRule: String
        /// What is documented of it.
        package var custom: Citation
        /// Whether anonymous IDs of elsewhere can be brought along.
        package var takesAnonymousIDs: Bool
        /// The form of anonymous IDs that can be made for it; nil where it makes them itself.
        package var minted: String?
        /// The rule behind that.
        package var anonymousRule: String
        /// What is documented of it.
        package var anonymous: Citation
        /// Whether it is documented that IDs in another case are other IDs.
        package var isCaseExact: Bool
        /// The rule behind that.
        package var caseRule: String
        /// What is documented of it.
        package var letterCase: Citation
    }

    /// How much, how often or how long something works.
    package struct Limit: Sendable {
        /// What is limited.
        package enum Subject: String, CaseIterable, Sendable {
            case calls
            case rows
            case tokenAge = "token-age-days"
            case receipts = "receipts-per-customer"
            case latestMoment = "latest-moment"
        }

        /// A stable ID.
        package var id: String
        /// What is limited.
        package var subject: Subject
        /// What it is called.
        package var name: String
        /// How many; nil where no number is documented.
        package var count: Int?
        /// In how many seconds; nil where time does not matter.
        package var seconds: Int?
        /// The readers and writers that it applies to; empty where calls name it themselves.
        package var formats: [String]
        /// Where it is documented.
        package var citation: Citation
    }

    /// What an answer to a call means for whoever makes the calls of a plan.
    package struct Answer: Sendable {
        /// What it means.
        package enum Meaning: String, CaseIterable, Sendable {
            /// Done, and what was made was not there before.
            case created
            /// Done.
            case done
            /// The answer says what is there now: as wanted, or not.
            case compare
            /// It was there before.
            case exists
            /// It is not done, and will not be.
            case refused
            /// It is not done yet, and may be later.
            case later
            /// It may be done or not, and the same call may succeed later.
            case unknown
            /// The key is not taken, so no call will be done.
            case keyRefused = "key-refused"
        }

        /// What an answer that says what is there now is compared with.
        package struct Compared: Sendable {
            /// Where in the body the object is, as names with dots between.
            package var place: String
            /// The name of its member that has what the call makes.
            package var member: FormatTemplate
            /// Moments that have to be there, or later ones: null is none, so later than any.
            package var notBefore: FormatValue
        }

        /// A stable ID.
        package var id: String
        /// The writers whose calls are answered so; empty for all.
        package var writers: [String]
        /// The HTTP status; nil for any.
        package var status: Int?
        /// Where in the body the code is, as names with dots between; nil where none is looked at.
        package var place: String?
        /// The code there, as it is spelt.
        package var code: String?
        /// What it means.
        package var meaning: Meaning
        /// Where in the body the milliseconds to wait are; nil where they are not.
        package var wait: String?
        /// What it is compared with; nil for what reads the call back.
        package var compared: Compared?
        /// Where it is documented.
        package var citation: Citation
    }

    /// A sentence with an ID and a source.
    package struct Note: Sendable {
        /// A stable ID.
        package var id: String
        /// When it is said: routes of writers, or `export`; empty for always.
        package var when: [String]
        /// The sentence, and where it is documented.
        package var citation: Citation
    }

    /// The provider's name as it writes it.
    package var provider: String
    /// Where all its documents are.
    package var source: String
    /// The version of the file.
    package var version: Int
    /// The day on which the documents were read.
    package var checked: String
    /// What IDs a customer can hold.
    package var identity: Identity
    /// What is limited.
    package var limits: [Limit]
    /// The kinds of files that are known, in the order of the file.
    package var readers: [FormatReader]
    /// What can be written, in the order of the file.
    package var writers: [FormatWriter]
    /// What answers to calls mean; the first that fits counts.
    package var answers: [Answer]
    /// What to ask the provider's support for.
    package var support: [Note]
    /// What is to be known about going back.
    package var rollback: [Note]
    /// How its customers are read by its API; nil where no API gives them.
    package var export: ProviderExport?

    /// Whether a call of a writer is refused where what it makes was made before.
    package func refusesRepeats(of writer: String) -> Bool {
        answers.contains {
            $0.meaning == .exists && ($0.writers.isEmpty || $0.writers.contains(writer))
        }
    }

    /// Whether an answer tells that what a call of a writer makes was not there before.
    package func tellsWhatIsNew(of writer: String) -> Bool {
        answers.contains {
            $0.meaning == .created && ($0.writers.isEmpty || $0.writers.contains(writer))
        }
    }

    /// Whether nothing but the events that the provider sends shows what its customers have.
    package var showsEventsAlone: Bool {
        export == nil && readers.contains { !$0.events.isEmpty }
    }
}
