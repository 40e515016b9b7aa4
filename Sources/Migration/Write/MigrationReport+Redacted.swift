// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension MigrationReport {
    /// The report without anything of a customer's: examples are left out, names are numbered,
    /// and messages that may quote a record say what findings of their code mean.
    ///
    /// - Parameter guide: What findings mean.
    /// - Returns: A report that can be shared.
    func redacted(_ guide: FindingGuide) -> MigrationReport {
        var report = self
        var standIns = StandIns()
        report.findings = findings.map { finding in
            var finding = finding
            finding.subjects = []
            finding.cost = Redaction.share(finding.cost)
            guard finding.about == .reading || finding.about == nil else { return finding }
            finding.message =
                guide.entry(of: finding.code.rawValue, finding.severity)?.meaning ?? ""
            finding.rule = guide.rule(finding.rule)?.id ?? ""
            return finding
        }
        if part?.only != nil { report.part?.only = "a list" }
        report.stakes.entitlements = [:]
        for (name, share) in stakes.entitlements.inOrder {
            let standIn = standIns.text(for: name, "entitlement")
            report.stakes.entitlements[standIn] = Redaction.share(share)
        }
        report.required = required.map {
            let kind = $0.kind == .entitlement ? "entitlement" : "product"
            return Required(
                kind: $0.kind, name: standIns.text(for: $0.name, kind), count: $0.count)
        }
        report.stakes.paid = Redaction.paid(stakes.paid)
        report.stakes.stores = stakes.stores.mapValues(Redaction.share)
        report.stakes.reasons = stakes.reasons.mapValues(Redaction.share)
        return report
    }
}

/// What stands for names in what is shared, such as `entitlement 1`: the same for the same name.
package struct StandIns {
    private var numbers: [String: [String: Int]] = [:]

    package init() {}

    /// What stands for a name of some kind, such as an entitlement.
    package mutating func text(for name: String, _ kind: String) -> String {
        let next = numbers[kind, default: [:]].count + 1
        let number = numbers[kind]?[name] ?? next
        numbers[kind, default: [:]][name] = number
        return "\(kind) \(number)"
    }
}

private enum Redaction {
    /// A share whose currencies are codes.
    static func share(_ share: Stakes.Share) -> Stakes.Share {
        var shown = share
        shown.paid = paid(share.paid)
        return shown
    }

    /// Amounts whose currencies are codes of three letters; whatever else a record has for one becomes
    /// `XXX`, the code for none.
    static func paid(_ paid: [String: Stakes.Outcomes]) -> [String: Stakes.Outcomes] {
        var shown: [String: Stakes.Outcomes] = [:]
        for (currency, amounts) in paid {
            let isCode =
                currency.utf8.count == 3 && currency.utf8.allSatisfy { (65...90).contains($0) }
            shown[isCode ? currency : "XXX", default: Stakes.Outcomes()].add(amounts)
        }
        return shown
    }
}
