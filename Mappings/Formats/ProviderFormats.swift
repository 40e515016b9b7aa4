// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What can be read from a provider and written for it: the contents of its `formats.json`.
public struct ProviderFormats: Sendable {
    /// What IDs a customer of the provider can hold.
    public struct Identity: Sendable {
        /// How many custom IDs; nil for any number.
        public var mostCustomIDs: Int?
        /// The rule behind that.
        public var customRule: String
        /// What is documented of it.
        public var custom: Citation
        /// Whether anonymous IDs of elsewhere can be brought along.
        public var takesAnonymousIDs: Bool
        /// The form of anonymous IDs that can be made for it; nil where it makes them itself.
        public var minted: String?
        /// The rule behind that.
        public var anonymousRule: String
        /// What is documented of it.
        public var anonymous: Citation
        /// Whether it is documented that IDs in another case are other IDs.
        public var isCaseExact: Bool
        /// The rule behind that.
        public var caseRule: String
        /// What is documented of it.
        public var letterCase: Citation
    }

    /// How much, how often or how long something works.
    public struct Limit: Sendable {
        /// What is limited.
        public enum Subject: String, CaseIterable, Sendable {
            case calls
            case rows
            case tokenAge = "token-age-days"
            case receipts = "receipts-per-customer"
            case latestMoment = "latest-moment"
        }

        /// A stable ID.
        public var id: String
        /// What is limited.
        public var subject: Subject
        /// What it is called.
        public var name: String
        /// How many; nil where no number is documented.
        public var count: Int?
        /// In how many seconds; nil where time does not matter.
        public var seconds: Int?
        /// The readers and writers that it applies to; empty where calls name it themselves.
        public var formats: [String]
        /// Where it is documented.
        public var citation: Citation
    }

    /// A sentence with an ID and a source.
    public struct Note: Sendable {
        /// A stable ID.
        public var id: String
        /// When it is said: routes of writers, or `export`; empty for always.
        public var when: [String]
        /// The sentence, and where it is documented.
        public var citation: Citation
    }

    /// The provider's name as it writes it.
    public var provider: String
    /// Where all its documents are.
    public var source: String
    /// The version of the file.
    public var version: Int
    /// The day on which the documents were read.
    public var checked: String
    /// What IDs a customer can hold.
    public var identity: Identity
    /// What is limited.
    public var limits: [Limit]
    /// The kinds of files that are known, in the order of the file.
    public var readers: [FormatReader]
    /// What can be written, in the order of the file.
    public var writers: [FormatWriter]
    /// What to ask the provider's support for.
    public var support: [Note]
    /// What is to be known about going back.
    public var rollback: [Note]
}
