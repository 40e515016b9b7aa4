// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Whether one writer takes something: its conditions, compiled so that most are a test of bits.
final class WriterTest {
    /// What speaks against it.
    enum Obstacle: Hashable {
        /// It has a word that the writer does not take.
        case word(PlanField)
        /// A field is missing; the first of those of which one is needed.
        case missing(PlanField)
        /// A field is there that may not be.
        case present(PlanField)
        /// An instant has passed.
        case past(PlanField)
        /// A text is not of the format.
        case format(PlanField)
        /// Its token is older than this limit allows, by its index among the limits.
        case age(Int)
        /// The customer has as many as this one takes.
        case full
        /// The customer has as many as this limit allows all of its writers, by its index among the
        /// limits.
        case overLimit(Int)
        /// It ends later than this limit allows, by its index among the limits.
        case late(Int)
    }

    private struct WordTest {
        let field: PlanField
        let allowed: UInt32
        let isNeeded: Bool
        /// Whether it is an ID, of which it counts whether it is anonymous.
        let isID: Bool

        @inline(__always)
        func allows(_ values: FieldValues) -> Bool {
            let word: UInt32 =
                isID
                ? (values.anonymous.contains(field) ? 1 : 0)
                : UInt32(truncatingIfNeeded: values.number(field))
            return allowed & 1 << word != 0
        }
    }

    private struct TextTest {
        let field: PlanField
        let exact: [[UInt8]]
        let beginnings: [[UInt8]]

        func allows(_ text: Span<UInt8>) -> Bool {
            exact.contains { text.isEqual(to: $0.span) }
                || beginnings.contains { text.starts(with: $0.span) }
        }
    }

    private let words: [WordTest]
    private let texts: [TextTest]
    private let needs: [PlanFieldSet]
    private let without: PlanFieldSet
    private let future: [PlanField]
    private let matches: [(field: PlanField, pattern: Pattern)]
    private let at: Int64?
    /// The oldest that a purchase may have ended, and the limit that says so.
    private let oldest: (end: Int64, limit: Int)?
    /// The latest that it may end, and the limit that says so.
    private let latest: (end: Int64, limit: Int)?
    /// At most so many for one customer.
    private let most: Int
    /// The limits that it shares with other writers, and how many these take for one customer.
    let shared: [(limit: Int, most: Int)]

    init(_ writer: CompiledWriter, _ limits: [ProviderFormats.Limit], at: Int64?) {
        var words: [WordTest] = []
        var texts: [TextTest] = []
        for condition in writer.takes {
            if let mask = WriterTest.mask(condition) {
                words.append(
                    WordTest(
                        field: condition.field, allowed: mask,
                        isNeeded: condition.field == PlanField(.store),
                        isID: condition.field == PlanField(.userID)
                            || condition.field == PlanField(.alias)))
            } else {
                texts.append(
                    TextTest(
                        field: condition.field,
                        exact: condition.words.filter { $0.last != "*" }.map { Array($0.utf8) },
                        beginnings: condition.words.filter { $0.last == "*" }
                            .map { Array($0.dropLast().utf8) }))
            }
        }
        // Other stores are passed over first: what else speaks against a purchase is of more interest.
        self.words = words.filter(\.isNeeded) + words.filter { !$0.isNeeded }
        self.texts = texts
        needs = writer.needs
        without = writer.without
        future = writer.future
        matches = writer.matches
        self.at = at
        let ages = limits.indices.filter {
            limits[$0].subject == .tokenAge && limits[$0].formats.contains(writer.id)
        }
        // The stricter of two limits holds.
        oldest = ages.compactMap { index in
            guard let at, let days = limits[index].count else { return nil }
            return (end: at - Int64(days) * 86_400_000, limit: index)
        }
        .max { $0.end < $1.end }
        func own(_ subject: ProviderFormats.Limit.Subject) -> [(limit: Int, count: Int)] {
            limits.indices.compactMap { index in
                guard limits[index].subject == subject, limits[index].formats.contains(writer.id)
                else { return nil }
                return limits[index].count.map { (limit: index, count: $0) }
            }
        }
        latest = own(.latestMoment).map { (end: Int64($0.count) * 1_000, limit: $0.limit) }
            .min { $0.end < $1.end }
        shared = own(.receipts).map { (limit: $0.limit, most: $0.count) }
        most = writer.mostPerCustomer ?? .max
    }

    /// The words that a condition allows, one bit each; nil where it is about any text.
    private static func mask(_ condition: WriterCondition) -> UInt32? {
        let order: [String]
        switch (condition.field.neutral, condition.field.own) {
        case (.userID, _), (_, .alias): order = ["custom", "anonymous"]
        case (_, .hasPurchases), (_, .hasGrants): order = ["false", "true"]
        case (let field?, _) where field.content == .flag: order = ["false", "true"]
        case (let field?, _) where field.content == .word: order = field.words
        default: return nil
        }
        return condition.words.reduce(0) { mask, word in
            order.firstIndex(of: word).map { mask | 1 << UInt32($0) } ?? mask
        }
    }

    /// The first thing that speaks against something; nil where the writer takes it.
    ///
    /// - Parameters:
    ///   - values: What is known of it.
    ///   - count: As many as the writer has taken for the same customer.
    ///   - ofLimit: As many as the writers of a limit have.
    /// - Returns: What speaks against it.
    func obstacle(_ values: FieldValues, count: Int, ofLimit: (Int) -> Int) -> Obstacle? {
        for number in words.indices {
            let field = words[number].field
            let isPassed =
                values.has(field) ? words[number].allows(values) : !words[number].isNeeded
            if !isPassed { return .word(field) }
        }
        // By their numbers: nothing of the lists is copied, which would count references.
        for number in texts.indices {
            let field = texts[number].field
            if values.has(field), !values.withText(field, texts[number].allows) {
                return .word(field)
            }
        }
        for need in needs where !values.present.intersects(need) {
            return need.first.map { .missing($0) }
        }
        if let field = without.intersection(values.present).first { return .present(field) }
        if let at {
            for field in future where values.has(field) && values.number(field) <= at {
                return .past(field)
            }
        }
        for number in matches.indices {
            let field = matches[number].field
            guard values.has(field) else { continue }
            let isOfFormat = values.withText(field) { matches[number].pattern.matches(bytes: $0) }
            if !isOfFormat { return .format(field) }
        }
        let expiry = PlanField(.expiryDate)
        if let oldest, values.has(expiry), values.number(expiry) < oldest.end {
            return .age(oldest.limit)
        }
        if let latest, values.has(expiry), values.number(expiry) > latest.end {
            return .late(latest.limit)
        }
        // By their numbers, as above.
        for number in shared.indices where ofLimit(shared[number].limit) >= shared[number].most {
            return .overLimit(shared[number].limit)
        }
        return count >= most ? .full : nil
    }
}
