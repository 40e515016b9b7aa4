// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import Testing

/// One thing that every provider must satisfy, ours or somebody else's.
///
/// Run all of them as the arguments of one test:
///
/// ```swift
/// @Test(arguments: ConformanceCase.all)
/// func `The provider conforms`(conformance: ConformanceCase) throws {
///     try conformance.check(provider)
/// }
/// ```
public struct ConformanceCase: Sendable, CustomTestStringConvertible {
    /// What must be so, as a sentence.
    public let name: String
    private let find: @Sendable (Provider) throws -> [String]

    /// A case; `find` says what is not so, and nothing when all is well.
    public init(_ name: String, find: @escaping @Sendable (Provider) throws -> [String]) {
        self.name = name
        self.find = find
    }

    /// Every case there is, those about the data before those about what comes of it.
    public static let all = dataCases + identifierCases + accessCases + sequenceCases

    /// What is not as it must be; empty for a provider that conforms.
    public func faults(of provider: Provider) throws -> [String] { try find(provider) }

    /// Records an issue for each fault.
    public func check(
        _ provider: Provider, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for fault in try faults(of: provider) {
            Issue.record("\(provider.name): \(name): \(fault)", sourceLocation: sourceLocation)
        }
    }

    /// The name.
    public var testDescription: String { name }
}

extension Provider {
    /// Its rules under its defaults, and under every other value of every setting.
    package func everyRules() throws -> [Rules] {
        try [rules()]
            + rulebook.settings.flatMap { setting in
                try setting.values.dropFirst().map { try rules([setting.name: $0]) }
            }
    }

    /// Its rules under every two values, other than the defaults, of two of its settings.
    package func rulesOfPairs() throws -> [Rules] {
        let settings = rulebook.settings
        return try settings.indices.flatMap { first in
            try settings[(first + 1)...].flatMap { second in
                try settings[first].values.dropFirst().flatMap { value in
                    try second.values.dropFirst().map { other in
                        try rules([settings[first].name: value, second.name: other])
                    }
                }
            }
        }
    }
}

extension Rules {
    /// What is not as by default, for messages.
    package var deviation: String {
        let changed = settings.filter { provider.rulebook.defaults[$0.key] != $0.value }
        return changed.isEmpty
            ? "by default"
            : "with " + changed.map { "\($0.key) = \($0.value)" }.sorted().joined(separator: ", ")
    }
}
