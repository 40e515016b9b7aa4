// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `findings.json`.
struct FindingsFile {
    let guide: FindingGuide

    init(_ file: MappingFile) throws(MappingsError) {
        try file.root.allow(["source", "checked", "version", "sources", "rules", "findings"])
        var entries: [FindingGuide.Entry] = []
        for entry in try file.root.entries("findings", label: "code") {
            try entry.allow(["code", "about", "severity", "meaning", "action", "access", "ways"])
            let code = try entry.text("code")
            let severity = try entry.word(
                "severity", try entry.text("severity"), of: FindingSeverity.self)
            guard !entries.contains(where: { $0.code == code && $0.severity == severity }) else {
                throw entry.error("the code occurs twice at this severity")
            }
            entries.append(
                FindingGuide.Entry(
                    code: code, severity: severity,
                    subject: try entry.word(
                        "about", try entry.text("about"), of: FindingGuide.Entry.Subject.self),
                    meaning: try FindingsFile.meaning(of: code, entry),
                    action: try entry.text("action"),
                    access: try entry.optionalText("access").map { word throws(MappingsError) in
                        try entry.word("access", word, of: FindingGuide.Entry.Access.self)
                    }, namesWays: try entry.boolean("ways")))
        }
        guide = FindingGuide(
            entries: entries, rules: try FindingsFile.rules(file, Set(entries.map(\.code))),
            checked: try file.root.text("checked"))
    }

    /// The tool's own rules, which lead to findings that there are.
    private static func rules(
        _ file: MappingFile, _ known: Set<String>
    ) throws(MappingsError) -> [FindingGuide.Rule] {
        let sources = try file.root.lists("sources")
        var rules: [FindingGuide.Rule] = []
        for entry in try file.root.entries("rules", label: "rule", kind: "rule") {
            let days = try entry.numberOrNull("days")
            let members = ["rule", "codes", "days"]
            let cited = ["says", "authority", "source", "checked", "note"]
            try entry.allow(days == nil ? members : members + cited)
            let rule = FindingGuide.Rule(
                id: try entry.text("rule"), codes: try entry.texts("codes"), days: days,
                citation: days == nil ? nil : try entry.citation(sources))
            if let last = rules.last, last.id >= rule.id {
                throw entry.error(
                    "rules are sorted and stand once; this one follows \"\(last.id)\"")
            }
            guard !rule.codes.isEmpty else { throw entry.error("\"codes\" is empty") }
            for code in rule.codes where !known.contains(code) {
                throw entry.error("there is no finding \"\(code)\"")
            }
            rules.append(rule)
        }
        return rules
    }

    /// The entry's meaning; for the code of a reason what the core says of that reason.
    private static func meaning(
        of code: String, _ entry: MappingEntry
    ) throws(MappingsError) -> String {
        guard let reason = Reason(rawValue: code) else { return try entry.text("meaning") }
        guard entry.members["meaning"] == nil else {
            throw entry.error("the code is a reason, whose meaning stands in Swift")
        }
        return reason.message(by: "the target")
    }
}
