// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation

import AllonymMigration

/// What has come back from a provider beside what left for it.
///
/// A difference counts unless a finding of one of the two plans names it, and as many as that says.
/// What is compared is what the records of the export have an index and a word for.
struct Homecoming {
    /// What is not as it was, and nothing says so.
    var differences: [String] = []
    /// Words that the provider's files do not have: the field and the word.
    var unsaid: Set<String> = []
    /// The fields that were compared of any purchase.
    var compared: Set<NeutralField> = []
    /// How many purchases and grants have come back, and how many of their values were compared.
    var things = 0
    var values = 0
    /// For each code how many IDs, purchases and grants it explains.
    var explained: [FindingCode: Int] = [:]

    let trip: RoundTrip
    let comparesMadeStates: Bool
    /// By an ID at the target: whose it is, and whether it is an anonymous one.
    private var owners: [String: Int] = [:]
    private var areAnonymous: [String: Bool] = [:]
    /// By the customer: who has come back.
    private(set) var images: [Int: Int] = [:]

    /// Compares.
    ///
    /// - Parameters:
    ///   - trip: The way there and back.
    ///   - comparesMadeStates: Whether states count that files say by dates alone; where the source
    ///     says them without dates they do not.
    /// - Throws: What reading a report throws.
    init(_ trip: RoundTrip, comparesMadeStates: Bool = true) throws {
        self.trip = trip
        self.comparesMadeStates = comparesMadeStates
        try compareIDs()
        // No provider takes attributes by any documented way.
        let told = try trip.there.findings()["attributes-not-carried"] ?? 0
        if told != trip.before.withAttributes {
            differences.append("\(trip.before.withAttributes) have attributes, not \(told)")
        }
        explained["attributes-not-carried"] = told
        try compareThings()
    }

    // MARK: - IDs

    /// What becomes of an ID of which a finding speaks.
    private enum IDChange {
        /// It is another one at the target.
        case another
        /// It does not go over.
        case stays
    }

    private static let idChanges: [FindingCode: IDChange] = [
        "hashed": .another, "trimmed": .another, "re-minted": .another,
        "anonymous-not-imported": .stays, "anonymous-not-held": .stays,
        "anonymous-of-identified": .stays, "alias-not-held": .stays, "alias-not-joined": .stays,
        "alias-ambiguous": .stays,
        "empty": .stays, "blocked-value": .stays, "forbidden-character": .stays,
        "too-long": .stays, "wrong-format": .stays, "collision": .stays, "case-twins": .stays,
    ]

    private mutating func compareIDs() throws {
        var expected = [Set<String>](repeating: [], count: trip.before.customers.count)
        var changes: [String: (codes: [FindingCode], count: Int)] = [:]
        for finding in try Finding.all(in: trip.there, "report.json") {
            // The same of another severity is another finding.
            guard Self.idChanges[finding.code] != nil else { continue }
            let key = "\(finding.rule) \(finding.disposition)"
            changes[key, default: ([], 0)].codes.append(finding.code)
            changes[key]?.count += finding.count
        }
        var counts: [String: Int] = [:]
        for (text, id) in trip.decisions.ids {
            let key = "\(id.rule) \(id.disposition.rawValue)"
            let change = changes[key]?.codes.first.flatMap { Self.idChanges[$0] }
            if id.disposition == .kept, id.target != text {
                differences.append("\(text) is not kept")
            }
            if id.disposition != .kept {
                guard let code = changes[key]?.codes.first, let change else {
                    differences.append("no finding says why \(text) is \(id.disposition.rawValue)")
                    continue
                }
                counts[key, default: 0] += 1
                explained[code, default: 0] += 1
                if change == .another, !isMade(id.target ?? "", from: text, code) {
                    differences.append("\(text) is no \(code.rawValue) \(id.target ?? "")")
                }
            }
            guard id.disposition == .kept || change == .another, let target = id.target else {
                continue
            }
            expected[id.customer].insert(target)
            owners[target] = id.customer
            areAnonymous[target] = trip.before.customers[id.customer].contains(
                .init(text: text, isAnonymous: true))
        }
        for (key, count) in counts where changes[key]?.count != count {
            differences.append("\(key): \(count) IDs, not \(changes[key]?.count ?? 0)")
        }
        for (number, ids) in trip.after.customers.enumerated() { meet(number, ids) }
        for (customer, ids) in expected.enumerated() where !ids.isEmpty {
            let found = images[customer].map { trip.after.customers[$0].map(\.text) } ?? []
            let missing = ids.subtracting(found)
            // Events, and exports of purchases alone, do not tell of customers who hold nothing.
            if missing.isEmpty || found.isEmpty && !isTold(customer, ids) { continue }
            differences.append("\(missing.sorted()) has not come back")
        }
    }

