// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `operations.json`.
struct OperationsFile {
    let operations: Operations

    /// What stands beside an entry's source.
    private static let cited = ["authority", "source", "checked", "note"]
    /// The names that `explain` has for what is no API.
    private static let reserved = ["errors", "limits", "variants"]

    /// Checks the whole file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - key: The provider's key, with which the IDs of operations begin.
    /// - Throws: ``MappingsError``, with the entry and the reason.
    init(_ file: MappingFile, _ key: String) throws(MappingsError) {
        try file.root.allow([
            "provider", "source", "checked", "version", "sources", "apis", "limits",
            "limit-headers", "errors", "variants", "operations",
        ])
        let sources = try file.root.lists("sources")
        let apis = try OperationsFile.apis(file, sources)
        let limits = try OperationsFile.limits(file, sources)
        let reader = Reader(
            sources: sources, key: key, apis: apis.map(\.id), limits: limits.map(\.id))
        let listed = try reader.operations(file)
        operations = Operations(
            apis: apis, limits: limits,
            limitHeaders: try OperationsFile.limitHeaders(file, sources),
            errors: try reader.errors(file),
            variants: try reader.variants(file, of: listed.map(\.id)), operations: listed)
    }

    private static func apis(
        _ file: MappingFile, _ sources: [String: [String]]
    ) throws(MappingsError) -> [Operations.API] {
        var apis: [Operations.API] = []
        for entry in try file.root.entries("apis", kind: "API") {
            try entry.allow(["id", "says", "served", "key-header"] + cited)
            let api = Operations.API(
                id: try entry.name(after: apis.last?.id), isServed: try entry.boolean("served"),
                keyHeader: try OperationsFile.header(entry), citation: try entry.citation(sources))
            guard !reserved.contains(api.id) else {
                throw entry.error("no API can be called so: \(reserved.joined(separator: ", "))")
            }
            apis.append(api)
        }
        return apis
    }

    /// The name of a header, where one is named.
    private static func header(_ entry: MappingEntry) throws(MappingsError) -> String? {
        guard let name = try entry.optionalText("key-header") else { return nil }
        guard try entry.pattern("[A-Za-z0-9-]+").matches(name.utf8) else {
            throw entry.error("a header's name is letters, numbers and \"-\"")
        }
        return name
    }

    private static func limits(
        _ file: MappingFile, _ sources: [String: [String]]
    ) throws(MappingsError) -> [Operations.Limit] {
        var limits: [Operations.Limit] = []
        for entry in try file.root.entries("limits", kind: "limit") {
            try entry.allow(["id", "calls", "seconds", "pause", "says"] + cited)
            limits.append(
                Operations.Limit(
                    id: try entry.name(after: limits.last?.id),
                    calls: entry.isNull("calls") ? nil : try entry.number("calls", from: 1),
                    seconds: try entry.number("seconds", from: 1),
                    pauseSeconds: entry.members["pause"] == nil
                        ? nil : try entry.number("pause", from: 1),
                    citation: try entry.citation(sources)))
        }
        return limits
    }

    private static func limitHeaders(
        _ file: MappingFile, _ sources: [String: [String]]
    ) throws(MappingsError) -> [Operations.LimitHeader] {
        guard file.root.members["limit-headers"] != nil else { return [] }
        var headers: [Operations.LimitHeader] = []
        for entry in try file.root.entries(
            "limit-headers", label: "name", kind: "header")
        {
            try entry.allow(["name", "carries", "seconds", "says"] + cited)
            headers.append(
                Operations.LimitHeader(
                    name: try entry.text("name"),
                    content: try entry.word(
                        "carries", try entry.text("carries"),
                        of: Operations.LimitHeader.Content.self),
                    seconds: try entry.number("seconds", from: 1),
                    citation: try entry.citation(sources)))
        }
        return headers
    }

    /// Reads what names APIs and limits.
    private struct Reader {
        let sources: [String: [String]]
        let key: String
        let apis: [String]
        let limits: [String]

