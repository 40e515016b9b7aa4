// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// ``FormatValue``s as numbers and bytes in a few lists.
///
/// Writing follows numbers: no reference is counted, and no word is looked up by its text.
package final class CompiledValues: Sendable {
    /// What a value is to become.
    package enum Root {
        /// A cell of a table.
        case cell(FormatValue)
        /// A value of JSON.
        case json(FormatValue)
        /// A part of a JSON text, with its fields percent-encoded.
        case path(FormatTemplate)
        /// Text as it stands.
        case verbatim(String)
    }

    /// A range of the bytes, or of one of the lists.
    struct Slice {
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
        var form = WrittenForm.text
        /// Its pieces, fields, cases, elements or members; or the bytes of what is constant.
        var parts = Slice()
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
        var text = Slice()
    }

    struct Member {
        /// Name and colon.
        var key: Slice
        var value: Int32
        /// It is absent if none of these is there; nil where that does not tell.
        var oneOf: PlanFieldSet?
    }

    struct Case {
        var conditions: Slice
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
        /// Of any other: the texts, and at the same indices what is written for them.
        var texts = Slice()
        /// What is written for each of the numbers, or texts: indices in `constants`, -1 for nothing.
        var written = Slice()
    }

    /// How a field is written.
    enum Content {
        case text, list, instant, flag, integer, word, id, idKind, idOriginal
    }

    let roots: [Int32]
    let nodes: [Node]
    let pieces: [Piece]
    let fields: [PlanField]
    let members: [Member]
    let cases: [Case]
    let conditions: [Condition]
    let words: [Words]
    /// Nodes and constants by their numbers, one list behind the other.
    let numbers: [Int32]
    let constants: [Slice]
    /// For each field how it is written, and the first of its words among the constants.
    let contents: [Content]
    let fieldWords: [Int32]
    private let text: [UInt8]

    /// Compiles some values, which are known by their indices.
    package init(_ values: [Root]) {
        var compiler = ValueCompiler()
        roots = values.map { compiler.add($0) }
        nodes = compiler.nodes
        pieces = compiler.pieces
        fields = compiler.fields
        members = compiler.members
        cases = compiler.cases
        conditions = compiler.conditions
        words = compiler.words
        numbers = compiler.numbers
        constants = compiler.constants
        contents = compiler.contents
        fieldWords = compiler.fieldWords
        text = compiler.text
    }

    /// Writes constant bytes.
    @inline(__always)
    func write(_ slice: Slice, to bytes: OutputBytes) {
        let text = text
        bytes.append(text.span.extracting(slice.range))
    }

    /// Whether constant bytes are the same as others.
    func isEqual(_ slice: Slice, to other: Span<UInt8>) -> Bool {
        let text = text
        return text.span.extracting(slice.range).isEqual(to: other)
    }
}
