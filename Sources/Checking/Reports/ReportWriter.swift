// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Writes what a report says of each ID; one for each worker.
struct ReportWriter {
    private let format: CheckReport.Format
    private let check: IdentifierCheck
    /// The asked providers.
    private let keys: [String]
    /// The inputs' names; an ID names its own when there are several.
    private let names: [String]
    private let buffer = OutputBytes()
    /// For each profile the verdicts as JSON, once they were needed.
    private var verdicts: [[UInt8]] = []
    /// The end of a piece of a long ID: the beginning of a character.
    private var cut: [UInt8] = []

    init(_ report: CheckReport, _ check: IdentifierCheck, keys: [String], names: [String]) {
        format = report.format
        self.check = check
        self.keys = keys
        self.names = names
    }

    var isFull: Bool { buffer.count > 1 << 20 }

    func flush(_ write: (Span<UInt8>) throws -> Void) throws {
        guard buffer.count > 0 else { return }
        try buffer.withBytes(write)
        buffer.empty()
    }

    mutating func add(
        _ profile: Profile, _ number: Int, _ bytes: Span<UInt8>, input: Int, line: Int
    ) {
        switch format {
        case .json:
            beginJSON(input)
            var fault: Int?
            if profile.isText {
                buffer.append(jsonPart: bytes)
            } else {
                buffer.append(jsonPart: bytes.text)
                let evidence = all(bytes).first?.verdict.findings.first?.evidence
                if case .byte(_, let offset) = evidence { fault = offset }
            }
            endJSON(profile, number, line: line, faultOffset: fault)
        case .list:
            guard profile.isRefused || profile.hasAdvice else { return }
            addList(bytes, input, line)
        case .csv: addCSV(profile, bytes, input, line)
        case .suggestions:
            guard profile.isRefused,
                let text = all(bytes).lazy.compactMap({ $0.verdict.suggestion?.text }).first
            else { return }
            buffer.append(cell: bytes)
            buffer.append(",")
            buffer.append(cell: text)
            buffer.append("\n")
        }
    }

    private func all(_ bytes: Span<UInt8>) -> [ProviderVerdict] {
        check.verdicts(onBytes: bytes.array)
    }
}

// MARK: - JSON

extension ReportWriter {
    private func beginJSON(_ input: Int) {
        buffer.append("{")
        if names.count > 1 {
            buffer.append("\"file\":")
            buffer.append(json: names[input])
            buffer.append(",")
        }
        buffer.append("\"id\":\"")
    }

    /// An ID that is no text shows replacement characters; where it stops being text stands in a
    /// member of its own.
    private mutating func endJSON(
        _ profile: Profile, _ number: Int, line: Int, faultOffset: Int?
    ) {
        buffer.append("\",\"line\":")
        buffer.append(number: Int64(line))
        if let faultOffset {
            buffer.append(",\"offset\":")
            buffer.append(number: Int64(faultOffset))
        }
        while verdicts.count <= number { verdicts.append([]) }
        if verdicts[number].isEmpty { verdicts[number] = json(profile) }
        let verdict = verdicts[number]
        buffer.append(verdict.span)
    }

    private func json(_ profile: Profile) -> [UInt8] {
        func list(_ words: [String]) -> String {
            "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        }
        let members = zip(keys, profile.marks).map { key, marks in
            "\"\(key)\":{\"accepted\":\(marks.isAccepted),\"advice\":"
                + list(marks.advice.map(\.rawValue))
                + (marks.isAccepted && !profile.refusing.isEmpty
                    ? ",\"notPortable\":" + list(profile.refusing.sorted()) : "")
                + ",\"reasons\":"
                + list(marks.reasons.map(\.rawValue)) + "}"
        }
        return Array(",\"verdicts\":{\(members.joined(separator: ","))}}\n".utf8)
    }
}

// MARK: - Lists and records

extension ReportWriter {
    private func addList(_ bytes: Span<UInt8>, _ input: Int, _ line: Int) {
        let shown = CheckExample(bytes, input: input, line: line).shown
        for said in all(bytes) {
            let verdict = said.verdict
            guard !verdict.isAccepted || !verdict.hints.isEmpty else { continue }
            buffer.append("\(names[input]):\(line): \(shown): \(said.provider) ")
            buffer.append(verdict.isAccepted ? "takes it; " : "refuses it; ")
            buffer.append(ReportWriter.evidence(verdict))
            if let text = verdict.suggestion?.text { buffer.append("; instead: \(text)") }
            buffer.append("\n")
        }
    }

