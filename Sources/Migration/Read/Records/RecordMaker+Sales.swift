// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What was paid, whichever format says it.
extension RecordMaker {
    /// Takes away a price below zero, and writes a code of ISO 4217 in upper case.
    ///
    /// An event may say with such a price what was given back. Elsewhere it is wrong, and a remark
    /// says so; the rest of the record stays as it is.
    ///
    /// - Parameters:
    ///   - kind: What the record tells of.
    ///   - slots: What the record says so far.
    @inline(__always)
    func checkSale(_ kind: RecordKind, _ slots: UnsafeMutablePointer<UInt64>) {
        let price = Text(bits: slots[NeutralField.price.number])
        if price.isPresent, batch.bytes(of: price).first == UInt8(ascii: "-"),
            !NumberText.isZero(batch.buffer.start + price.start, price.count)
        {
            slots[NeutralField.price.number] = 0
            if kind != .event {
                batch.add(
                    Remark(kind: .belowZero, record: batch.count, field: .price, text: price))
            }
        }
        let currency = Text(bits: slots[NeutralField.currency.number])
        if currency.isPresent, currency.count == 3 {
            slots[NeutralField.currency.number] = code(currency).bits
        }
    }

    /// Three letters in upper case; anything else as it is.
    private func code(_ currency: Text) -> Text {
        let bytes = batch.bytes(of: currency)
        let areLetters = bytes.allSatisfy { (0x61...0x7a).contains($0 | 0x20) }
        guard areLetters, bytes.contains(where: { $0 & 0x20 != 0 }) else { return currency }
        return batch.buffer.appending(bytes.map { $0 & ~0x20 })
    }
}
