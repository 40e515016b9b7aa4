// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A mapping file that is missing or damaged.
public struct MappingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, from the folder of mappings.
    public let file: String
    /// The row or entry, where one is at fault.
    public let entry: String?
    /// What is wrong, and what was expected.
    public let reason: String

    /// File, entry and reason.
    public var description: String {
        [file, entry, reason].compactMap { $0 }.joined(separator: ": ")
    }

    package init(file: String, entry: String?, reason: String) {
        self.file = file
        self.entry = entry
        self.reason = reason
    }
}
