// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// ``CompiledValue``s laid out in rows of plain memory.
///
/// Writing follows numbers: no reference is counted, and no word is looked up by its text.
final class RenderTree {
    /// What a value is to become.
    enum Root {
        /// A cell of a table.
        case cell(CompiledValue)
        /// A value of JSON.
        case json(CompiledValue)
        /// A part of a JSON text, with its fields percent-encoded.
        case path([CompiledValue.Piece])
        /// Text as it stands.
        case verbatim(String)
    }

    /// A range of the tree's bytes, or of one of its lists.
    struct Span {
        var start: Int32 = 0
        var count: Int32 = 0

        var range: Range<Int> { Int(start)..<Int(start &+ count) }
    }

    enum Kind {
        /// The bytes of `parts`, as they stand.
        case verbatim
        /// A text of several pieces.
        case pieces
        /// The first field that is there.
        case field
        /// The target's word for the first field that is there.
        case word
        /// The first case that holds.
        case cases
        /// One value if all fields are there, else another.
        case present
        /// A list with an element for each ID.
        case each
        case list
        case object
    }

    struct Node {
        var kind: Kind
        var form = CompiledValue.Form.text
        /// Its pieces, fields, cases, elements or members; or the bytes of what is constant.
        var parts = Span()
        /// The value within, of what is present and of each ID; of a word the first of its lists of
        /// words.
        var inner: Int32 = -1
        /// What stands there otherwise: a node, of a word a constant; -1 for nothing.
        var otherwise: Int32 = -1
        /// Without these the other value is written.
        var needed = PlanFieldSet()
    }

    /// A part of a text.
    struct Piece {
        /// Nil where the text is constant.
        var field: PlanField?
        var text = Span()
    }

    struct Member {
        /// Name and colon.
        var key: Span
        var value: Int32
        /// It is absent if none of these is there; nil where that does not tell.
        var sources: PlanFieldSet?
    }

    struct Case {
        var conditions: Span
        var value: Int32
    }

    /// A field that has to have one of some words.
    struct Condition {
        var field: PlanField
        var words: Words
    }

    /// Some of the words that a field can have.
    struct Words {
        /// Of a field whose words have numbers: one bit for each.
        var mask: UInt64 = 0
        /// Of any other: the texts, and at the same places what is written for them.
        var texts = Span()
        /// What is written for each of the numbers, or texts: places in `constants`, -1 for nothing.
        var written = Span()
    }

    /// How a field is written.
    enum Content {
        case text, list, instant, flag, integer, word, id, idKind, idOriginal
    }

    let roots: FixedList<Int32>
    let nodes: FixedList<Node>
    let pieces: FixedList<Piece>
    let fields: FixedList<PlanField>
    let members: FixedList<Member>
    let cases: FixedList<Case>
    let conditions: FixedList<Condition>
    let words: FixedList<Words>
    /// Nodes and constants by their numbers, one list behind the other.
    let numbers: FixedList<Int32>
    let constants: FixedList<Span>
    /// For each field how it is written, and the first of its words among the constants.
    let contents: FixedList<Content>
    let fieldWords: FixedList<Int32>
    private let text: FixedList<UInt8>

    /// The tree of some values, by their places.
    init(_ values: [Root]) {
        var builder = RenderTreeBuilder()
        roots = FixedList(values.map { builder.add($0) })
        nodes = FixedList(builder.nodes)
        pieces = FixedList(builder.pieces)
        fields = FixedList(builder.fields)
        members = FixedList(builder.members)
        cases = FixedList(builder.cases)
        conditions = FixedList(builder.conditions)
        words = FixedList(builder.words)
        numbers = FixedList(builder.numbers)
        constants = FixedList(builder.constants)
        contents = FixedList(builder.contents)
        fieldWords = FixedList(builder.fieldWords)
        text = FixedList(builder.text)
    }

    deinit {
        roots.deallocate()
        nodes.deallocate()
        pieces.deallocate()
        fields.deallocate()
        members.deallocate()
        cases.deallocate()
        conditions.deallocate()
        words.deallocate()
        numbers.deallocate()
        constants.deallocate()
        contents.deallocate()
        fieldWords.deallocate()
        text.deallocate()
    }

    /// Constant bytes.
    @inline(__always)
    func bytes(_ span: Span) -> UnsafeBufferPointer<UInt8> { text.buffer(span.range) }
}
