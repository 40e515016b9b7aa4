// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What to do about findings: what `findings.json` says, and for what no import takes the other ways
/// that the target documents.
///
/// A finding has one action, whomever it is about: its code, weight and rule alone decide.
struct FindingActions: Sendable {
    private let guide: FindingGuide
    private let target: MigrationEndpoint?

    /// The actions of a plan.
    ///
    /// - Parameters:
    ///   - guide: What `findings.json` says.
    ///   - target: Whose ways are named; nil where no finding names any.
    init(_ guide: FindingGuide, at target: MigrationEndpoint? = nil) {
        (self.guide, self.target) = (guide, target)
    }

    /// What to do about a finding, in whole sentences.
    func action(of code: FindingCode, _ severity: Finding.Severity, rule: String) -> String {
        guard let entry = guide.entry(of: code.rawValue, severity) else { return "" }
        guard entry.namesWays, let target else { return entry.action }
        let ways = OtherWays(of: code, beside: rule, at: target)
        guard let sentence = ways.sentence else { return entry.action }
        return ways.areOpenToAll ? sentence : "\(sentence) \(entry.action)"
    }

    /// A finding with what it is about, and what to do about it.
    func completing(_ finding: Finding) -> Finding {
        var finding = finding
        finding.action = action(of: finding.code, finding.severity, rule: finding.rule)
        finding.about = guide.entry(of: finding.code.rawValue, finding.severity)?.subject
        return finding
    }
}

/// The ways that a target documents beside the import that does not take something.
private struct OtherWays {
    private var all: [String] = []
    /// Whether one of them is open to everything that the finding is about.
    private(set) var areOpenToAll = false

    /// The other ways for something.
    ///
    /// - Parameters:
    ///   - code: Why it is not taken.
    ///   - rule: The writer that comes nearest to it; of what none is for, the rule that says so.
    ///   - target: The target.
    init(of code: FindingCode, beside rule: String, at target: MigrationEndpoint) {
        let own = target.writers.first { $0.id == rule }
        let app = target.writers.first { writer in
            guard let own, writer.route == .client else { return false }
            return writer.isForStores(of: own) && writer.takesRunning
                && (code != .familyShared || writer.allows("true", as: .familyShared))
        }
        if code == .familyShared || NeutralState(rawValue: code.rawValue) != nil {
            if let app { add("let the app bring it once it runs again (`\(app.id)`)") }
            if let own, own.isImport, own.takesRunning, code != .familyShared {
                add("plan again with a newer export once it runs again (`\(own.id)`)")
            }
            return
        }
        if let own { addForms(own) }
        // What gives by hand what somebody has bought is no way for what was given by hand before.
        guard own.map({ $0.subject == .purchase }) ?? (rule == target.key) else { return }
        let grants = target.writers.filter { $0.subject == .grant }.map { "`\($0.id)`" }
        if !grants.isEmpty {
            add("give a grant of what it unlocks (\(grants.joined(separator: " or ")))")
        }
    }

    /// All of them; nil for none.
    var sentence: String? {
        let text = all.joined(separator: "; or ")
        return text.isEmpty ? nil : "\(text.prefix(1).uppercased())\(text.dropFirst())."
    }

    private mutating func add(_ way: String) {
        all.append(way)
        areOpenToAll = true
    }

    /// The forms that a writer asks of a text: who has such a one may have given another.
    private mutating func addForms(_ writer: CompiledWriter) {
        let kinds = writer.words(of: .kind)?.joined(separator: " or ")
        let isOfKind = kinds.map { "is a \($0) and " } ?? ""
        for condition in writer.takes where condition.words.contains(where: { $0.last == "*" }) {
            let forms = condition.words.map { "`\($0)`" }.joined(separator: " or ")
            all.append(
                "if it \(isOfKind)has an `\(condition.field.name)` of the form \(forms), correct "
                    + "that in the input and plan again (`\(writer.id)`)")
        }
    }
}

extension CompiledWriter {
    /// Whether it is for purchases of every store that another one is for.
    fileprivate func isForStores(of other: CompiledWriter) -> Bool {
        guard subject == .purchase, let stores = other.words(of: .store) else { return false }
        return stores.allSatisfy { allows($0, as: .store) }
    }
}
