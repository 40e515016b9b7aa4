// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An SDK's list of symbols, held against the symbols of its compiled façade.
struct APIComparison {
    /// The list's symbols, in its order.
    let entries: [Entry]
    /// The absent types with their reasons, and the types inside of them.
    let absentTypes: [String: String]
    /// Declarations of the façade, by type.
    private let declared: [String: Set<Declaration>]
    /// Comments, by type and declaration.
    private let comments: [Place: [String]]
    private let mangledNames: [String: String]
    private let supertypes: [String: Set<String>]
    /// What the façade declares, by type and name.
    private let names: [Name: [String]]

    /// A symbol of the list, and what a caller sees of it.
    struct Entry {
        let symbol: DocumentedAPI.Symbol
        let declaration: Declaration
        /// The path of the type that it declares; nil if it declares none.
        let declaredType: String?

        init(_ symbol: DocumentedAPI.Symbol) {
            self.symbol = symbol
            declaration = Declaration(symbol.swift ?? symbol.declaration)
            let owner = symbol.owner
            declaredType =
                !declaration.isType
                ? nil : owner.isEmpty ? declaration.name : owner + "." + declaration.name
        }
    }

    private struct Place: Hashable {
        let type: String
        let declaration: Declaration
    }

    init(_ documented: DocumentedAPI, with graph: SymbolGraph) {
        entries = documented.symbols.map(Entry.init)
        var reasons: [String: String] = [:]
        for entry in entries where entry.symbol.status == .absent {
            guard let type = entry.declaredType else { continue }
            reasons[type] = entry.symbol.why ?? reasons[entry.symbol.owner]
        }
        absentTypes = reasons
        supertypes = graph.supertypes
        var declared: [String: Set<Declaration>] = [:]
        var names: [Name: [String]] = [:]
        var comments: [Place: [String]] = [:]
        var mangledNames: [String: String] = [:]
        for symbol in graph.symbols {
            let declaration = Declaration(symbol.declaration)
            declared[symbol.type, default: []].insert(declaration)
            names[Name(type: symbol.type, name: declaration.name), default: []]
                .append(symbol.declaration)
            comments[Place(type: symbol.type, declaration: declaration), default: []]
                .append(symbol.comment)
            if declaration.isType {
                let path =
                    symbol.type.isEmpty ? declaration.name : symbol.type + "." + declaration.name
                mangledNames[path] = symbol.mangledName
            }
        }
        self.declared = declared
        self.names = names
        self.comments = comments
        self.mangledNames = mangledNames
    }

    init(of provider: String) throws {
        self.init(
            try DocumentedAPI(of: provider), with: try SymbolGraph(of: provider + "Facade"))
    }

    /// What is wrong with the list: a status that the compiled module contradicts, or a symbol
    /// that is not the same and says not why.
    var faults: [String] { entries.compactMap(fault) }

    private func fault(in entry: Entry) -> String? {
        let symbol = entry.symbol
        let name =
            "\(symbol.owner.isEmpty ? "" : symbol.owner + ": ")\(symbol.swift ?? symbol.declaration)"
        let reason = symbol.why ?? absentTypes[symbol.owner]
        let isThere = isDeclared(entry)
        switch symbol.status {
        case .same, .inert:
            guard isThere else { return "\(name): not declared so by the façade" }
            if doesNothing(entry) != (symbol.status == .inert) {
                return "\(name): inert, if and only if its comment says that it does nothing"
            }
            return symbol.why == nil || symbol.status == .inert
                ? nil : "\(name): the same, but there is a reason why not"
        case .differs:
            if isThere, absentTypes[symbol.owner] == nil {
                return "\(name): declared as the vendor does"
            }
            guard hasName(of: entry) else { return "\(name): nothing of that name is there" }
        case .absent:
            if isThere { return "\(name): it is there" }
            if entry.declaration.isType,
                declared[symbol.owner]?.contains(where: { $0.name == entry.declaration.name })
                    == true
            {
                return "\(name): it is there in another form, so it differs"
            }
        }
        guard let reason, reason.hasSuffix("."), reason.count > 10 else {
            return "\(name): \(symbol.status.rawValue), and no sentence says why"
        }
        return nil
    }

