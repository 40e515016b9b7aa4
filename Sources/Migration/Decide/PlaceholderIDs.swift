// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// The texts that stand for nobody, so that their hash would be everybody's: what is blank, on any
/// provider's block-list, or refused by another system.
package struct PlaceholderIDs: Sendable {
    private let blocklists: ExternalBlocklists
    private let blocked: Set<UserID>
    /// The lengths of the blocklists' values, as bits, by their first byte; and their patterns.
    private let lengthsByFirst: [UInt64]
    private let patterns: [Pattern]

    /// What all these providers, and the blocklists, refuse by its value.
    package init(_ providers: [Provider], _ blocklists: ExternalBlocklists) {
        self.blocklists = blocklists
        var blocked: Set<UserID> = []
        for rule in providers.flatMap(\.identifierRules) {
            if case .refuseValues(let values) = rule.kind {
                blocked.formUnion(values.map { UserID(unchecked: $0) })
            }
        }
        self.blocked = blocked
        var (lengths, patterns) = ([UInt64](repeating: 0, count: 256), [Pattern]())
        for entry in blocklists.entries {
            for value in entry.values.map({ Array($0.utf8) }) {
                guard let first = value.first, value.count < 64 else { continue }
                for byte in entry.anyCase ? [first & ~0x20, first | 0x20, first] : [first] {
                    lengths[Int(byte)] |= 1 << UInt64(value.count)
                }
            }
            if case .pattern(let pattern) = entry.match { patterns.append(pattern) }
        }
        (lengthsByFirst, self.patterns) = (lengths, patterns)
    }

    /// Whether an identity system that is none of the providers refuses an ID by its value.
    ///
    /// Nearly all are told apart by their first byte and their length.
    package func isBlockedElsewhere(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return !blocklists.blocking(UserID(unchecked: "")).isEmpty }
        let (first, count) = (text[0], text.count)
        let mayBeValue = count < 64 && lengthsByFirst[Int(first)] & 1 << UInt64(count) != 0
        // Of a blank ID the first byte is white space, or one of several of a character.
        let mayBeBlank = first <= 0x20 || first >= 0x80
        if !mayBeValue, !mayBeBlank {
            guard patterns.contains(where: { $0.matches(bytes: text) }) else { return false }
        }
        return !blocklists.blocking(UserID(unchecked: text.text)).isEmpty
    }

    /// Whether an ID stands for nobody.
    package func contains(_ id: UserID) -> Bool {
        blocked.contains(id) || id.isBlank || !blocklists.blocking(id).isEmpty
    }
}
