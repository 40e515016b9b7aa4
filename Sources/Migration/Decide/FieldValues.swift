// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What is known of one thing that may be written: a value for each field that has one.
///
/// Used again and again, so that no thing costs memory of its own.
package final class FieldValues {
    /// The fields that have a value.
    @exclusivity(unchecked) package private(set) var present = PlanFieldSet()
    /// The fields whose ID is an anonymous one.
    @exclusivity(unchecked) package private(set) var anonymous = PlanFieldSet()
    /// The customer's IDs at the target, the original one first.
    @exclusivity(unchecked) package private(set) var ids: [ID] = []

    /// One ID of a customer.
    package struct ID {
        fileprivate var text: StoredRange
        /// Whether it is anonymous.
        package var isAnonymous: Bool
        /// Whether it is the original one.
        package var isOriginal: Bool
    }

    /// Where a text is among the bytes, or a list among the texts.
    fileprivate struct StoredRange {
        var bits: UInt64

        @inline(__always)
        init(start: Int, count: Int) {
            bits = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: count) &<< 32
        }

        @inline(__always)
        init(bits: Int64) { self.bits = UInt64(bitPattern: bits) }

        var start: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
        var count: Int { Int(truncatingIfNeeded: bits &>> 32) }
    }

    /// All texts.
    private let bytes = OutputBytes(capacity: 4096)
    /// For each field the number that it holds, or the bits of the range of its text, or of its list
    /// in `lists`.
    @exclusivity(unchecked) private var numbers = [Int64](repeating: 0, count: PlanField.count)
    @exclusivity(unchecked) private var lists: [StoredRange] = []

    /// Nothing is known.
    package init() {}

    /// What everything that belongs to one customer has in common.
    @exclusivity(unchecked) private var settled = (
        present: PlanFieldSet(), anonymous: PlanFieldSet(), count: 0
    )

    /// Forgets everything.
    package func clear() {
        settled = (PlanFieldSet(), PlanFieldSet(), 0)
        revert()
    }

    /// What is known by now stays until everything is forgotten.
    package func settle() { settled = (present, anonymous, bytes.count) }

    /// Forgets what has come since something was settled; of that nothing may have been set again.
    package func revert() {
        (present, anonymous) = (settled.present, settled.anonymous)
        bytes.cut(to: settled.count)
        if !ids.isEmpty { ids.removeAll(keepingCapacity: true) }
        if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
    }

    /// Forgets one field.
    package func remove(_ field: PlanField) {
        present.remove(field)
        anonymous.remove(field)
    }
}

// MARK: - Writing

extension FieldValues {
    /// Sets a text.
    package func set(_ field: PlanField, _ text: Span<UInt8>) {
        set(keep(text), field)
        present.insert(field)
    }

    /// Sets a text.
    package func set(_ field: PlanField, _ text: String) { text.withSpan { set(field, $0) } }

    /// Sets an ID.
    package func set(_ field: PlanField, id: Span<UInt8>, isAnonymous: Bool) {
        set(field, id)
        if isAnonymous { anonymous.insert(field) } else { anonymous.remove(field) }
    }

    /// Sets an instant, a whole number, or the code of a word among the field's words.
    package func set(_ field: PlanField, number: Int64) {
        numbers[field.number] = number
        present.insert(field)
    }

    /// Sets yes or no.
    package func set(_ field: PlanField, flag: Bool) { set(field, number: flag ? 1 : 0) }

    /// Adds a text to a list.
    ///
    /// All texts of one list come without any of another in between.
    package func append(_ field: PlanField, _ text: Span<UInt8>) {
        let start = present.contains(field) ? range(field).start : lists.count
        present.insert(field)
        lists.append(keep(text))
        set(StoredRange(start: start, count: lists.count - start), field)
    }

    @inline(__always)
    private func range(_ field: PlanField) -> StoredRange {
        StoredRange(bits: numbers[field.number])
    }

    @inline(__always)
    private func set(_ range: StoredRange, _ field: PlanField) {
        numbers[field.number] = Int64(bitPattern: range.bits)
    }

    /// Adds one of the customer's IDs.
    package func append(id: Span<UInt8>, isAnonymous: Bool, isOriginal: Bool) {
        let id = ID(text: keep(id), isAnonymous: isAnonymous, isOriginal: isOriginal)
        if isOriginal { ids.insert(id, at: 0) } else { ids.append(id) }
    }

    private func keep(_ text: Span<UInt8>) -> StoredRange {
        let start = bytes.count
        bytes.append(text)
        return StoredRange(start: start, count: text.count)
    }
}

// MARK: - Reading

extension FieldValues {
    /// Whether a field has a value.
    package func has(_ field: PlanField) -> Bool { present.contains(field) }

    /// Lends a text.
    @inline(__always)
    package func withText<Result>(
        _ field: PlanField, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try withText(at: range(field), body)
    }

    /// The bytes of a text.
    package func bytes(_ field: PlanField) -> [UInt8] { withText(field) { $0.array } }

    /// Whether a field has this text.
    package func has(_ field: PlanField, text: Span<UInt8>) -> Bool {
        has(field) && withText(field) { $0.isEqual(to: text) }
    }

    /// An instant, a whole number, or the code of a word among the field's words.
    package func number(_ field: PlanField) -> Int64 { numbers[field.number] }

    /// How many texts a list has.
    package func count(_ field: PlanField) -> Int { range(field).count }

    /// Lends one text of a list.
    package func withElement<Result>(
        _ field: PlanField, _ number: Int, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try withText(at: lists[range(field).start + number], body)
    }

    /// Lends an ID.
    package func withText<Result>(
        _ id: ID, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try withText(at: id.text, body)
    }

    @inline(__always)
    private func withText<Result>(
        at range: StoredRange, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes.withBytes(range.start..<range.start + range.count, body)
    }

    /// A text as a string; nil where there is none.
    package func string(_ field: PlanField) -> String? {
        has(field) ? withText(field) { $0.text } : nil
    }

    /// The texts of a list; none where there is no list.
    package func strings(_ field: PlanField) -> [String] {
        guard has(field) else { return [] }
        return (0..<count(field)).map { withElement(field, $0) { $0.text } }
    }

    /// A word; nil where there is none.
    package func word<Word: NeutralWord>(_ field: NeutralField, of type: Word.Type) -> Word? {
        let field = PlanField(field)
        return has(field) ? type.allCases[Int(number(field))] : nil
    }
}
