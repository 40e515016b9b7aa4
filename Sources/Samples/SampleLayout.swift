// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymInput
package import AllonymMappings

/// How a kind of file writes records: what its reader does, the other way round.
package struct SampleLayout {
    private let reader: FormatReader
    private let root = SampleNode()
    /// Of CSV: the byte between cells, the columns and what they hold.
    private let delimiter: UInt8?
    private let columns: [String]
    /// By the rule: what each column holds.
    private var cells: [[Cell]] = []

    /// What a column holds in rows of one rule.
    private enum Cell {
        case empty
        case source(SampleSource)
        case leaf(SampleLeaf)
    }
    private var choice: SampleChoice
    /// The rules whose records stand in lists, so that a document has several.
    private var nested: Set<Int> = []
    /// By the rule: what the elements of a list are, where the list says what it is too.
    private var kinds: [Int: String] = [:]
    /// The rules whose documents are of one customer.
    private var single: Set<String> = []
    /// The customers' rules whose records purchases stand for.
    private var joined: Set<Int> = []
    /// What waits for its page to be full.
    private var pages: [String: [SampleEntry]] = [:]
    private static let pageSize = 100

    package init(_ reader: FormatReader) {
        let reader = reader.sampled
        self.reader = reader
        choice = SampleChoice(reader)
        switch reader.container {
        case .csv(let byte): (delimiter, columns) = (byte, reader.allColumns)
        case .json: (delimiter, columns) = (nil, [])
        }
        addFile()
        for (number, rule) in reader.records.enumerated() {
            root.add(rule.location.steps, of: number)
            if rule.location.isMany { nested.insert(number) }
        }
        for number in reader.records.indices { add(number) }
        let leaves = columns.map { root.member($0).leaf }
        cells = reader.records.indices.map { rule in
            leaves.map { leaf in
                if let source = leaf.onlySource(of: rule) { return .source(source) }
                return leaf.isWritten(by: rule) ? .leaf(leaf) : .empty
            }
        }
    }

    // MARK: - Rules

    private mutating func add(_ number: Int) {
        let rule = reader.records[number]
        let names = reader.events.map(\.name)
        let purchases = reader.records.filter { $0.kind == .purchase }
        if rule.isJoined(with: purchases) { joined.insert(number) }
        var fields = rule.fields
        if rule.kind == .purchase {
            // What stands beside the purchase, of the customer.
            for other in reader.records where other.isJoined(with: [rule]) {
                let paths = fields.map(\.path)
                fields += other.fields.filter { !paths.contains($0.path) }
            }
        }
        for field in fields {
            if case .key = field.path.origin { continue }
            let steps = field.path.steps(from: rule.location)
            let known = reader.knownValues.first { $0.path.steps == steps }
            let pattern = known?.values.first.flatMap { $0 }
            let source = SampleSource(
                field, within: pattern, ofSubscriptions: ofSubscriptions(field, fields))
            root.node(at: steps, for: field, of: number)?
                .leaf.add(source, of: number, eventNames: names)
        }
        for condition in rule.conditions {
            node(condition.path, rule)?.leaf.require(condition, ofRule: number)
            let isKind = reader.knownValues.contains {
                $0.path.description == condition.path.description
            }
            if isKind, rule.location.isMany {
                kinds[number] = condition.values.first.flatMap { $0 }
            }
        }
        if rule.kind == .event {
            for (event, rule) in reader.events.enumerated() {
                for condition in rule.conditions {
                    node(condition.path, reader.records[number])?.leaf
                        .require(condition, ofEvent: event)
                }
            }
        }
        let namesCustomer = rule.fields.contains { $0.path.origin == .document }
        if namesCustomer || !rule.location.steps.contains(.every(nil)) {
            single.insert(page(number))
        }
    }

    /// Where purchases have IDs at two paths, one is called after subscriptions.
    private func ofSubscriptions(_ field: FieldRule, _ fields: [FieldRule]) -> Bool? {
        let paths = fields.filter { $0.field == .purchaseID }.map(\.path.description)
        guard field.field == .purchaseID, paths.contains(where: { $0.contains("subscription") })
        else { return nil }
        return field.path.description.contains("subscription")
    }

    /// What every file has.
    private func addFile() {
        for path in reader.knownBy where !path.isMany {
            fileNode(path).leaf.requireInFile(reader.knownValues.first { $0.path == path })
        }
        for condition in reader.knownValues {
            fileNode(condition.path).leaf.requireInFile(condition)
        }
    }

    private func fileNode(_ path: FormatPath) -> SampleNode {
        path.steps.reduce(root) { node, step in
            if case .member(let name) = step { node.member(name) } else { node }
        }
    }

    private func node(_ path: FormatPath, _ rule: RecordRule) -> SampleNode? {
        var node = root
        for step in path.steps(from: rule.location) {
            switch step {
            case .member(let name): node = node.member(name)
            case .every:
                guard let element = node.element else { return nil }
                node = element
            case .matching: return nil
            }
        }
        return node
    }

    private func page(_ rule: Int) -> String { kinds[rule] ?? "" }

    // MARK: - Lines

    /// Writes the line of column names, where there is one.
    package func writeHead(to bytes: OutputBytes) {
        guard let delimiter else { return }
        for (number, column) in columns.enumerated() {
            if number > 0 { bytes.append(delimiter) }
            bytes.append(cell: .text(column), delimiter: delimiter)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes the records of one customer, each line with its line end.
    package mutating func write(_ records: [SampleRecord], to bytes: OutputBytes) {
        var entries: [SampleEntry] = []
        for record in records { entries += choice.entries(for: record) }
        if !joined.isEmpty, entries.contains(where: { $0.record.kind == .purchase }) {
            entries.removeAll { joined.contains($0.rule) }
        }
        if let delimiter {
            for entry in entries { writeRow(entry, delimiter, bytes) }
            return
        }
        if nested.isEmpty {
            for entry in entries { writeDocument([entry], bytes) }
            return
        }
        if reader.order == .events {
            for entry in entries { writeDocument([entry] + purchase(beside: entry), bytes) }
            return
        }
        var kinds: [String] = []
        for entry in entries where !kinds.contains(page(entry.rule)) {
            kinds.append(page(entry.rule))
        }
        for kind in kinds {
            pages[kind, default: []] += entries.filter { page($0.rule) == kind }
            let count = pages[kind]?.count ?? 0
            if single.contains(kind) || count >= SampleLayout.pageSize { writePage(kind, bytes) }
        }
    }

    /// Writes what still waits.
    package mutating func finish(to bytes: OutputBytes) {
        for kind in pages.keys.sorted() { writePage(kind, bytes) }
    }

    private mutating func writePage(_ kind: String, _ bytes: OutputBytes) {
        if let entries = pages.removeValue(forKey: kind) { writeDocument(entries, bytes) }
    }

    /// The purchase as it is at the time of an event, for events that say so too.
    private mutating func purchase(beside entry: SampleEntry) -> [SampleEntry] {
        guard case .flag(true)? = entry.record[.givesAccess] else { return [] }
        return choice.entries(for: SampleRecord(.purchase, of: entry.record))
    }

    private func writeDocument(_ entries: [SampleEntry], _ bytes: OutputBytes) {
        _ = root.write(entries[...], item: nil, to: bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private func writeRow(_ entry: SampleEntry, _ delimiter: UInt8, _ bytes: OutputBytes) {
        var isFirst = true
        for cell in cells[entry.rule] {
            if !isFirst { bytes.append(delimiter) }
            isFirst = false
            let text: SampleText? =
                switch cell {
                case .empty: nil
                case .source(let source): source.text(of: entry.record, item: nil)
                case .leaf(let leaf): leaf.text(of: entry, item: nil)
                }
            if let text { bytes.append(cell: text, delimiter: delimiter) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension FormatReader {
    /// The columns of a file: those that are documented, or else all that are read.
    fileprivate var allColumns: [String] {
        if !columns.isEmpty { return columns }
        var columns: [String] = []
        for path in knownBy + records.flatMap({ $0.fields.map(\.path) }) + clock
        where !columns.contains(path.description) {
            columns.append(path.description)
        }
        return columns
    }
}
