// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// The days on which the documents behind the rules were read: the providers', and those of other
/// systems whose block-lists are known.
public struct ReadingDays: Hashable, Sendable {
    /// The first day, such as `2026-11-21`.
    public let oldest: String
    /// The last day.
    public let newest: String
}

extension Mappings {
    /// Looks through every entry that says when its source was read.
    ///
    /// - Throws: ``MappingsError`` for a file that is not there any more.
    public func readingDays() throws(MappingsError) -> ReadingDays {
        var days: Set<String> = []
        for name in try filesOfSources() {
            collect(.object(try MappingFile(directory, name).root.members), into: &days)
        }
        guard let oldest = days.min(), let newest = days.max() else {
            throw MappingsError(file: directory, entry: nil, reason: "no source has a date")
        }
        return ReadingDays(oldest: oldest, newest: newest)
    }

    private func filesOfSources() throws(MappingsError) -> [String] {
        var files = ["blocklists.json"]
        for provider in providers.map(\.key) {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(
                    atPath: "\(directory)/\(provider)")
            } catch {
                throw MappingsError(
                    file: provider, entry: nil, reason: "the folder cannot be read")
            }
            files += names.filter { $0.hasSuffix(".json") }.sorted().map { "\(provider)/\($0)" }
        }
        return files
    }

    private func collect(_ value: JSONValue, into days: inout Set<String>) {
        switch value {
        case .object(let members):
            if case .string(let day) = members["checked"] { days.insert(day) }
            for member in members.values { collect(member, into: &days) }
        case .array(let elements):
            for element in elements { collect(element, into: &days) }
        default: break
        }
    }
}
