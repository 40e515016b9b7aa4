// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What is found by a remark about a record.
struct RemarkFinding {
    var code: FindingCode
    var severity: Finding.Severity
    var rule: String
    /// Why the record is refused where that ends the run.
    var reason: String
    /// The same of a record that is taken, in whole sentences.
    var message: String
    /// The value, as messages show it; nil where it says nothing.
    var value: String?
}

extension Remark {
    /// What is found by it.
    ///
    /// - Parameter text: The value that it is about.
    /// - Returns: The finding.
    func finding(of text: String) -> RemarkFinding {
        let field = field?.name ?? ""
        let shown = ShownValue.text(of: text)
        return switch kind {
        case .unknownWord:
            RemarkFinding(
                code: "unknown-value", severity: .changed, rule: "scan.word.\(field)",
                reason: "the format does not know the \(field) \"\(shown)\"",
                message: "The format does not know this \(field), which is ignored.", value: shown)
        case .severalValues:
            RemarkFinding(
                code: "several-values", severity: .ambiguous, rule: "scan.several.\(field)",
                reason: "there are several values of \(field) where one is expected",
                message: """
                    There are several values of \(field) where one is expected: all of them are \
                    ignored.
                    """)
        case .ofSeveral:
            RemarkFinding(
                code: "several-values", severity: .ambiguous, rule: "scan.beside.\(field)",
                reason:
                    "the \(field) belongs to one of several purchases, and which one is ambiguous",
                message: """
                    The \(field) belongs to one of several purchases. Which one is ambiguous; assigned \
                    to none.
                    """)
        case .belowZero:
            RemarkFinding(
                code: "wrong-value", severity: .changed, rule: "scan.range.\(field)",
                reason: "the \(field) is below zero",
                message: "A \(field) is below zero, and is ignored.", value: shown)
        case .tooLarge:
            RemarkFinding(
                code: "wrong-value", severity: .changed, rule: "scan.digits.\(field)",
                reason: "the \(field) has more digits than a number holds",
                message: "A \(field) has more digits than a number holds, and is ignored.")
        case .memberTwice:
            RemarkFinding(
                code: "member-twice", severity: .ambiguous, rule: "scan.twice.\(member)",
                reason: "the object has \"\(member)\" twice",
                message: """
                    An object has "\(member)" twice. Which one is meant is ambiguous; the first one \
                    counts.
                    """)
        case .unknownMember: unknownMember(shown)
        }
    }

    private func unknownMember(_ name: String) -> RemarkFinding {
        let question = member.isEmpty ? nil : UnknownName.question([member])
        return RemarkFinding(
            code: "unknown-member", severity: .needsDecision,
            rule: NeutralField(name: member) == nil ? "scan.member" : "scan.member.\(member)",
            reason: "the format has no member \"\(name)\""
                + (question.map { "; \($0)" } ?? "; rename it or remove it"),
            message: NeutralField(name: member) == nil
                ? "The format has no such member, so it is ignored."
                : "The format has no such member, so it is ignored: \(question ?? "")",
            value: name)
    }
}
