// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation

/// What a plan was made of, and what it came to: enough to make it again and compare.
///
/// It knows no time of the run, and of folders only how the inputs are reached from the plan.
package struct Manifest: Codable, Hashable, Sendable {
    /// A file that was read or written.
    package struct File: Codable, Hashable, Sendable {
        /// Its name: of an input with as many folders as tell it from others, of an output with none.
        package var name: String
        /// Its size.
        package var bytes: Int
        /// The SHA-256 of its bytes.
        package var sha256: String
        /// How many records or rows it has.
        package var records: Int
        /// Where an input lies, as seen from the plan's folder; nil where that is not known.
        package var path: String?

        /// A file.
        package init(name: String, bytes: Int, sha256: String, records: Int) {
            self.name = name
            self.bytes = bytes
            self.sha256 = sha256
            self.records = records
        }
    }

    /// The data that a side was described by.
    package struct Side: Codable, Hashable, Sendable {
        /// The provider's key.
        package var provider: String
        /// The version of its formats.
        package var formats: Int
        /// The day on which they were compared with the documents.
        package var checked: String
        /// The settings of its rulebook.
        package var settings: [String: String]

        /// A side of a migration.
        package init(_ side: MigrationEndpoint) {
            provider = side.key
            formats = side.formats.version
            checked = side.formats.checked
            settings = side.rules?.settings ?? [:]
        }
    }

    /// The version of this format.
    package var version = Manifest.version
    /// What tells this plan from others: a digest of all but the outputs.
    package internal(set) var plan = ""
    /// The source.
    package var from: Side
    /// The target.
    package var to: Side
    /// The instant at which states are looked at; nil where none is known.
    package var at: String?
    /// Further choices, such as the route that comes first.
    package var options: [String: String]
    /// What was read.
    package var inputs: [File]
    /// The map of products, where there is one.
    package internal(set) var products: File?
    /// The map of entitlements, where there is one.
    package internal(set) var entitlements: File?
    /// What was written.
    package var outputs: [File] = []

    /// The version that this program writes and reads.
    package static let version = 1

    /// What a plan is made of.
    ///
    /// - Parameters:
    ///   - source: The provider that is read from.
    ///   - target: The provider that is written for.
    ///   - options: What the plan is made under.
    ///   - products: The digest of the map of products, where there is one.
    ///   - entitlements: That of the map of entitlements, where there is one.
    ///   - inputs: What was read.
    ///   - choices: How a part of all customers was chosen.
    ///   - digest: What digests are made with.
    package init(
        from source: MigrationEndpoint, to target: MigrationEndpoint, _ options: PlanOptions,
        products: String?, entitlements: String? = nil, inputs: [File],
        choices: [String: String] = [:], digest: ([UInt8]) -> String
    ) {
        from = Side(source)
        to = Side(target)
        at = options.at.map(OutputBytes.text(ofInstant:))
        self.options = choices
        self.options["route"] = options.preferredRoute?.rawValue
        self.options["products"] = products
        self.options["entitlements"] = entitlements
        // Where the inputs lie makes no other plan of it.
        self.inputs = inputs.map { file in
            var file = file
            file.path = nil
            return file
        }
        plan = digest(encoded)
        for (number, file) in inputs.enumerated() { self.inputs[number].path = file.path }
    }

    /// The further choices that make a plan one for a part of all customers.
    enum PartChoice: String, CaseIterable {
        /// The digest of the list of those who are meant.
        case only
        /// The share of them.
        case sample
        /// The plans whose customers are left out.
        case except
    }

    /// The further choice that says that what nobody is said to hold is left out.
    static let ownerless = "ownerless"

    /// Whether the plan is for a part of all customers.
    var isOfPart: Bool { PartChoice.allCases.contains { options[$0.rawValue] != nil } }

    /// How many records or rows an output has; none where the plan has no such file.
    func records(of output: String) -> Int {
        outputs.first { $0.name == output }?.records ?? 0
    }

    /// As JSON, keys sorted.
    package var encoded: [UInt8] { JSONDocument.bytes(of: self) }
}

extension OutputBytes {
    /// Milliseconds since 1970 as `2026-11-20T08:27:06.000Z`.
    package static func text(ofInstant milliseconds: Int64) -> String {
        let bytes = OutputBytes(capacity: 32)
        bytes.append(instant: milliseconds)
        return bytes.text
    }
}
