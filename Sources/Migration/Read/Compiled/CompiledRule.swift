// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Where the captures of a value lie, from the frame of a record.
struct CompiledPath {
    /// One list or object whose elements are gone through.
    struct Level {
        /// Its slot, in the frame that has been reached.
        var slot: Int
        /// What an element has to have.
        var filters: [CompiledFilter] = []
    }

    /// As many frames further out.
    var climb: Int
    /// The lists that lie between; none for a value that occurs once.
    var levels: [Level] = []
    /// The slot of the value.
    var slot: Int
}

/// What an element has to have.
struct CompiledFilter {
    var path: CompiledPath
    /// The texts that it may have.
    var values: Set<String> = []
    /// Whether it may be missing, or null.
    var takesNone = false
    /// Keys of objects around the record; each as frames further out from the record.
    var keys: [Int] = []
}

/// A condition that a record has to meet.
struct CompiledCondition {
    var path: Int
    /// The index of a value that occurs once, or -1.
    var slot: Int
    var climb: Int
    var values: ByteTable
    var takesNone: Bool
}

/// How one field is read: what is asked of every record lies here, the rest in lists.
struct CompiledField {
    /// Its number among all rules of the reader.
    var rule: Int
    /// Where the value is: a number of a path, and where it occurs once, its index; else -1.
    var path: Int
    var slot: Int
    var climb: Int
    /// What it becomes.
    var field: NeutralField
    var content: NeutralField.Content
    var form: FieldRule.Form
    var isClock: Bool
    var zeroIsNone: Bool
    var onlyOne: Bool
    /// The number of the path at which there may be one value at most, or -1.
    var besideOne: Int
    var takesNumbers: Bool
    /// Whether a part of the text is taken.
    var hasPart: Bool
    /// The neutral word of each word, as a slot holds it; 0 for none.
    var words: ByteTable
    var wordBits: UnsafeMutablePointer<UInt64>
}

/// Where a field of a rule is: it is large, and is not copied for each record.
typealias FieldPointer = UnsafePointer<CompiledField>

/// How a record is made at one location.
struct CompiledRule {
    var kind: RecordKind
    var conditions: FixedList<CompiledCondition>
    var exceptions: FixedList<CompiledCondition>
    /// The fields that hold one value, in the order in which they are asked.
    var single: FixedList<CompiledField>
    /// The lists, those of one field behind each other.
    var lists: FixedList<CompiledField>
    /// What a record says by itself, as slots hold it.
    var constants: FixedList<(field: Int, bits: UInt64)>
    /// Constant texts, which have to be copied into each batch.
    var constantTexts: FixedList<(field: Int, text: [UInt8])>
    var required: FixedList<NeutralField>

    func deallocate() {
        conditions.deallocate()
        exceptions.deallocate()
        single.deallocate()
        lists.deallocate()
        constants.deallocate()
        constantTexts.deallocate()
        required.deallocate()
    }
}

/// What one event name means.
struct CompiledEvent {
    var rule: Int
    var conditions: [CompiledCondition]
}
