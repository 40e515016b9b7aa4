// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMappings
    package import AllonymSimulation
    import Foundation

    /// What is wrong with a JSON document that somebody wrote, and where.
    package struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file, if it was one.
        package var file: String?
        /// The member, such as `webhooks[0].url`; empty for the document.
        package let member: String
        /// What was expected, and what was found.
        package let reason: String

        /// A fault of a member.
        package init(_ member: String, _ reason: String, file: String? = nil) {
            self.member = member
            self.reason = reason
            self.file = file
        }

        /// All of it, in one line.
        package var description: String {
            [file, member.isEmpty ? nil : member, reason].compactMap { $0 }.joined(separator: ": ")
        }
    }

    /// An object of a JSON document: asked for its members by name, and in the end for what nobody
    /// asked for, so that a misspelt member is refused and not ignored.
    package struct JSONObject {
        private let members: [String: CatalogueValue]
        private let path: String
        private var asked: Set<String> = []

        /// Reads a document that is an object.
        ///
        /// - Throws: ``DocumentFault`` where it is none.
        package init(_ bytes: [UInt8]) throws(DocumentFault) {
            let value: CatalogueValue
            do throws(JSONSyntaxFault) {
                value = try JSONSyntax.value(CatalogueValue.self, of: bytes)
            } catch {
                throw DocumentFault("", error.description)
            }
            try self.init(value, at: "")
        }

        /// The object that a value is.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - path: Where it stands in the document.
        /// - Throws: ``DocumentFault`` where it is none.
        package init(_ value: CatalogueValue, at path: String) throws(DocumentFault) {
            guard case .object(let members) = value else {
                throw DocumentFault(path, "expected an object, found \(value.kind)")
            }
            self.members = members
            self.path = path
        }

        /// The names of all members, sorted.
        package var names: [String] { members.keys.sorted() }

        /// Where a member stands in the document.
        package func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

        /// A fault of a member.
        package func fault(_ name: String, _ reason: String) -> DocumentFault {
            DocumentFault(place(name), reason)
        }

        /// A member as it is; nil where it is missing or null.
        package mutating func value(_ name: String) -> CatalogueValue? {
            asked.insert(name)
            guard let value = members[name], value != .null else { return nil }
            return value
        }

        /// A text; nil where it is missing or null.
        package mutating func text(_ name: String) throws(DocumentFault) -> String? {
            guard let value = value(name) else { return nil }
            guard case .text(let text) = value else {
                throw fault(name, "expected a text, found \(value.kind)")
            }
            return text
        }

        /// A text that has to be there and say something.
        package mutating func needed(_ name: String) throws(DocumentFault) -> String {
            if let text = try text(name), !text.isEmpty { return text }
            // Who has mistyped its name has not forgotten it.
            let others = members.keys.filter { !asked.contains($0) }
            if members[name] == nil,
                let other = NearestNames(name, among: others.sorted()).names.first
            {
                throw unknown(other, among: [name])
            }
            throw fault(name, "expected a text that is not empty")
        }

        /// True or false; nil where it is missing or null.
        package mutating func flag(_ name: String) throws(DocumentFault) -> Bool? {
            guard let value = value(name) else { return nil }
            guard case .bool(let flag) = value else {
                throw fault(name, "expected true or false, found \(value.kind)")
            }
            return flag
        }

        /// A whole number; nil where it is missing or null.
        ///
        /// It is read digit by digit. One that 64 bits do not hold is refused, and never rounded to
        /// the nearest that can be had.
        package mutating func number(_ name: String) throws(DocumentFault) -> Int? {
            guard let value = value(name) else { return nil }
            guard case .integer(let number) = value, let whole = Int(exactly: number) else {
                throw fault(name, "expected a whole number, found \(value.kind)")
            }
            return whole
        }

        /// A list, empty where it is missing.
        package mutating func list(_ name: String) throws(DocumentFault) -> [CatalogueValue] {
            guard let value = value(name) else { return [] }
            guard case .list(let values) = value else {
                throw fault(name, "expected a list, found \(value.kind)")
            }
            return values
        }

        /// A list of texts, empty where it is missing.
        package mutating func texts(_ name: String) throws(DocumentFault) -> [String] {
            var texts: [String] = []
            for (index, value) in try list(name).enumerated() {
                guard case .text(let text) = value, !text.isEmpty else {
                    throw fault("\(name)[\(index)]", "expected a text that is not empty")
                }
                texts.append(text)
            }
            return texts
        }

        /// A list of objects, empty where it is missing.
        package mutating func objects(_ name: String) throws(DocumentFault) -> [JSONObject] {
            var objects: [JSONObject] = []
            for (index, value) in try list(name).enumerated() {
                objects.append(try JSONObject(value, at: place("\(name)[\(index)]")))
            }
            return objects
        }

        /// An object; nil where it is missing or null.
        package mutating func object(_ name: String) throws(DocumentFault) -> JSONObject? {
            guard let value = value(name) else { return nil }
            return try JSONObject(value, at: place(name))
        }

        /// Refuses members that nobody asked for.
        package func finish() throws(DocumentFault) {
            guard let first = Set(members.keys).subtracting(asked).min() else { return }
            throw unknown(first, among: asked.sorted())
        }

        private func unknown(_ name: String, among known: [String]) -> DocumentFault {
            fault(
                name,
                "there is no such member; "
                    + UnknownName("member", name, known: known).advice)
        }
    }

    extension CatalogueValue {
        /// What it is, for a message.
        fileprivate var kind: String {
            switch self {
            case .text: "a text"
            case .object: "an object"
            case .list: "a list"
            case .bool: "true or false"
            case .integer: "a number"
            case .number: "a number with a fraction, or one that is too large"
            case .null: "null"
            }
        }
    }
#endif
