// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The memory in which the system keeps what was written to a file, in case somebody reads it soon.
///
/// The files of a large plan would fill all of it, and push out the input that is still being read;
/// and new memory costs the system more than memory that was just given back. So what is written is
/// sent to the disk as it comes, and its memory is given back behind. Where the system knows no such
/// thing, nothing is done.
struct WrittenMemory {
    /// As many bytes are sent at a time.
    private static let window = 1 << 22
    /// What was sent is asked for so many times more: what is not on the disk yet stays in memory.
    private static let tries = 8

    /// Where the bytes begin that were not sent yet.
    private var sent = 0

    /// So many bytes of a file have been written.
    mutating func note(_ count: Int, of descriptor: Int32) {
        let (sent, window) = (sent, WrittenMemory.window)
        guard count - sent >= window else { return }
        self.sent = count
        #if canImport(Glibc)
            // Sends what was not sent, and gives back what has arrived.
            let start = max(0, min(sent, count - window * WrittenMemory.tries))
            _ = posix_fadvise(descriptor, off_t(start), off_t(count - start), POSIX_FADV_DONTNEED)
        #endif
    }
}
