// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymMappings

/// A text of a record: a range of its batch's bytes.
package struct Text: Hashable, Sendable {
    /// The first byte, plus 1, in the low half; how many there are in the high one; 0 for none.
    package let bits: UInt64

    @inline(__always)
    package init(start: Int, count: Int) {
        bits = UInt64(truncatingIfNeeded: start &+ 1) | UInt64(truncatingIfNeeded: count) &<< 32
    }

    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// No text; the empty text is another thing.
    package static let none = Text(bits: 0)

    /// Whether there is one.
    package var isPresent: Bool { bits != 0 }
    /// Its first byte in the batch.
    package var start: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) &- 1 }
    /// How many bytes it has.
    package var count: Int { Int(truncatingIfNeeded: bits &>> 32) }
}

/// The texts of one field: a range of the batch's lists.
package struct TextList: Hashable, Sendable {
    let range: Text

    /// Whether there is a list; an empty one is none.
    package var isPresent: Bool { range.isPresent }
    /// How many texts it has.
    package var count: Int { range.count }
}

/// What one record of a provider says, in neutral words.
///
/// It is a look into its batch, and not to be kept longer than that.
package struct Record {
    /// Which record it is, and what it is.
    package struct Head {
        var kind = RecordKind.customer
        /// Which reader of the run.
        var reader: UInt8 = 0
        /// The rule for its event, in the reader's list; -1 for none.
        var event: Int16 = -1
        /// Lines before it in the batch.
        var line: UInt32 = 0
        /// Its bytes in the batch.
        var start: UInt32 = 0
        var count: UInt32 = 0

        package init(
            kind: RecordKind, reader: UInt8, event: Int16, line: UInt32, start: UInt32,
            count: UInt32
        ) {
            (self.kind, self.reader, self.event) = (kind, reader, event)
            (self.line, self.start, self.count) = (line, start, count)
        }
    }

    /// As many fields as each record has.
    static let slotCount = NeutralField.allCases.count
    /// What an instant's and an integer's bits are mixed with, so that 0 is none.
    package static let least = UInt64(bitPattern: Int64.min)

    let head: UnsafePointer<Head>
    let slots: UnsafePointer<UInt64>

    /// What it is.
    package var kind: RecordKind { head.pointee.kind }
    /// Which reader of the run has read it.
    package var reader: Int { Int(head.pointee.reader) }
    /// The rule for its event, in the reader's list; nil where it is no event.
    package var eventRule: Int? { head.pointee.event < 0 ? nil : Int(head.pointee.event) }
    /// Its own bytes, as they stand in the input.
    package var raw: Text {
        Text(start: Int(head.pointee.start), count: Int(head.pointee.count))
    }

    /// Of a field that holds a text.
    @inline(__always)
    package func text(_ field: NeutralField) -> Text { Text(bits: slots[field.number]) }

    /// Of a field that holds a list.
    @inline(__always)
    package func list(_ field: NeutralField) -> TextList { TextList(range: text(field)) }

    /// Of a field that holds a moment.
    @inline(__always)
    package func instant(_ field: NeutralField) -> Instant {
        Instant(milliseconds: Int64(bitPattern: slots[field.number] ^ Record.least))
    }

    /// Of a field that holds yes or no; nil when it is not said.
    @inline(__always)
    package func flag(_ field: NeutralField) -> Bool? {
        slots[field.number] == 0 ? nil : slots[field.number] == 2
    }

    /// Of a field that holds a whole number; nil when it is not said.
    @inline(__always)
    package func integer(_ field: NeutralField) -> Int64? {
        slots[field.number] == 0 ? nil : Int64(bitPattern: slots[field.number] ^ Record.least)
    }

    /// Of a field that holds a word, its index among the field's words; nil when it is not said.
    @inline(__always)
    package func word(_ field: NeutralField) -> Int? {
        slots[field.number] == 0 ? nil : Int(slots[field.number]) - 1
    }

    /// Whether the record says anything of a field.
    @inline(__always)
    package func has(_ field: NeutralField) -> Bool { slots[field.number] != 0 }
}

extension Record {
    /// Where it was bought.
    package var store: NeutralStore? { word(.store).map { NeutralStore.allCases[$0] } }
    /// What was bought.
    package var productKind: NeutralKind? { word(.kind).map { NeutralKind.allCases[$0] } }
    /// How it stands.
    package var state: NeutralState? { word(.state).map { NeutralState.allCases[$0] } }
    /// What was paid for the current period.
    package var period: NeutralPeriod? { word(.periodType).map { NeutralPeriod.allCases[$0] } }
    /// Whether real money was paid.
    package var environment: NeutralEnvironment? {
        word(.environment).map { NeutralEnvironment.allCases[$0] }
    }
}
