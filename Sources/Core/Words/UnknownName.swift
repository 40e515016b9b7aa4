// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A name that does not exist, with what to write instead.
package struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it should name, such as `provider`.
    package let what: String
    /// The name, as it was given.
    package let name: String
    /// The names that there are.
    package let known: [String]
    /// The command that lists them, where they are too many for a message.
    package let list: String?

    package init(_ what: String, _ name: String, known: [String], listedBy list: String? = nil) {
        self.what = what
        self.name = name
        self.known = known
        self.list = list
    }

    /// What is unknown, and the nearest names, or else all of them.
    package var description: String { "\(what) \"\(name)\": unknown; \(advice)" }

    /// What to write instead.
    package var advice: String {
        let near = NearestNames(name, among: known).names
        if let question = UnknownName.question(near) { return question }
        if let list { return "\(list) lists what there is" }
        return known.isEmpty ? "there is none" : "expected \(UnknownName.alternatives(known))"
    }

    /// `did you mean "a" or "b"?`; nil without a name.
    package static func question(_ near: [String]) -> String? {
        near.isEmpty ? nil : "did you mean \(alternatives(near.map { "\"\($0)\"" }))?"
    }

    /// `a, b or c`.
    package static func alternatives(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