    /// Whether the façade declares it as the vendor does, as far as a caller sees.
    func isDeclared(_ entry: Entry) -> Bool {
        let symbol = entry.symbol
        let declaration = entry.declaration
        let candidates = declared[symbol.owner] ?? []
        if let type = entry.declaredType {
            return candidates.contains {
                $0.kind == declaration.kind && $0.name == declaration.name
            }
                && declaration.supertypes.allSatisfy { conforms(type, to: $0) }
        }
        if let names = symbol.severalCases {
            return names.allSatisfy { name in
                candidates.contains { $0.kind == "case" && $0.name == name }
            }
        }
        if declaration.kind == "case" {
            return candidates.contains {
                $0.kind == "case" && $0.name == declaration.name
                    && $0.signature == declaration.signature
            }
        }
        return candidates.contains(declaration) || isImplied(declaration, of: symbol.owner)
    }

    /// Whether the module has a symbol of this name in this type, whatever its form.
    private func hasName(of entry: Entry) -> Bool {
        let name = entry.declaration.name
        if declared[entry.symbol.owner]?.contains(where: { $0.name == name }) == true {
            return true
        }
        return entry.declaration.isType && mangledNames.keys.contains { $0.hasSuffix(name) }
    }

    /// What the compiler makes for a conformance, and the toolchain does not list.
    private func isImplied(_ declaration: Declaration, of type: String) -> Bool {
        let supertypes = supertypes[type] ?? []
        switch (declaration.kind, declaration.name) {
        case ("var", "rawValue"):
            return supertypes.contains("RawRepresentable")
        case ("init", ""), ("init", "init"):
            return declaration.signature.contains("from: Decoder")
                && supertypes.contains("Decodable")
        case ("static func", "=="): return supertypes.contains("Equatable")
        case ("func", "encode"): return supertypes.contains("Encodable")
        case ("func", "hash"), ("var", "hashValue"): return supertypes.contains("Hashable")
        default: return false
        }
    }

    private func conforms(_ type: String, to supertype: String) -> Bool {
        let name = supertype.split(separator: ".").last.map(String.init) ?? supertype
        let supertypes = supertypes[type] ?? []
        if name == "Codable" { return supertypes.isSuperset(of: ["Encodable", "Decodable"]) }
        if supertypes.contains(name) { return true }
        // The type of a raw value is no supertype; the initialiser shows it.
        return declared[type]?.contains(Declaration("init?(rawValue: \(name))")) == true
    }

    /// Whether the comment of the façade's symbol says so; of a protocol's requirement and its default
    /// both have to.
    func doesNothing(_ entry: Entry) -> Bool {
        let place = Place(type: entry.symbol.owner, declaration: entry.declaration)
        let found =
            comments[place]
            ?? comments.first {
                entry.declaration.isType && $0.key.type == place.type
                    && $0.key.declaration.isType
                    && $0.key.declaration.name == entry.declaration.name
            }?.value
        return found?.allSatisfy { $0.lowercased().contains("does nothing") } ?? false
    }

    /// The symbol as the façade declares it; several where overloads share the name.
    func here(_ entry: Entry) -> [String] {
        names[Name(type: entry.symbol.owner, name: entry.declaration.name)] ?? []
    }

    /// Public symbols of the façade that the vendor's list has not: what tests need.
    var own: [String] {
        let known = Set(
            entries.flatMap { entry in
                (entry.symbol.severalCases ?? [entry.declaration.name]).map {
                    Name(type: entry.symbol.owner, name: $0)
                }
            })
        return names.filter { !known.contains($0.key) }.flatMap { place, declarations in
            declarations.map { place.type.isEmpty ? $0 : "\(place.type): \($0)" }
        }.sorted()
    }

    private struct Name: Hashable {
        let type: String
        let name: String
    }

    /// The name that the compiler gives a type, by the type's path.
    func mangledName(of type: String) -> String? { mangledNames[type] }
}

extension DocumentedAPI.Symbol {
    /// The names of `case a, b`, where the vendor's list has several in one line.
    var severalCases: [String]? {
        let text = swift ?? declaration
        guard text.hasPrefix("case "), text.contains(","), !text.contains("(") else { return nil }
        return text.dropFirst(5).split(separator: ",").map {
            $0.trimmingPrefix(while: { $0 == " " }).split(separator: " ").first.map(String.init)
                ?? ""
        }
    }
}
