// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the system says of a file or a folder that it does not open, read or write, and what to do
/// where that can be said.
package struct SystemFault: Hashable, Sendable, CustomStringConvertible {
    /// What was tried.
    package enum Attempt: Hashable, Sendable {
        case reading, writing
    }

    private let code: Int32
    private let attempt: Attempt

    /// A fault by the system's code, such as `ENOENT`.
    package init(_ code: Int32, _ attempt: Attempt) {
        self.code = code
        self.attempt = attempt
    }

    /// The system's reason, and what to do.
    package var description: String {
        [String(cString: strerror(code)), advice].compactMap(\.self).joined(separator: "; ")
    }

    private var advice: String? {
        switch (code, attempt) {
        case (ENOENT, .reading), (ENOTDIR, _): "check the path"
        case (ENOENT, .writing): "make its folder first, or check the path"
        case (EACCES, _), (EPERM, _): "check the permissions"
        case (EISDIR, _): "name a file"
        case (EROFS, _): "name a place that can be written"
        case (ENOSPC, _), (EDQUOT, _): "make room, then run it again"
        default: nil
        }
    }
}
