// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How a provider's customers are read by its API: the member `export` of `formats.json`.
struct ExportEntry {
    private let entry: MappingEntry
    private let sources: [String: [String]]
    /// The calls and what they lack, whose IDs are checked with all others.
    let entries: [MappingEntry]

    init(_ entry: MappingEntry, _ sources: [String: [String]]) throws(MappingsError) {
        self.entry = entry
        self.sources = sources
        try entry.allow(.export)
        entries = try entry.entries("calls", kind: "call") + entry.entries("lacks")
    }

    func export(limits: Set<String>) throws(MappingsError) -> ProviderExport {
        let pages = try pages(try entry.entry("pages"))
        let calls = try entry.entries("calls", kind: "call").mapEntries {
            call throws(MappingsError) in
            try self.call(call, limits)
        }
        let lists = calls.filter { $0.subject == .customers }
        guard lists.count == 1, calls.contains(where: { $0.subject == .customer }) else {
            throw entry.error(
                "\"calls\" has to hold one call for customers, and one for customer or more")
        }
        var headers: [String: String] = [:]
        for (name, values) in try entry.lists("headers") {
            guard let value = values.first, values.count == 1 else {
                throw entry.error("\"headers\" has to hold single texts")
            }
            headers[name] = value
        }
        guard headers.values.contains(where: { $0.contains("{key}") }) else {
            throw entry.error("one of \"headers\" has to hold {key}")
        }
        return ProviderExport(
            host: try entry.text("host"), headers: headers, pages: pages,
            pause: try entry.optionalText("pause"), calls: calls,
            lacks: try entry.entries("lacks").mapEntries { note throws(MappingsError) in
                try note.allow(.exportLack)
                return ProviderFormats.Note(
                    id: try note.text("id"), when: [], citation: try note.citation(sources))
            })
    }

    private func pages(_ part: MappingEntry) throws(MappingsError) -> ProviderExport.Pages {
        try part.allow(.exportPages)
        let next = try part.text("next-is")
        return ProviderExport.Pages(
            items: try part.text("items"), size: try part.text("size"),
            count: try part.number("count", from: 1), after: try part.text("after"),
            next: try part.text("next"),
            nextIs: try part.word("next-is", next, of: ProviderExport.Pages.Next.self))
    }

    private func call(
        _ part: MappingEntry, _ limits: Set<String>
    ) throws(MappingsError) -> ProviderExport.Call {
        try part.allow(.exportCall)
        let subject = try part.text("for")
        let file = try part.text("file")
        guard file.hasSuffix(".jsonl"), !file.contains("/"), !file.hasPrefix(".") else {
            throw part.error("\"file\" has to be a name that ends in .jsonl, not \"\(file)\"")
        }
        let call = ProviderExport.Call(
            id: try part.text("id"),
            subject: try part.word("for", subject, of: ProviderExport.Call.Subject.self),
            path: try part.text("path"), limit: try part.textOrNull("limit"), file: file,
            isAside: try part.boolean("aside"), isList: try part.boolean("list"),
            members: try part.textsOrNone("has"), customerID: try part.optionalText("identifies"),
            same: try pairs(part, "same").map { (listed: $0.name, single: $0.value) },
            products: try pairs(part, "products").map { (column: $0.name, member: $0.value) },
            citation: try part.citation(sources))
        guard call.path.hasPrefix("/") else {
            throw part.error("\"path\" has to begin with a slash")
        }
        guard call.path.contains("{customer}") == (call.subject == .customer) else {
            throw part.error("a call for customer has {customer} in its path, and no other has")
        }
        guard (call.customerID != nil) == (call.subject == .customers) else {
            throw part.error("a call for customers has \"identifies\", and no other has")
        }
        guard call.isList || call.subject == .customer else {
            throw part.error("only a call for customer can be without \"list\"")
        }
        if let limit = call.limit, !limits.contains(limit) {
            throw part.error("there is no limit \"\(limit)\"")
        }
        return call
    }

    /// Names with single texts, sorted by name.
    private func pairs(
        _ part: MappingEntry, _ name: String
    ) throws(MappingsError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for (key, values) in try part.lists(name).sorted(by: { $0.key < $1.key }) {
            guard let value = values.first, values.count == 1 else {
                throw part.error("\"\(name)\" has to hold single texts")
            }
            pairs.append((name: key, value: value))
        }
        return pairs
    }
}