    /// Everything that speaks against an ID, with the rule and what it was seen by.
    private static func evidence(_ verdict: Verdict) -> String {
        func words(_ word: String, _ evidence: Evidence?, _ rule: String?) -> String {
            let rule = rule.map { " (\($0))" } ?? ""
            return word + (evidence.map { ": \($0)" } ?? "") + rule
        }
        let reasons = verdict.findings.map { words($0.reason.rawValue, $0.evidence, $0.rule) }
        let advice = verdict.hints.map { words($0.advice.rawValue, $0.evidence, $0.rule) }
        return (reasons + advice).joined(separator: "; ")
    }

    private func addCSV(
        _ profile: Profile, _ bytes: Span<UInt8>, _ input: Int, _ line: Int
    ) {
        let needsEvidence = profile.isRefused || profile.hasAdvice
        let said = needsEvidence ? all(bytes) : []
        for (index, key) in keys.enumerated() {
            beginRecord(input, line)
            buffer.append(cell: bytes)
            endRecord(key, profile.marks[index], needsEvidence ? said[index].verdict : nil)
        }
    }

    private func beginRecord(_ input: Int, _ line: Int) {
        if names.count > 1 {
            buffer.append(cell: names[input])
            buffer.append(",")
        }
        buffer.append(number: Int64(line))
        buffer.append(",")
    }

    private func endRecord(_ key: String, _ marks: Marks, _ verdict: Verdict?) {
        let reasons = marks.reasons.map(\.rawValue).joined(separator: " ")
        let advice = marks.advice.map(\.rawValue).joined(separator: " ")
        buffer.append(",\(key),\(marks.isAccepted),\(reasons),\(advice),")
        if let verdict { buffer.append(cell: ReportWriter.evidence(verdict)) }
        buffer.append(",\(verdict?.suggestion?.text ?? "")\n")
    }
}

// MARK: - Long IDs

extension ReportWriter {
    mutating func beginLong(input: Int, line: Int) {
        guard format == .json else { return }
        cut = []
        beginJSON(input)
    }

    /// JSON has the ID whole, as it comes; other forms have its beginning, at the end.
    mutating func addLong(_ piece: Span<UInt8>) {
        guard format == .json else { return }
        var bytes = cut
        bytes.append(piece)
        // The lead byte of a character that is not complete, at most three bytes from the end.
        let start = bytes.indices.suffix(3).last { bytes[$0] >= 0xC0 }
        cut = []
        if let start, start + ReportWriter.width(bytes[start]) > bytes.count {
            cut = Array(bytes[start...])
            bytes.removeSubrange(start...)
        }
        buffer.append(jsonPart: String(decoding: bytes, as: UTF8.self))
    }

    private static func width(_ lead: UInt8) -> Int { lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2 }

    mutating func endLong(
        _ profile: Profile, _ number: Int, _ example: CheckExample, faultOffset: Int?
    ) {
        switch format {
        case .json:
            buffer.append(jsonPart: String(decoding: cut, as: UTF8.self))
            endJSON(profile, number, line: example.line, faultOffset: faultOffset)
        case .list:
            for (key, marks) in zip(keys, profile.marks) {
                let words = marks.reasons.map(\.rawValue) + marks.advice.map(\.rawValue)
                guard !words.isEmpty else { continue }
                buffer.append("\(names[example.input]):\(example.line): \(example.shown): \(key) ")
                buffer.append(marks.isAccepted ? "takes it; " : "refuses it; ")
                buffer.append(
                    words.joined(separator: "; ") + ReportWriter.fault(faultOffset) + "\n")
            }
        case .suggestions: break
        case .csv:
            for (key, marks) in zip(keys, profile.marks) {
                beginRecord(example.input, example.line)
                buffer.append(cell: example.shown)
                endRecord(key, marks, nil)
            }
        }
    }

    private static func fault(_ offset: Int?) -> String {
        offset.map { ": byte \($0) is no UTF-8" } ?? ""
    }
}
