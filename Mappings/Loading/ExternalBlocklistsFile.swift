// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `blocklists.json`.
struct ExternalBlocklistsFile {
    let blocklists: ExternalBlocklists

    init(_ file: MappingFile) throws(MappingsError) {
        let root = file.root
        try root.allow(["source", "checked", "version", "sources", "entries"])
        let sources = try root.lists("sources")
        var entries: [BlocklistEntry] = []
        for entry in try root.entries("entries") {
            let id = try entry.text("id")
            guard !entries.contains(where: { $0.id == id }) else {
                throw entry.error("the id occurs twice")
            }
            let system = try entry.text("system")
            entries.append(
                BlocklistEntry(
                    id: id, system: system, match: try ExternalBlocklistsFile.match(entry),
                    citation: try entry.citation(sources, saying: "\(system) refuses it.")))
        }
        blocklists = ExternalBlocklists(entries)
    }

    private static func match(
        _ entry: MappingEntry
    ) throws(MappingsError) -> BlocklistEntry.Match {
        let common = ["id", "system", "authority", "source", "checked", "note"]
        if let pattern = try entry.optionalText("pattern") {
            try entry.allow(common + ["pattern"])
            return .pattern(try entry.pattern(pattern))
        }
        if try entry.boolean("blank") {
            try entry.allow(common + ["blank", "quoted"])
            return .blank(quoted: try entry.boolean("quoted"))
        }
        try entry.allow(common + ["blank", "value", "case", "quoted"])
        let value = try entry.text("value")
        let rule = try entry.text("case")
        guard ["any", "exact"].contains(rule) else {
            throw entry.error("\"case\" is \"any\" or \"exact\", not \"\(rule)\"")
        }
        guard rule == "exact" || value.utf8.allSatisfy({ $0 < 128 }) else {
            throw entry.error("only ASCII can be compared in any case")
        }
        return .value(value, anyCase: rule == "any", quoted: try entry.boolean("quoted"))
    }
}
