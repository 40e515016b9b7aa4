// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What is known of one thing that may be written: a value for each field that has one.
///
/// Used again and again, so that no thing costs memory of its own. The bytes that it hands out are
/// good until something is added.
package final class FieldValues {
    /// The fields that have a value.
    @exclusivity(unchecked) package private(set) var present = PlanFieldSet()
    /// The fields whose ID is an anonymous one.
    @exclusivity(unchecked) package private(set) var anonymous = PlanFieldSet()
    /// The customer's IDs at the target, the original one first.
    @exclusivity(unchecked) package private(set) var ids: [ID] = []

    /// One ID of a customer.
    package struct ID {
        fileprivate var text: Place
        /// Whether it is anonymous.
        package var isAnonymous: Bool
        /// Whether it is the original one.
        package var isOriginal: Bool
    }

    /// Where a text is among the bytes, or a list among the texts.
    fileprivate struct Place {
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

    @exclusivity(unchecked) private var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity = 4096
    @exclusivity(unchecked) private var count = 0
    /// For each field the number that it holds, or the bits of the place of its text, or of its list
    /// in `lists`.
    private let numbers: UnsafeMutablePointer<Int64>
    @exclusivity(unchecked) private var lists: [Place] = []

    /// Nothing is known.
    package init() {
        bytes = .allocate(capacity: capacity)
        numbers = .allocate(capacity: PlanField.count)
        numbers.initialize(repeating: 0, count: PlanField.count)
    }

    deinit {
        bytes.deallocate()
        numbers.deallocate()
    }

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
    package func settle() { settled = (present, anonymous, count) }

    /// Forgets what has come since something was settled; of that nothing may have been set again.
    package func revert() {
        (present, anonymous, count) = settled
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
    package func set(_ field: PlanField, _ text: UnsafeRawBufferPointer) {
        set(keep(text), field)
        present.insert(field)
    }

    /// Sets a text that somebody writes where there is room for so many bytes; that one says how many
    /// they are.
    @inline(__always)
    func set(_ field: PlanField, most: Int, write: (UnsafeMutableRawPointer) -> Int) {
        if count + most > capacity { grow(to: count + most) }
        let written = write(UnsafeMutableRawPointer(bytes + count))
        assert(written <= most)
        set(Place(start: count, count: written), field)
        count += written
        present.insert(field)
    }

    /// Sets a text.
    package func set(_ field: PlanField, _ text: String) {
        var text = text
        text.withUTF8 { set(field, UnsafeRawBufferPointer($0)) }
    }

    /// Sets an ID.
    package func set(_ field: PlanField, id: UnsafeRawBufferPointer, isAnonymous: Bool) {
        set(field, id)
        if isAnonymous { anonymous.insert(field) } else { anonymous.remove(field) }
    }

    /// Sets an instant, a whole number, or the place of a word among the field's words.
    package func set(_ field: PlanField, number: Int64) {
        numbers[field.number] = number
        present.insert(field)
    }

    /// Sets yes or no.
    package func set(_ field: PlanField, flag: Bool) { set(field, number: flag ? 1 : 0) }

    /// Adds a text to a list.
    ///
    /// All texts of one list come without any of another in between.
    package func append(_ field: PlanField, _ text: UnsafeRawBufferPointer) {
        let start = present.contains(field) ? place(field).start : lists.count
        present.insert(field)
        lists.append(keep(text))
        set(Place(start: start, count: lists.count - start), field)
    }

    @inline(__always)
    private func place(_ field: PlanField) -> Place { Place(bits: numbers[field.number]) }

    @inline(__always)
    private func set(_ place: Place, _ field: PlanField) {
        numbers[field.number] = Int64(bitPattern: place.bits)
    }

    /// Adds one of the customer's IDs.
    package func append(id: UnsafeRawBufferPointer, isAnonymous: Bool, isOriginal: Bool) {
        let id = ID(text: keep(id), isAnonymous: isAnonymous, isOriginal: isOriginal)
        if isOriginal { ids.insert(id, at: 0) } else { ids.append(id) }
    }

    private func keep(_ text: UnsafeRawBufferPointer) -> Place {
        if count + text.count > capacity { grow(to: count + text.count) }
        if let start = text.baseAddress {
            UnsafeMutableRawPointer(bytes + count)
                .copyMemory(from: start, byteCount: text.count)
        }
        defer { count += text.count }
        return Place(start: count, count: text.count)
    }

    private func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}

// MARK: - Reading

extension FieldValues {
    /// Whether a field has a value.
    package func has(_ field: PlanField) -> Bool { present.contains(field) }

    /// The bytes of a text.
    package func text(_ field: PlanField) -> UnsafeBufferPointer<UInt8> {
        text(at: place(field))
    }

    /// An instant, a whole number, or the place of a word among the field's words.
    package func number(_ field: PlanField) -> Int64 { numbers[field.number] }

    /// How many texts a list has.
    package func count(_ field: PlanField) -> Int { place(field).count }

    /// One text of a list.
    package func element(_ field: PlanField, _ number: Int) -> UnsafeBufferPointer<UInt8> {
        text(at: lists[place(field).start + number])
    }

    /// The bytes of an ID.
    package func text(_ id: ID) -> UnsafeBufferPointer<UInt8> { text(at: id.text) }

    private func text(at place: Place) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + place.start, count: place.count)
    }

    /// A text as a string; nil where there is none.
    package func string(_ field: PlanField) -> String? {
        has(field) ? String(decoding: text(field), as: UTF8.self) : nil
    }

    /// The texts of a list; none where there is no list.
    package func strings(_ field: PlanField) -> [String] {
        guard has(field) else { return [] }
        return (0..<count(field)).map { String(decoding: element(field, $0), as: UTF8.self) }
    }

    /// A word; nil where there is none.
    package func word<Word: NeutralWord>(_ field: NeutralField, of type: Word.Type) -> Word? {
        let field = PlanField(field)
        return has(field) ? type.allCases[Int(number(field))] : nil
    }
}
