// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What workers share: the reader, and who is through.
final class Shared {
    /// Guards the reader.
    let lock = NSLock()
    let reader: any BatchReader
    /// Keeps the first error, after which nobody takes a further batch.
    let turnstile = Turnstile()

    init(_ reader: any BatchReader) { self.reader = reader }
}
