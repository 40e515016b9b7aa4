// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension MigrationReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case from, to, at, part, counts, stakes, findings, settings, written, times, support
        case rollback, reversible, lasting, required, rules
    }

    /// Encodes what `report.json` says.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(from, forKey: .from)
        try members.encode(to, forKey: .to)
        try members.encodeIfPresent(at, forKey: .at)
        try members.encode(rules, forKey: .rules)
        try members.encodeIfPresent(part, forKey: .part)
        try members.encode(counts, forKey: .counts)
        try members.encode(stakes, forKey: .stakes)
        try members.encode(findings, forKey: .findings)
        try members.encode(settings, forKey: .settings)
        try members.encode(written, forKey: .written)
        try members.encode(times, forKey: .times)
        try members.encode(support, forKey: .support)
        try members.encode(rollback, forKey: .rollback)
        try members.encode(reversible, forKey: .reversible)
        try members.encode(lasting, forKey: .lasting)
        try members.encode(required, forKey: .required)
    }

    /// As JSON, keys sorted.
    var encoded: [UInt8] { JSONDocument.bytes(of: self) }
}

extension DispositionCounts: Encodable {
    /// Encodes how much was read, and how much has each disposition.
    public func encode(to encoder: any Encoder) throws {
        var words = ["read": read]
        for disposition in Disposition.allCases { words[disposition.rawValue] = self[disposition] }
        try words.encode(to: encoder)
    }
}

extension Finding: Encodable {
    private enum CodingKeys: String, CodingKey {
        case code, severity, subject, message, rule, source, count, action, cost
    }

    /// Encodes it; its subjects are one text.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(code.rawValue, forKey: .code)
        try members.encode(severity.rawValue, forKey: .severity)
        try members.encode(subjects.joined(separator: ", "), forKey: .subject)
        try members.encode(message, forKey: .message)
        try members.encode(rule, forKey: .rule)
        try members.encode(source, forKey: .source)
        try members.encode(count, forKey: .count)
        try members.encode(action, forKey: .action)
        try members.encode(Stakes.EncodedShare(cost), forKey: .cost)
    }
}