        func errors(_ file: MappingFile) throws(MappingsError) -> [Operations.Fault] {
            var errors: [Operations.Fault] = []
            for entry in try file.root.entries("errors", kind: "error") {
                try entry.allow(["id", "api", "status", "code", "text", "says", "rules"] + cited)
                let status = try entry.number("status", from: 400)
                guard status < 600 else {
                    throw entry.error("\"status\" has to be from 400 to 599, not \(status)")
                }
                let api = try entry.member("api", of: apis)
                errors.append(
                    Operations.Fault(
                        id: try entry.name(after: errors.last?.id, beginning: "\(api)."), api: api,
                        status: status, code: try entry.requiredTextOrNull("code"),
                        text: try entry.requiredTextOrNull("text"),
                        rules: try entry.textsOrNone("rules"),
                        citation: try entry.citation(sources)))
            }
            return errors
        }

        func variants(
            _ file: MappingFile, of operations: [String]
        ) throws(MappingsError) -> [Operations.Variant] {
            guard file.root.members["variants"] != nil else { return [] }
            var variants: [Operations.Variant] = []
            for entry in try file.root.entries("variants", kind: "variant") {
                try entry.allow(["id", "api", "operation", "says"] + cited)
                variants.append(
                    Operations.Variant(
                        id: try entry.name(after: variants.last?.id),
                        api: try entry.member("api", of: apis),
                        operation: entry.isNull("operation")
                            ? nil : try entry.member("operation", of: operations),
                        citation: try entry.citation(sources)))
            }
            return variants
        }

        func operations(_ file: MappingFile) throws(MappingsError) -> [Operations.Operation] {
            var operations: [Operations.Operation] = []
            var routes: [String: String] = [:]
            for entry in try file.root.entries("operations", kind: "operation") {
                let operation = try operation(entry, after: operations.last?.id)
                let route = "\(operation.method.rawValue) \(operation.path.shape)"
                if let other = routes.updateValue(operation.id, forKey: route) {
                    throw entry.error("the same requests match \"\(other)\": \(route)")
                }
                operations.append(operation)
            }
            return operations
        }

        private func operation(
            _ entry: MappingEntry, after last: String?
        ) throws(MappingsError) -> Operations.Operation {
            try entry.allow(
                ["id", "api", "method", "path", "key", "scope", "limit", "support", "why"]
                    + cited)
            let api = try entry.member("api", of: apis)
            let written = try entry.text("path")
            guard let path = OperationPath(written) else {
                throw entry.error(
                    "\"path\" is a path such as /v1/users/{user_id}, not \"\(written)\"")
            }
            let support = try entry.word(
                "support", try entry.text("support"), of: Operations.Support.self)
            let why = try entry.optionalText("why")
            guard (why ?? "").isEmpty == (support == .real) else {
                throw entry.error("\"why\" says why an operation is not real, and only then stands")
            }
            return Operations.Operation(
                id: try entry.name(after: last, beginning: "\(key).\(api)."), api: api,
                method: try entry.word(
                    "method", try entry.text("method"), of: Operations.Method.self),
                path: path,
                key: try entry.word("key", try entry.text("key"), of: Operations.Key.self),
                scopes: entry.isNull("scope") ? [] : try entry.texts("scope"),
                limit: entry.isNull("limit") ? nil : try entry.member("limit", of: limits),
                support: support, why: why,
                citation: try entry.citation(sources, saying: why ?? ""))
        }
    }
}

extension MappingEntry {
    /// Whether the file says that there is none.
    func isNull(_ name: String) -> Bool {
        if case .null = members[name] { true } else { false }
    }

    /// A text, or null; it cannot be left out.
    func requiredTextOrNull(_ name: String) throws(MappingsError) -> String? {
        isNull(name) ? nil : try text(name)
    }

    /// One of the names that another list of the file has.
    func member(_ name: String, of known: [String]) throws(MappingsError) -> String {
        let text = try text(name)
        guard known.contains(text) else {
            throw error(
                "\"\(name)\" does not allow \"\(text)\"; it allows: "
                    + known.joined(separator: ", "))
        }
        return text
    }

    /// The ID: lower-case words, sorted, once.
    func name(
        after last: String?, beginning: String = ""
    ) throws(MappingsError) -> String {
        let id = try text("id")
        guard id.hasPrefix(beginning) else {
            throw error("the id has to begin with \"\(beginning)\"")
        }
        let words = id.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }
        guard try pattern("[a-z0-9.-]+").matches(id.utf8), !words.contains("") else {
            throw error("an id is lower-case words and numbers, with \".\" or \"-\" between them")
        }
        if let last, last >= id {
            throw error("entries are sorted by id and stand once; this one follows \"\(last)\"")
        }
        return id
    }
}
