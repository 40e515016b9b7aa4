// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

import AllonymMappings
import AllonymMigration

/// What a field of a record says, as a test writes it.
enum Said: Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// A text, or a word of the field's list.
    case text(String)
    /// Of an instant hours since 2026 began.
    case number(Int)
    /// An instant in milliseconds since 1970.
    case moment(Int64)
    case flag(Bool)
    case list([String])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: String...) { self = .list(elements) }
}

/// A record, as a test writes it.
struct TestRecord {
    var kind: RecordKind
    var event: NeutralEvent?
    /// Whether an event takes effect at the end of its period.
    var isAnnounced = false
    var reader = 0
    var says: [NeutralField: Said]

    static func customer(_ says: [NeutralField: Said]) -> TestRecord {
        TestRecord(kind: .customer, says: says)
    }

    static func purchase(_ says: [NeutralField: Said]) -> TestRecord {
        TestRecord(kind: .purchase, says: says)
    }

    static func grant(_ says: [NeutralField: Said]) -> TestRecord {
        TestRecord(kind: .grant, says: says)
    }

    static func alias(_ says: [NeutralField: Said]) -> TestRecord {
        TestRecord(kind: .alias, says: says)
    }

    /// An event at an hour; its ID is made of what it says unless it says one.
    static func event(
        _ event: NeutralEvent, _ hour: Int, _ says: [NeutralField: Said],
        isAnnounced: Bool = false
    ) -> TestRecord {
        var says = says
        says[.eventTime] = .number(hour)
        if says[.eventID] == nil {
            let named = says.map { "\($0.key.name)=\($0.value)" }.sorted()
            says[.eventID] = .text("\(event) \(named)")
        }
        return TestRecord(kind: .event, event: event, isAnnounced: isAnnounced, says: says)
    }

    /// The same record by another reader.
    func by(_ reader: Int) -> TestRecord {
        var record = self
        record.reader = reader
        return record
    }
}

extension Instant {
    /// Hours since 2026 began.
    static func hour(_ hour: Int) -> Instant {
        Instant(milliseconds: 1_767_225_600_000 + Int64(hour) * 3_600_000)
    }
}

/// A reader of any event: the rule of an event is its index among the neutral events, and behind
/// them once more for events that are announced.
func testReader(
    _ order: FormatReader.Order, sameBy: [NeutralField] = [], listsAll: Bool = false
) throws -> FormatReader {
    // A known reader, of which all that a test can see is changed.
    var reader = try #require(side("revenuecat").formats.readers.first { !$0.events.isEmpty })
    let rule = try #require(reader.events.first)
    (reader.id, reader.order, reader.sameBy) = ("test.\(order.rawValue)", order, sameBy)
    reader.events = [nil, NeutralField.expiryDate].flatMap { field in
        NeutralEvent.allCases.map { event in
            var rule = rule
            (rule.name, rule.event, rule.effectiveFrom) = (event.rawValue, event, field)
            (rule.conditions, rule.note) = ([], nil)
            return rule
        }
    }
    var listed = try #require(reader.records.first)
    (listed.location, listed.kind) = (try #require(FormatPath("$")), .purchase)
    (listed.conditions, listed.exceptions) = ([], [])
    (listed.constants, listed.fields) = ([:], [])
    reader.records = listsAll ? [listed] : []
    (reader.endsByEvent, reader.entitlements) = (false, .some)
    return reader
}

extension RecordBatch {
    /// Adds a record as a reader would; each is a line of its own.
    func add(_ record: TestRecord) {
        let start = buffer.count
        append("record \(count)\n")
        let (head, slots) = beginRecord()
        for (field, said) in record.says { slots[field.number] = bits(field, said) }
        let event = record.event.flatMap { NeutralEvent.allCases.firstIndex(of: $0) } ?? -1
        let announced = record.isAnnounced ? NeutralEvent.allCases.count : 0
        head.initialize(
            to: Record.Head(
                kind: record.kind, reader: UInt8(record.reader), event: Int16(event + announced),
                line: UInt32(count), start: UInt32(start), count: 9))
        for field in [NeutralField.purchaseDate, .eventTime, .versionDate] {
            let moment = self[count].instant(field)
            if moment.isPresent { take(moment, line: count, start: start) }
        }
        keepRecord()
    }

    private func bits(_ field: NeutralField, _ said: Said) -> UInt64 {
        switch said {
        case .text(let text):
            if field.content == .word {
                return UInt64((field.words.firstIndex(of: text) ?? -1) + 1)
            }
            return append(text).bits
        case .number(let number):
            let isInstant = field.content == .instant
            let value = isInstant ? Instant.hour(number).milliseconds : Int64(number)
            return UInt64(bitPattern: value) ^ Record.least
        case .moment(let moment): return UInt64(bitPattern: moment) ^ Record.least
        case .flag(let flag): return flag ? 2 : 1
        case .list(let texts):
            let first = listCount
            for text in texts { addToList(append(text)) }
            return texts.isEmpty ? 0 : Text(start: first, count: texts.count).bits
        }
    }

    @discardableResult
    func append(_ text: String) -> Text {
        let start = buffer.count
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            if let base = bytes.baseAddress { buffer.append(base, bytes.count) }
        }
        return Text(start: start, count: buffer.count - start)
    }
}

/// The population of some records, in the order of the input, by a provider's rules or, if there is
/// none, by nobody's; `batchSize` records come at once.
func population(
    _ records: [TestRecord], of provider: String? = nil, readers: [FormatReader],
    at: Instant = .none, batchSize: Int = 7
) throws -> Population {
    let rules = try provider.map { try loadedRules(of: $0) }
    let intake = Intake(rules: rules, readers: readers, at: at)
    let batch = RecordBatch(capacity: 1 << 12)
    for start in stride(from: 0, to: records.count, by: batchSize) {
        batch.empty()
        for record in records[start..<min(start + batchSize, records.count)] { batch.add(record) }
        intake.add(batch)
        batch.firstLine += batchSize
    }
    return intake.finish()
}

/// A provider's rules under its own defaults.
func loadedRules(of provider: String) throws -> Rules {
    try #require(try mappings().provider(provider)).rules()
}
