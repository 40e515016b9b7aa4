// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Turns paths into indices of captures.
struct ReaderCompiler {
    let reader: FormatReader
    /// The columns of a CSV file; nil of JSON.
    let columns: [String]?
    var tree = JSONTree()
    var rules: [FieldRule] = []
    var paths: [CompiledPath] = []
    var groups: [[CompiledRule]] = []
    var groupOfNode: [Int: Int] = [:]
    var eventNames = ByteTable([])
    var events: [[CompiledEvent]] = []
    var knownBy: [CompiledPath] = []
    var notBy: [CompiledPath] = []
    var knownValues: [(path: CompiledPath, values: [String?])] = []
    var errorValues: [(path: CompiledPath, values: [String?])] = []
    var pageOf: CompiledPath?
    var lastPage: [(path: CompiledPath, values: [String?])] = []
    var streamed: CompiledReader.StreamedList?
    var tables: [ByteTable] = []
    var wordBits: [UnsafeMutablePointer<UInt64>] = []
    /// Slots of the document's frame that are asked for from its elements.
    var outerSlots: Set<Int> = []
    /// Whether a list of the document is asked for from the elements of another one.
    var hasOuterLists = false

    init(_ reader: FormatReader, columns: [String]?) {
        self.reader = reader
        self.columns = columns
        tables.append(eventNames)
    }

    mutating func compile() {
        let document = Location(node: 0, steps: [(node: 0, frames: 0, key: nil)])
        knownBy = reader.knownBy.map { path($0, from: document) }
        notBy = reader.notBy.map { path($0, from: document) }
        knownValues = reader.knownValues.map { (path($0.path, from: document), $0.values) }
        errorValues = reader.errorValues.map { (path($0.path, from: document), $0.values) }
        if let list = reader.pageOf { pageOf = path(list, from: document) }
        lastPage = reader.lastPage.map { (path($0.path, from: document), $0.values) }
        outerSlots = []
        for rule in reader.records {
            let location = location(of: rule.location)
            let compiled = compile(rule, at: location)
            if let group = groupOfNode[location.node] {
                groups[group].append(compiled)
            } else {
                groupOfNode[location.node] = groups.count
                tree.setGroup(groups.count, of: location.node)
                groups.append([compiled])
            }
        }
        compileEvents()
        streamed = findStreamed()
    }

    // MARK: - Locations

    /// Where a record lies, and the way there.
    struct Location {
        var node: Int
        /// Each node on the way with the number of frames around it, and the field of its key.
        var steps: [(node: Int, frames: Int, key: NeutralField?)]

        var frames: Int { steps.last?.frames ?? 0 }
    }

    mutating func location(of path: FormatPath) -> Location {
        var location = Location(node: 0, steps: [(node: 0, frames: 0, key: nil)])
        for step in path.steps {
            var (frames, key) = (location.frames, NeutralField?.none)
            switch step {
            case .member(let name): location.node = tree.member(name, of: location.node)
            case .every(let field):
                location.node = tree.every(of: location.node)
                (frames, key) = (frames + 1, field)
            case .matching:
                location.node = tree.every(of: location.node)
                frames += 1
            }
            location.steps.append((location.node, frames, key))
        }
        return location
    }

