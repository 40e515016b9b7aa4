// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Why a record is refused; the words are found once it is known that they are needed.
package struct Refusal: Error {
    var rule: Rejection.Rule
    var reason: String
    /// Where in the batch the fault is; nil for the whole record.
    var offset: Int?

    @inline(never)
    init(_ rule: Rejection.Rule, _ reason: String, at offset: Int? = nil) {
        (self.rule, self.reason, self.offset) = (rule, reason, offset)
    }
}

/// Makes records of captures.
struct RecordMaker {
    let batch: RecordBatch
    let compiled: CompiledReader
    /// What files are called in rejections.
    let file: String
    let captures: UnsafeMutablePointer<Capture>

    /// Makes everything that the rules make of a value.
    ///
    /// - Parameters:
    ///   - group: The number of the rules.
    ///   - frame: The frame that the value lies in.
    ///   - raw: The record's own bytes.
    ///   - line: The lines that end before it in the batch.
    func make(_ group: Int, frame: Int, raw: Text, line: Int) {
        var isTaken = false
        let rules = compiled.groups[group]
        for number in 0..<rules.count {
            let rule = rules.pointer(number)
            guard holds(rule, frame) else { continue }
            isTaken = true
            if rule.pointee.kind == .page { continue }
            let mark = batch.mark
            do throws(Refusal) {
                try make(rule, frame, raw, line)
            } catch {
                batch.forget(to: mark)
                // Of one value that is several records the first reason suffices.
                if batch.rejections.last?.raw != raw { reject(error, raw, line) }
                if error.rule == .word { keepCustomer(of: rule.pointee, frame, raw, line) }
            }
        }
        if !isTaken {
            reject(unmatched(group, frame), raw, line)
        }
    }

    @inline(__always)
    private func holds(_ rule: UnsafePointer<CompiledRule>, _ frame: Int) -> Bool {
        let (conditions, exceptions) = (rule.pointee.conditions, rule.pointee.exceptions)
        for number in 0..<conditions.count where !holds(conditions[number], frame) {
            return false
        }
        for number in 0..<exceptions.count where holds(exceptions[number], frame) {
            return false
        }
        return true
    }

    private func make(
        _ compiled: UnsafePointer<CompiledRule>, _ frame: Int, _ raw: Text, _ line: Int
    ) throws(Refusal) {
        let rule = compiled.pointee
        let (head, slots) = batch.beginRecord()
        var latest = Instant.none
        for number in 0..<rule.single.count {
            let field = rule.single.pointer(number)
            let slot = slots + field.pointee.field.number
            if slot.pointee != 0 { continue }
            let bits = try value(of: field, frame)
            slot.pointee = bits
            if field.pointee.isClock, bits != 0 {
                let instant = Instant(milliseconds: Int64(bitPattern: bits ^ Record.least))
                if instant > latest { latest = instant }
            }
        }
        try makeLists(rule, frame, slots)
        for (field, bits) in rule.constants where slots[field] == 0 { slots[field] = bits }
        for (field, text) in rule.constantTexts where slots[field] == 0 {
            slots[field] = batch.buffer.appending(text).bits
        }
        checkSale(rule.kind, slots)
        for field in rule.required where slots[field.number] == 0 {
            throw missing(field, rule)
        }
        let event = rule.kind == .event ? try event(frame, slots) : -1
        if latest.isPresent {
            batch.take(latest, line: line, start: raw.start)
        }
        keep(head, rule.kind, event, raw, line)
    }

    private static let ids: [NeutralField] = [.originalID, .userID, .anonymousID]
    private static let lists: [NeutralField] = [.aliases, .anonymousAliases]

    /// Makes a record of the customer alone: a word that nobody knows says nothing of whose it is.
    private func keepCustomer(
        of rule: CompiledRule, _ frame: Int, _ raw: Text, _ line: Int
    ) {
        guard [.customer, .purchase, .grant, .event].contains(rule.kind) else { return }
        let mark = batch.mark
        let (head, slots) = batch.beginRecord()
        do throws(Refusal) {
            for number in 0..<rule.single.count {
                let field = rule.single.pointer(number)
                let slot = slots + field.pointee.field.number
                if RecordMaker.ids.contains(field.pointee.field), slot.pointee == 0 {
                    slot.pointee = try value(of: field, frame)
                }
            }
            try makeLists(rule, frame, slots)
        } catch {
            return batch.forget(to: mark)
        }
        let fields = RecordMaker.ids + RecordMaker.lists
        for field in rule.lists where !fields.contains(field.field) {
            slots[field.field.number] = 0
        }
        guard fields.contains(where: { slots[$0.number] != 0 }) else {
            return batch.forget(to: mark)
        }
        keep(head, .customer, -1, raw, line)
    }

    @inline(__always)
    private func keep(
        _ head: UnsafeMutablePointer<Record.Head>, _ kind: RecordKind, _ event: Int,
        _ raw: Text, _ line: Int
    ) {
        head.initialize(
            to: Record.Head(
                kind: kind, reader: UInt8(truncatingIfNeeded: compiled.number),
                event: Int16(event), line: UInt32(line), start: UInt32(raw.start),
                count: UInt32(raw.count)))
        batch.keepRecord()
    }

    private func event(
        _ frame: Int, _ slots: UnsafeMutablePointer<UInt64>
    ) throws(Refusal) -> Int {
        let name = Text(bits: slots[NeutralField.eventName.number])
        if name.isPresent {
            let number = compiled.eventNames.find(
                batch.buffer.start + name.start, name.count)
            if number >= 0 {
                for event in compiled.events[number]
                where event.conditions.allSatisfy({ holds($0, frame) }) {
                    return event.rule
                }
            }
        }
        throw unknownEvent(name)
    }

    // MARK: - Messages

    private func missing(_ field: NeutralField, _ rule: CompiledRule) -> Refusal {
        var known: [String] = []
        for list in [rule.single, rule.lists] {
            for number in 0..<list.count where list[number].field == field {
                let name = name(list.pointer(number))
                if !known.contains(name) { known.append(name) }
            }
        }
        return Refusal(.missing, "\(known.joined(separator: " or ")) is missing, or empty")
    }

    func reject(_ refusal: Refusal, _ raw: Text, _ line: Int) {
        // What was decoded has no offset in the input.
        let record = raw.start...max(raw.start, batch.inputCount)
        let offset = refusal.offset.flatMap { record.contains($0) ? $0 : nil } ?? raw.start
        batch.add(
            Rejection(
                rule: refusal.rule, reason: refusal.reason, file: file, line: line, column: offset,
                raw: raw))
    }
}

extension RecordBatch {
    /// A value for a message: short, in one line.
    func quoted(_ text: Text) -> String {
        guard text.isPresent else { return "nothing" }
        let bytes = bytes(of: text)
        let words = String(decoding: bytes.prefix(100), as: UTF8.self).map { character in
            character.isNewline || character == "\0" ? " " : character
        }
        return "\"\(ShownValue.text(of: String(words)))\""
    }
}
