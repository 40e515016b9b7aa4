// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Lays values out for a ``RenderTree``.
struct RenderTreeBuilder {
    typealias Span = RenderTree.Span
    typealias Node = RenderTree.Node

    private(set) var nodes: [Node] = []
    private(set) var pieces: [RenderTree.Piece] = []
    private(set) var fields: [PlanField] = []
    private(set) var members: [RenderTree.Member] = []
    private(set) var cases: [RenderTree.Case] = []
    private(set) var conditions: [RenderTree.Condition] = []
    private(set) var words: [RenderTree.Words] = []
    private(set) var numbers: [Int32] = []
    private(set) var constants: [Span] = []
    private(set) var contents: [RenderTree.Content] = []
    private(set) var fieldWords: [Int32] = []
    private(set) var text: [UInt8] = []

    init() {
        for number in 0..<PlanField.count {
            let field = PlanField(number: number)
            contents.append(RenderTree.Content(field))
            fieldWords.append(Int32(constants.count))
            for word in RenderTreeBuilder.words(of: field) ?? [] {
                constants.append(add(text: word))
            }
        }
    }

    /// The words of a field whose words have numbers; nil for others.
    private static func words(of field: PlanField) -> [String]? {
        switch (field.neutral?.content, field.own) {
        case (.word, _): field.neutral?.words
        case (.flag, _), (_, .hasPurchases): ["false", "true"]
        default: nil
        }
    }

    // MARK: - Adding

    /// Adds a value; returns its place among the nodes.
    mutating func add(_ root: RenderTree.Root) -> Int32 {
        switch root {
        case .cell(let value):
            switch value {
            case .text(let pieces): return add(pieces: pieces)
            case .field(let filling): return add(filling, isJSON: false)
            case .cases, .present, .each, .object, .list, .literal, .null: return add(json: value)
            }
        case .json(let value): return add(json: value)
        case .path(let pieces): return add(pieces: pieces)
        case .verbatim(let text): return add(verbatim: text)
        }
    }

    private mutating func add(json value: CompiledValue) -> Int32 {
        switch value {
        case .literal(let text): return add(verbatim: text)
        case .null: return add(verbatim: "null")
        case .text(let pieces):
            if case .field(let field)? = pieces.first, pieces.count == 1 {
                return add(CompiledValue.Filling([field]), isJSON: true)
            }
            if let constant = CompiledValue.constant(pieces) {
                return add(verbatim: RenderTreeBuilder.json(constant))
            }
            return add(pieces: pieces)
        case .field(let filling): return add(filling, isJSON: true)
        case .cases(let cases, let otherwise):
            let cases = cases.map { each in
                RenderTree.Case(
                    conditions: add(conditions: each.conditions), value: add(json: each.value))
            }
            let parts = add(cases, to: \.cases)
            return add(Node(kind: .cases, parts: parts, otherwise: add(json: otherwise)))
        case .present(let needed, let then, let otherwise):
            return add(
                Node(
                    kind: .present, inner: add(json: then), otherwise: add(json: otherwise),
                    needed: PlanFieldSet(needed)))
        case .each(let value): return add(Node(kind: .each, inner: add(json: value)))
        case .list(let values):
            let elements = values.map { add(json: $0) }
            return add(Node(kind: .list, parts: add(elements, to: \.numbers)))
        case .object(let members):
            let members = members.map { member in
                RenderTree.Member(
                    key: add(text: RenderTree.key(member.name)), value: add(json: member.value),
                    sources: member.fields)
            }
            return add(Node(kind: .object, parts: add(members, to: \.members)))
        }
    }

    private mutating func add(pieces: [CompiledValue.Piece]) -> Int32 {
        let pieces = pieces.map { piece in
            switch piece {
            case .verbatim(let text): RenderTree.Piece(text: add(text: text))
            case .field(let field): RenderTree.Piece(field: field)
            }
        }
        return add(Node(kind: .pieces, parts: add(pieces, to: \.pieces)))
    }

    private mutating func add(_ filling: CompiledValue.Filling, isJSON: Bool) -> Int32 {
        let parts = add(filling.fields, to: \.fields)
        guard filling.form == .word else {
            return add(Node(kind: .field, form: filling.form, parts: parts))
        }
        func written(_ text: String) -> String { isJSON ? RenderTreeBuilder.json(text) : text }
        let lists = filling.fields.map { field in
            let known = RenderTreeBuilder.words(of: field)
            let texts = known ?? filling.words.keys.sorted()
            let places = texts.map { text in
                filling.words[text].map { add(constant: written($0)) } ?? -1
            }
            return RenderTree.Words(
                texts: known == nil ? add(constants: texts) : Span(),
                written: add(places, to: \.numbers))
        }
        let otherwise = filling.otherwise.map { add(constant: written($0)) } ?? -1
        return add(
            Node(
                kind: .word, parts: parts, inner: add(lists, to: \.words).start,
                otherwise: otherwise))
    }

    private mutating func add(conditions: [WriterCondition]) -> Span {
        let conditions = conditions.map { condition in
            var words = RenderTree.Words()
            if let known = RenderTreeBuilder.words(of: condition.field) {
                for (number, word) in known.enumerated() where condition.words.contains(word) {
                    words.mask |= 1 << UInt64(number)
                }
            } else {
                words.texts = add(constants: condition.words)
            }
            return RenderTree.Condition(field: condition.field, words: words)
        }
        return add(conditions, to: \.conditions)
    }

    // MARK: - Lists

    private mutating func add(_ node: Node) -> Int32 {
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private mutating func add<Element>(
        _ elements: [Element], to list: WritableKeyPath<RenderTreeBuilder, [Element]>
    ) -> Span {
        defer { self[keyPath: list] += elements }
        return Span(start: Int32(self[keyPath: list].count), count: Int32(elements.count))
    }

    private mutating func add(constants texts: [String]) -> Span {
        let spans = texts.map { add(text: $0) }
        return add(spans, to: \.constants)
    }

    private mutating func add(constant text: String) -> Int32 {
        constants.append(add(text: text))
        return Int32(constants.count - 1)
    }

    private mutating func add(text: String) -> Span { add(Array(text.utf8), to: \.text) }

    private mutating func add(verbatim text: String) -> Int32 {
        add(Node(kind: .verbatim, parts: add(text: text)))
    }

    private static func json(_ text: String) -> String {
        let bytes = OutputBytes()
        bytes.append(json: text)
        return bytes.text
    }
}

extension RenderTree.Content {
    fileprivate init(_ field: PlanField) {
        switch field.neutral?.content {
        case .text: self = .text
        case .list: self = .list
        case .instant: self = .instant
        case .flag: self = .flag
        case .integer: self = .integer
        case .word: self = .word
        case nil:
            switch field.own {
            case .at: self = .instant
            case .hasPurchases: self = .flag
            case .id: self = .id
            case .idKind: self = .idKind
            case .idOriginal: self = .idOriginal
            case .alias, .sourceID, .ownerID, .targetID, .form, .change, .rule, nil: self = .text
            }
        }
    }
}

extension CompiledValue {
    /// The text of pieces without fields; nil for others.
    fileprivate static func constant(_ pieces: [Piece]) -> String? {
        var text = ""
        for piece in pieces {
            guard case .verbatim(let part) = piece else { return nil }
            text += part
        }
        return text
    }
}

extension RenderTree {
    /// The name of a member as JSON has it, and what stands behind it.
    fileprivate static func key(_ name: String) -> String {
        let bytes = OutputBytes()
        bytes.append(json: name)
        bytes.append(UInt8(ascii: ":"))
        return bytes.text
    }
}
