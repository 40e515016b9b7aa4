// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

extension ScenarioFile {
    /// Reads a file of scenarios.
    ///
    /// - Parameters:
    ///   - name: The file's name, for messages and reports.
    ///   - bytes: Its content.
    ///   - mappings: The providers and words that it can name.
    /// - Throws: ``ReadingError``, with the line and what was expected there.
    public init(name: String, bytes: [UInt8], mappings: Mappings) throws(ReadingError) {
        let lines = try SourceLines(file: name, bytes: bytes)
        var reader = ScenarioReader(lines: lines, mappings: mappings)
        try reader.readAll()
        self.init(name: name, scenarios: reader.scenarios, lines: lines)
    }

    /// Reads scenarios that stand in code.
    ///
    /// - Parameters:
    ///   - markdown: The text of a scenario file.
    ///   - mappings: The providers and words that it can name; without it what comes with the package.
    /// - Throws: ``ReadingError``, with the line and what was expected there, or why the mappings
    ///   cannot be loaded.
    public init(markdown: String, mappings: Mappings? = nil) throws(ReadingError) {
        let known: Mappings
        do throws(MappingsError) {
            known = if let mappings { mappings } else { try Mappings.load() }
        } catch {
            throw ReadingError(file: error.file, line: 0, reason: error.reason)
        }
        try self.init(name: "scenario", bytes: Array(markdown.utf8), mappings: known)
    }
}

/// Goes through a file line by line.
struct ScenarioReader {
    let lines: SourceLines
    let mappings: Mappings
    private let calls: [CallReader.Known]
    private(set) var scenarios: [Scenario] = []

    private var title: (text: String, line: Int)?
    private var declarations = Declarations()
    private var table: TableReader?

    init(lines: SourceLines, mappings: Mappings) {
        self.lines = lines
        self.mappings = mappings
        calls = CallReader.known(mappings)
    }

    mutating func readAll() throws(ReadingError) {
        var fence: (mark: String, line: Int)?
        for number in stride(from: 1, through: lines.count, by: 1) {
            do throws(Unreadable) {
                switch lines.firstByte(number) {
                case UInt8(ascii: "`"), UInt8(ascii: "~"):
                    let mark = String(lines[number].trimmed.prefix(3))
                    if let open = fence {
                        if mark == open.mark { fence = nil }
                    } else {
                        try endOfTable(isText: true)
                        if mark == "```" || mark == "~~~" { fence = (mark, number) }
                    }
                case _ where fence != nil: break
                case UInt8(ascii: "#"): try heading(lines[number], number)
                case UInt8(ascii: "-"): try declaration(lines[number])
                case UInt8(ascii: "|"): try row(lines[number], number)
                case nil: try endOfTable()
                default: try endOfTable(isText: true)
                }
            } catch {
                throw ReadingError(file: lines.file, line: number, reason: error.reason)
            }
        }
        if let fence {
            throw ReadingError(
                file: lines.file, line: fence.line,
                reason: "the code that begins here is not closed; expected \"\(fence.mark)\"")
        }
        do throws(Unreadable) {
            try finish()
        } catch {
            throw ReadingError(file: lines.file, line: max(lines.count, 1), reason: error.reason)
        }
        guard !scenarios.isEmpty else {
            throw ReadingError(
                file: lines.file, line: 1,
                reason: "no scenario in the file; expected a title (\"# …\") and under it a table "
                    + "with the columns Device and Action")
        }
    }

    private mutating func heading(_ line: String, _ number: Int) throws(Unreadable) {
        guard line.hasPrefix("# ") || line == "#" else { return try endOfTable() }
        try finish()
        let text = String(line.dropFirst()).trimmed
        guard !text.isEmpty else { throw Unreadable("expected a title after \"#\"") }
        title = (text, number)
    }

    private mutating func declaration(_ line: String) throws(Unreadable) {
        try endOfTable()
        let line = line.trimmed
        let names = ["catalogue", "ids", "set"]
        if let name = names.first(where: { line.hasPrefix("- \($0) ") && line.contains("=") }) {
            throw Unreadable("expected a colon after \"- \(name)\"")
        }
        guard line.hasPrefix("- "), let colon = line.firstIndex(of: ":") else { return }
        let name = String(line[..<colon].dropFirst(2)).trimmed
        let value = line[line.index(after: colon)...]
        guard names.contains(name) else {
            guard title != nil, !name.contains(" "), value.contains("=") else { return }
            throw Unreadable("unknown declaration", name, known: names)
        }
        guard title != nil else {
            throw Unreadable("\"- \(name):\" before any title; expected \"# …\" first")
        }
        guard table == nil else {
            throw Unreadable("\"- \(name):\" stands before the table of its scenario")
        }
        try declarations.read(name, value, mappings)
    }

    private mutating func row(_ line: String, _ number: Int) throws(Unreadable) {
        guard title != nil else {
            throw Unreadable("a table before any title; expected \"# …\" first")
        }
        let cells = try cells(of: line)
        if table == nil {
            let reader = ActionReader(
                catalogue: declarations.catalogue, ids: declarations.ids, calls: calls)
            table = try TableReader(head: cells, line: number, actions: reader, mappings)
            return
        }
        guard table?.isOpen == true else {
            throw Unreadable("a second table in one scenario; expected a title (\"# …\") before it")
        }
        try table?.read(cells, number)
    }

    /// An empty line, a title or a list closes the table; any other line in it is a mistake.
    private mutating func endOfTable(isText: Bool = false) throws(Unreadable) {
        guard table?.isOpen == true else { return }
        if isText {
            throw Unreadable("a line of a table begins with \"|\"; expected that, or an empty line")
        }
        try table?.close()
    }

    /// Ends the scenario that is being read.
    private mutating func finish() throws(Unreadable) {
        guard let title else { return }
        try endOfTable()
        guard let table else {
            throw Unreadable(
                "the scenario \"\(title.text)\" has no table; expected | Device | Action | …")
        }
        var labels: [UserID: String] = [:]
        for (label, id) in declarations.ids.sorted(by: { $0.key < $1.key }) {
            let id = UserID(unchecked: id)
            if labels[id] == nil { labels[id] = label.text }
        }
        scenarios.append(
            Scenario(
                title: title.text, line: title.line, columns: table.columns, steps: table.steps,
                settings: declarations.settings, labels: labels, tableLine: table.line,
                heads: table.heads))
        self.title = nil
        self.table = nil
        declarations = Declarations()
    }
}
