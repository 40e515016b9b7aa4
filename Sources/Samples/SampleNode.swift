// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// What stands at one path of a document, and what stands inside of it.
final class SampleNode {
    /// What is there.
    enum Shape: Equatable {
        case value
        case object
        /// An element for each record, or a member whose name is a field of the record.
        case records(NeutralField?)
        /// An element for each text of a list.
        case texts
        /// Elements that differ in what they are.
        case fixed
        /// A member for each text of a list, with a member of this name that holds a field.
        case keys(String, NeutralField?)
    }

    /// A member of an object.
    struct Member {
        let name: String
        /// The name as JSON writes it, with the colon.
        let head: [UInt8]
        let node: SampleNode
    }

    /// What an element of texts has if its text stands in a field.
    struct Mark {
        let name: String
        let value: String
        let field: NeutralField
        let isList: Bool
    }

    private(set) var shape = Shape.value
    private(set) var members: [Member] = []
    /// What each element is.
    private(set) var element: SampleNode?
    private(set) var marks: [Mark] = []
    /// Of records: which rules have elements here; of texts: the field of each rule.
    private var rules: Set<Int> = []
    private var lists: [Int: NeutralField] = [:]
    let leaf = SampleLeaf()

    /// Whether elements are of a record.
    func holds(_ rule: Int) -> Bool { rules.contains(rule) }

    /// The field whose texts are the elements.
    func list(of rule: Int) -> NeutralField? { lists[rule] }

    /// The member of a name, made if there is none.
    func member(_ name: String) -> SampleNode {
        if shape == .value { shape = .object }
        if let member = members.first(where: { $0.name == name }) { return member.node }
        let head = OutputBytes()
        head.append(json: name)
        head.append(UInt8(ascii: ":"))
        let node = SampleNode()
        members.append(Member(name: name, head: head.array, node: node))
        return node
    }

    private func elementNode() -> SampleNode {
        let node = element ?? SampleNode()
        element = node
        return node
    }

    // MARK: - Paths

    /// Says that a rule has its records at the end of a way.
    func add(_ steps: [FormatPath.Step], of rule: Int) {
        var node = self
        for step in steps {
            switch step {
            case .member(let name): node = node.member(name)
            case .every(let key):
                node.shape = .records(key)
                node.rules.insert(rule)
                node = node.elementNode()
            case .matching: return
            }
        }
    }

    /// The node of a value, made if there is none; nil if it is written by something else.
    ///
    /// - Parameters:
    ///   - steps: The way.
    ///   - field: The field that is read there.
    ///   - rule: The field's rule of records.
    /// - Returns: The node.
    func node(
        at steps: [FormatPath.Step], for field: FieldRule, of rule: Int
    ) -> SampleNode? {
        var node = self
        for (number, step) in steps.enumerated() {
            switch step {
            case .member(let name): node = node.member(name)
            case .every:
                if case .records = node.shape {
                    // Another rule has its records there.
                    guard node.rules.contains(rule) else { return nil }
                    node = node.elementNode()
                } else if let filter = field.filters.first,
                    case .text(let text?)? = filter.values.first
                {
                    node = node.fixedElement(filter.path.description, text)
                } else {
                    node.shape = .texts
                    node.lists[rule] = node.lists[rule] ?? field.field
                    node = node.elementNode()
                }
            case .matching(let name, let value):
                if field.form == .keys {
                    node.shape = .keys(name, FormatPath(value)?.key)
                    node.lists[rule] = field.field
                    return nil
                }
                guard node.shape != .texts else {
                    let isList = field.form == .list || field.form == .texts
                    node.marks.append(
                        Mark(name: name, value: value, field: field.field, isList: isList))
                    return nil
                }
                node = node.fixedElement(name, value)
            }
            if number == steps.count - 1, field.form == .keys { return nil }
        }
        return node
    }

    private func fixedElement(_ name: String, _ value: String) -> SampleNode {
        shape = .fixed
        let key = "\(name)=\(value)"
        if let member = members.first(where: { $0.name == key }) { return member.node }
        let node = SampleNode()
        let mark = OutputBytes()
        mark.append(json: name)
        mark.append(UInt8(ascii: ":"))
        mark.append(json: value)
        members.append(Member(name: key, head: mark.array, node: node))
        return node
    }
}

extension FormatPath {
    /// The field that is meant by the key of an enclosing object.
    fileprivate var key: NeutralField? {
        if case .key(let field) = origin { field } else { nil }
    }
}