    /// The location of a value that is named from a record.
    mutating func path(
        _ path: FormatPath, from location: Location, filters: [FieldRule.Filter] = [],
        endsInKey: Bool = false
    ) -> CompiledPath {
        if let columns { return column(path, columns) }
        var start = location.steps[location.steps.count - 1]
        switch path.origin {
        case .record: break
        case .document: start = location.steps[0]
        case .outer(let count): start = location.steps[max(0, location.steps.count - 1 - count)]
        case .key(let field):
            start = location.steps.last { $0.key == field } ?? location.steps[0]
            return CompiledPath(climb: location.frames - start.frames, slot: JSONPlan.keySlot)
        }
        var compiled = CompiledPath(climb: location.frames - start.frames, slot: 0)
        var node = start.node
        for step in path.steps {
            if case .member(let name) = step {
                node = tree.member(name, of: node)
            } else {
                compiled.levels.append(CompiledPath.Level(slot: tree.nodes[node].slot))
                node = tree.every(of: node)
                if case .matching(let name, let value) = step {
                    let last = compiled.levels.count - 1
                    compiled.levels[last].filters = [matching(name, value, node, location)]
                }
            }
        }
        if endsInKey, !path.isMany {
            compiled.levels.append(CompiledPath.Level(slot: tree.nodes[node].slot))
            node = tree.every(of: node)
        }
        compiled.slot = endsInKey ? JSONPlan.keySlot : tree.nodes[node].slot
        noteOuter(compiled, location)
        if let last = compiled.levels.indices.last, !filters.isEmpty {
            let element = tree.nodes[node].frame
            compiled.levels[last].filters += filters.map { filter($0, element, location) }
        }
        return compiled
    }

    /// What `[name=value]` asks of elements; the value may be the key of an enclosing object.
    private mutating func matching(
        _ name: String, _ value: String, _ element: Int, _ location: Location
    ) -> CompiledFilter {
        let member = tree.member(name, of: element)
        let slot = tree.nodes[member].slot
        var filter = CompiledFilter(path: CompiledPath(climb: 0, slot: slot))
        if case .key(let field)? = FormatPath(value)?.origin {
            filter.keys = [path(FormatPath(key: field), from: location).climb]
        } else {
            filter.values = [value]
        }
        return filter
    }

    private mutating func filter(
        _ filter: FieldRule.Filter, _ element: Int, _ location: Location
    ) -> CompiledFilter {
        let inner = Location(node: element, steps: [(node: element, frames: 0, key: nil)])
        var compiled = CompiledFilter(path: path(filter.path, from: inner))
        for value in filter.values {
            switch value {
            case .text(let text?): compiled.values.insert(text)
            case .text(nil): compiled.takesNone = true
            case .key(let field):
                compiled.keys.append(path(FormatPath(key: field), from: location).climb)
            }
        }
        return compiled
    }

    /// The document's frame is built anew where its elements are read one by one.
    private mutating func noteOuter(_ path: CompiledPath, _ location: Location) {
        guard location.frames > 0, path.climb == location.frames else { return }
        outerSlots.insert(path.slot)
        if !path.levels.isEmpty { hasOuterLists = true }
    }

    private func column(_ path: FormatPath, _ columns: [String]) -> CompiledPath {
        guard case .member(let name)? = path.steps.first,
            let column = columns.firstIndex(of: name)
        else { return CompiledPath(climb: 0, slot: JSONPlan.elementSlot) }
        return CompiledPath(climb: 0, slot: CompiledReader.firstColumn + column)
    }

    // MARK: - Streaming

    /// The list that all records but the pages lie in.
    private func findStreamed() -> CompiledReader.StreamedList? {
        guard columns == nil, !hasOuterLists else { return nil }
        var keys: [String]?
        for rule in reader.records where rule.kind != .page {
            let steps = rule.location.steps
            guard let many = steps.firstIndex(where: { $0 == .every(nil) }) else { return nil }
            let names = steps[..<many].compactMap { step in
                if case .member(let name) = step { name } else { nil }
            }
            guard names.count == many, keys == nil || keys == names else { return nil }
            keys = names
        }
        guard let keys, !keys.isEmpty else { return nil }
        var node = 0
        for key in keys {
            guard let next = tree.nodes[node].names[key] else { return nil }
            node = next
        }
        let slot = tree.nodes[node].slot
        return CompiledReader.StreamedList(
            keys: keys.map { Array($0.utf8) }, slot: slot, node: tree.nodes[node].every,
            outerSlots: outerSlots.filter { $0 != slot }.sorted())
    }
}

extension CompiledReader {
    /// The slot of the first column.
    static let firstColumn = 2
}
