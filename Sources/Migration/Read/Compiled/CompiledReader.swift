// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A reader in the form in which it is run: every path is an index among captures.
///
/// Of CSV it is compiled for the columns of one file, of JSON once.
final class CompiledReader: @unchecked Sendable {
    // Unchecked because of the tables, which nobody changes once they are filled.
    let reader: FormatReader
    /// Its number among the readers of the run.
    let number: Int
    /// The fields' rules, by their numbers.
    let rules: [FieldRule]
    let paths: [CompiledPath]
    /// What is made of each location, by the number of the group.
    let groups: FixedList<FixedList<CompiledRule>>
    /// Of each event name its rules, and the rules for each location that makes events.
    let eventNames: ByteTable
    let events: [[CompiledEvent]]
    let plan: JSONPlan
    let knownBy: [CompiledPath]
    let notBy: [CompiledPath]
    /// The slots of these, where they have one.
    let knownSlots: FixedList<Int>
    let notSlots: FixedList<Int>
    let knownValues: [(path: CompiledPath, values: [String?])]
    let errorValues: [(path: CompiledPath, values: [String?])]
    /// What says which list a document is a page of, and what the last page has.
    let pageOf: CompiledPath?
    let lastPage: [(path: CompiledPath, values: [String?])]
    /// The list whose elements can be read one by one; nil where there is none.
    let streamed: StreamedList?

    /// Its tables, to be given back.
    private let tables: [ByteTable]
    private let wordBits: [UnsafeMutablePointer<UInt64>]

    /// A list in a document, of whose elements alone something is made.
    struct StreamedList {
        /// The keys that lead to it.
        var keys: [[UInt8]]
        /// Its slot in the document's frame.
        var slot: Int
        /// The node of its elements.
        var node: Int
        /// The slots around it that records ask for.
        var outerSlots: [Int]
    }

    /// A reader of JSON, or of CSV with these columns.
    init(_ reader: FormatReader, number: Int, columns: [String]? = nil) {
        self.reader = reader
        self.number = number
        var compiler = ReaderCompiler(reader, columns: columns)
        compiler.compile()
        rules = compiler.rules
        paths = compiler.paths
        groups = FixedList(compiler.groups.map { FixedList($0) })
        eventNames = compiler.eventNames
        events = compiler.events
        knownBy = compiler.knownBy
        notBy = compiler.notBy
        knownValues = compiler.knownValues
        errorValues = compiler.errorValues
        knownSlots = FixedList(knownBy.filter(\.levels.isEmpty).map(\.slot))
        notSlots = FixedList(notBy.filter(\.levels.isEmpty).map(\.slot))
        (pageOf, lastPage) = (compiler.pageOf, compiler.lastPage)
        streamed = compiler.streamed
        plan = JSONPlan(compiler.tree, isComplete: reader.isComplete)
        tables = compiler.tables
        wordBits = compiler.wordBits
    }

    deinit {
        for group in groups {
            for rule in group { rule.deallocate() }
            group.deallocate()
        }
        groups.deallocate()
        knownSlots.deallocate()
        notSlots.deallocate()
        for table in tables { table.deallocate() }
        for bits in wordBits { bits.deallocate() }
    }
}
