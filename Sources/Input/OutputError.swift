// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Outputs that cannot be written, or would be written over others.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or the folder.
    public let file: String
    /// What is wrong, and what to do.
    public let reason: String
    /// Whether the system does not write it, and not a rule of ours.
    public let isOfSystem: Bool

    package init(_ file: String, _ reason: String, isOfSystem: Bool = false) {
        self.file = file
        self.reason = reason
        self.isOfSystem = isOfSystem
    }

    /// What the system says.
    package init(_ file: String, _ code: Int32) {
        self.init(file, "cannot be written: \(SystemFault(code, .writing))", isOfSystem: true)
    }

    /// File and reason.
    public var description: String { "\(file): \(reason)" }
}
