// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Makes ``CompiledValues``.
struct ValueCompiler {
    typealias Slice = CompiledValues.Slice
    typealias Node = CompiledValues.Node

    private(set) var nodes: [Node] = []
    private(set) var pieces: [CompiledValues.Piece] = []
    private(set) var fields: [PlanField] = []
    private(set) var members: [CompiledValues.Member] = []
    private(set) var cases: [CompiledValues.Case] = []
    private(set) var conditions: [CompiledValues.Condition] = []
    private(set) var words: [CompiledValues.Words] = []
    private(set) var numbers: [Int32] = []
    private(set) var constants: [Slice] = []
    private(set) var contents: [CompiledValues.Content] = []
    private(set) var fieldWords: [Int32] = []
    private(set) var text: [UInt8] = []

    init() {
        for number in 0..<PlanField.count {
            let field = PlanField(number: number)
            contents.append(CompiledValues.Content(field))
            fieldWords.append(Int32(constants.count))
            for word in ValueCompiler.words(of: field) ?? [] {
                constants.append(add(text: word))
            }
        }
    }

    /// The words of a field whose words have numbers; nil for others.
    private static func words(of field: PlanField) -> [String]? {
        switch (field.neutral?.content, field.own) {
        case (.word, _): field.neutral?.words
        case (.flag, _), (_, .hasPurchases), (_, .hasGrants): ["false", "true"]
        default: nil
        }
    }

    // MARK: - Adding

    /// Adds a value; returns its index among the nodes.
    mutating func add(_ root: CompiledValues.Root) -> Int32 {
        switch root {
        case .cell(let value): return add(cell: value)
        case .json(let value): return add(json: value)
        case .path(let template): return add(pieces: template)
        case .verbatim(let text): return add(verbatim: text)
        }
    }

    private mutating func add(cell value: FormatValue) -> Int32 {
        switch value {
        case .text(let template): return add(pieces: template)
        case .field(let fields, let form, let words, let otherwise):
            return add(fields, form, words, otherwise, isJSON: false)
        case .needing(let needed, let then, let otherwise):
            return add(
                Node(
                    kind: .present, inner: add(cell: then), otherwise: add(cell: otherwise),
                    needed: PlanFieldSet(needed.map { PlanField($0) })))
        case .cases, .eachID, .object, .list, .boolean, .number, .null: return add(json: value)
        }
    }

    private mutating func add(json value: FormatValue) -> Int32 {
        switch value {
        case .null: return add(verbatim: "null")
        case .boolean(let flag): return add(verbatim: flag ? "true" : "false")
        case .number(let number): return add(verbatim: String(number))
        case .text(let template):
            if let field = template.onlyField {
                return add(
                    Node(kind: .field, form: .text, parts: add([field], to: \.fields)))
            }
            if let constant = template.constant {
                return add(verbatim: ValueCompiler.json(constant))
            }
            return add(pieces: template)
        case .field(let fields, let form, let words, let otherwise):
            return add(fields, form, words, otherwise, isJSON: true)
        case .cases(let cases, let otherwise):
            let cases = cases.map { each in
                CompiledValues.Case(
                    conditions: add(conditions: WriterCondition.list(each.conditions)),
                    value: add(json: each.value))
            }
            let parts = add(cases, to: \.cases)
            return add(Node(kind: .cases, parts: parts, otherwise: add(json: otherwise)))
        case .needing(let needed, let then, let otherwise):
            return add(
                Node(
                    kind: .present, inner: add(json: then), otherwise: add(json: otherwise),
                    needed: PlanFieldSet(needed.map { PlanField($0) })))
        case .eachID(let value): return add(Node(kind: .each, inner: add(json: value)))
        case .list(let values):
            let elements = values.map { add(json: $0) }
            return add(Node(kind: .list, parts: add(elements, to: \.numbers)))
        case .object(let members):
            let members = members.map { member in
                CompiledValues.Member(
                    key: add(text: CompiledValues.key(member.name)), value: add(json: member.value),
                    oneOf: member.value.oneOf)
            }
            return add(Node(kind: .object, parts: add(members, to: \.members)))
        }
    }

