// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension OutputBytes {
    func append(_ text: UnsafeBufferPointer<UInt8>) { append(text.span) }
    func append(json text: UnsafeBufferPointer<UInt8>) { append(json: text.span) }
    func append(jsonPart text: UnsafeBufferPointer<UInt8>) { append(jsonPart: text.span) }
    func append(jsonValue text: UnsafeBufferPointer<UInt8>) { append(jsonValue: text.span) }
    func append(fingerprint text: UnsafeBufferPointer<UInt8>) { append(fingerprint: text.span) }
    func append(cell text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        append(cell: text.span, delimiter: delimiter)
    }
    func append(cell text: UnsafeRawBufferPointer, delimiter: UInt8) {
        append(cell: text.assumingMemoryBound(to: UInt8.self).span, delimiter: delimiter)
    }
}
