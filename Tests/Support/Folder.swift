// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is gone with the test.
package final class Folder: Sendable {
    package let path: String

    /// A new one.
    package init() throws {
        path = NSTemporaryDirectory() + "allonym-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A file in it.
    package func file(_ name: String) -> String { path + "/" + name }
}