    private mutating func add(pieces template: FormatTemplate) -> Int32 {
        let pieces = template.pieces.map { piece in
            switch piece {
            case .verbatim(let text): CompiledValues.Piece(text: add(text: text))
            case .field(let field): CompiledValues.Piece(field: PlanField(field))
            }
        }
        return add(Node(kind: .pieces, parts: add(pieces, to: \.pieces)))
    }

    private mutating func add(
        _ fields: [FormatField], _ form: FieldRule.Form, _ words: [String: String?],
        _ otherwise: String?, isJSON: Bool
    ) -> Int32 {
        let fields = fields.map { PlanField($0) }
        let parts = add(fields, to: \.fields)
        guard form == .word else {
            return add(Node(kind: .field, form: WrittenForm(form), parts: parts))
        }
        let targets = words.compactMapValues { $0 }
        func written(_ text: String) -> String { isJSON ? ValueCompiler.json(text) : text }
        let lists = fields.map { field in
            let known = ValueCompiler.words(of: field)
            let texts = known ?? targets.keys.sorted()
            let indices = texts.map { text in
                targets[text].map { add(constant: written($0)) } ?? -1
            }
            return CompiledValues.Words(
                texts: known == nil ? add(constants: texts) : Slice(),
                written: add(indices, to: \.numbers))
        }
        let other = otherwise.map { add(constant: written($0)) } ?? -1
        return add(
            Node(
                kind: .word, parts: parts, inner: add(lists, to: \.words).start, otherwise: other))
    }

    private mutating func add(conditions: [WriterCondition]) -> Slice {
        let conditions = conditions.map { condition in
            var words = CompiledValues.Words()
            if let known = ValueCompiler.words(of: condition.field) {
                for (number, word) in known.enumerated() where condition.words.contains(word) {
                    words.mask |= 1 << UInt64(number)
                }
            } else {
                words.texts = add(constants: condition.words)
            }
            return CompiledValues.Condition(field: condition.field, words: words)
        }
        return add(conditions, to: \.conditions)
    }

    // MARK: - Lists

    private mutating func add(_ node: Node) -> Int32 {
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private mutating func add<Element>(
        _ elements: [Element], to list: WritableKeyPath<ValueCompiler, [Element]>
    ) -> Slice {
        defer { self[keyPath: list] += elements }
        return Slice(start: Int32(self[keyPath: list].count), count: Int32(elements.count))
    }

    private mutating func add(constants texts: [String]) -> Slice {
        let spans = texts.map { add(text: $0) }
        return add(spans, to: \.constants)
    }

    private mutating func add(constant text: String) -> Int32 {
        constants.append(add(text: text))
        return Int32(constants.count - 1)
    }

    private mutating func add(text: String) -> Slice { add(Array(text.utf8), to: \.text) }

    private mutating func add(verbatim text: String) -> Int32 {
        add(Node(kind: .verbatim, parts: add(text: text)))
    }

    private static func json(_ text: String) -> String {
        let bytes = OutputBytes()
        bytes.append(json: text)
        return bytes.text
    }
}

extension CompiledValues.Content {
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
            case .hasPurchases, .hasGrants: self = .flag
            case .id: self = .id
            case .idKind: self = .idKind
            case .idOriginal: self = .idOriginal
            case .alias, .sourceID, .ownerID, .targetID, .form, .change, .rule, nil: self = .text
            }
        }
    }
}

extension FormatValue {
    /// The fields of which one has to be known, where that is all it takes; nil where that does not
    /// tell whether it is absent.
    fileprivate var oneOf: PlanFieldSet? {
        let set: PlanFieldSet
        switch self {
        case .field(let fields, let form, _, _) where form != .word:
            set = PlanFieldSet(fields.map { PlanField($0) })
        case .text(let template):
            guard let field = template.onlyField else { return nil }
            set = [field]
        default: return nil
        }
        // Those of one ID in a list of them are not among the values.
        return set.intersects(RowRenderer.ofID) ? nil : set
    }
}

extension CompiledValues {
    /// The name of a member as JSON has it, and what stands behind it.
    fileprivate static func key(_ name: String) -> String {
        let bytes = OutputBytes()
        bytes.append(json: name)
        bytes.append(UInt8(ascii: ":"))
        return bytes.text
    }
}
