// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What it takes to read an input a second time: of a file where it began, of a pipe its beginning.
package final class KeptInput: @unchecked Sendable {
    // Unchecked because it is used by the one thread that reads.
    private var bytes: [UInt8] = []
    private var offset: Int?

    package init() {}

    /// As many bytes of a pipe as are kept.
    package static let most = 1 << 25

    /// Looks where an input begins; true when its bytes have to be kept.
    func begin(_ descriptor: Int32) -> Bool {
        guard descriptor >= 0 else { return false }
        let start = lseek(descriptor, 0, SEEK_CUR)
        offset = start < 0 ? nil : Int(start)
        return offset == nil
    }

    func keep(_ start: UnsafePointer<UInt8>, _ count: Int) {
        let room = min(count, KeptInput.most - bytes.count)
        if room > 0 { bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: room)) }
    }

    /// The input for a second reading.
    package func again(_ input: Input) -> Input {
        switch input.origin {
        case .bytes: return input
        case .file: return offset == nil ? .bytes(bytes, name: input.name) : input
        case .descriptor(let number):
            guard let offset else { return .bytes(bytes, name: input.name) }
            _ = lseek(number, off_t(offset), SEEK_SET)
            return input
        }
    }
}