    /// Whether an ID is made of another one as the finding says.
    private func isMade(_ made: String, from text: String, _ code: FindingCode) -> Bool {
        switch code {
        case "hashed": made == hexadecimal(SHA256.hash(Array(text.utf8)))
        case "trimmed": made == text.trimmingCharacters(in: .whitespacesAndNewlines)
        default: isMinted(made)
        }
    }

    private func isMinted(_ text: String) -> Bool {
        trip.target.rules?.identifiers.anonymous.pattern?.matches(text.utf8) ?? false
    }

    /// Whose IDs have come back as one customer.
    private mutating func meet(_ number: Int, _ ids: [NeutralView.ID]) {
        let found = Set(ids.compactMap { owners[$0.text] })
        let strangers = ids.filter { owners[$0.text] == nil }
        guard let owner = found.first, found.count == 1 else {
            differences.append("\(ids.map(\.text)) are of \(found.count) customers")
            return
        }
        for id in ids where areAnonymous[id.text] == !id.isAnonymous && !isMinted(id.text) {
            differences.append("\(id.text) is of the other kind")
        }
        // A device of an identified user has one anonymous ID of the provider's own.
        if strangers.count > 1 || strangers.contains(where: { !isMinted($0.text) }) {
            differences.append("\(strangers.map(\.text)) are new")
        }
        if images.updateValue(number, forKey: owner) != nil {
            differences.append("\(ids.map(\.text)) have come apart")
        }
    }

    /// Whether the provider's files have to tell of a customer: it knows of one, and the files name
    /// customers, or something that the customer holds.
    private func isTold(_ customer: Int, _ ids: Set<String>) -> Bool {
        let dispositions = trip.decisions.things.filter { $0.thing.customer == customer }
        let isKnown = ids.contains { id in
            [true, false].contains { trip.books.known.number(.init(text: id, isApart: $0)) != nil }
        }
        // Who is to come with a purchase that the app brings is not there before.
        let isBrought = dispositions.contains { disposition in
            disposition.code == "brought-by-app" || disposition.code == "ended-long-ago"
        }
        if !isKnown, isBrought { return false }
        let namesCustomers = trip.readers.contains { reader in
            reader.records.contains { $0.kind == .customer }
        }
        return namesCustomers
            || dispositions.contains { disposition in
                isThere(disposition) && trip.isTold(disposition.thing.key)
                    && !lacksStore(disposition.thing.key)
            }
    }
}

extension Finding {
    /// What a report says, as far as it is counted.
    struct Told {
        var code: FindingCode
        var rule: String
        /// The disposition that it explains.
        var disposition: String
        var count: Int
    }

    /// The findings of a report.
    static func all(in folder: TemporaryFolder, _ name: String) throws -> [Told] {
        let findings = try folder.object(name)["findings"] as? [[String: Any]] ?? []
        return findings.map { finding in
            let code = FindingCode(rawValue: finding["code"] as? String ?? "")
            let severity = finding["severity"] as? String ?? ""
            // Nobody misses the anonymous ID of a customer who has another: that is a note.
            let disposition = code == "anonymous-of-identified" ? "dropped" : severity
            return Told(
                code: code, rule: finding["rule"] as? String ?? "", disposition: disposition,
                count: finding["count"] as? Int ?? 0)
        }
    }
}
