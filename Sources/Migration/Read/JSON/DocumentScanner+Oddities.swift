// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Values that are of another kind than a format says, and members that are there twice or that the
/// format does not have.
extension DocumentScanner {
    /// What is odd, by the number of the innermost value in which it lies of which something is made;
    /// -1 for none.
    func innermost(
        _ oddities: [JSONScanner.Oddity], of kept: Kept
    ) -> [Int: [JSONScanner.Oddity]] {
        Dictionary(grouping: oddities) { oddity in
            var innermost: (number: Int, count: UInt32) = (-1, .max)
            for number in 0..<kept.scanner.foundCount {
                let capture = kept.scanner.captures[Int(kept.scanner.found[number].slot)]
                let range = Int(capture.start)..<Int(capture.start + capture.count)
                if range.contains(oddity.offset), capture.count < innermost.count {
                    innermost = (number, capture.count)
                }
            }
            return innermost.number
        }
    }

    /// Rejects a record in which a value is of another kind; false where none is.
    ///
    /// Without a record it is about what stands around all records, which are taken all the same.
    func reject(
        _ oddities: [JSONScanner.Oddity], of kept: Kept, _ raw: Text?, _ batch: RecordBatch,
        _ file: OpenFile, _ line: (Int) -> Int
    ) -> Bool {
        let wrong = oddities.first { if case .kind = $0.what { true } else { false } }
        guard let odd = wrong, case .kind(let kind) = odd.what else { return false }
        let root = kept.scanner.captures[JSONPlan.elementSlot]
        let around =
            root.isPresent
            ? Text(start: Int(root.start), count: Int(root.count))
            : Text(start: odd.offset, count: 1)
        let raw = raw ?? around
        let name = kept.compiled.plan.names[odd.node]
        let whose = name.isEmpty ? "an element" : "\"\(name)\""
        batch.add(
            Rejection(
                rule: .kind,
                reason: "\(whose) holds \(kind.name); expected an object or a list",
                file: file.name, line: line(raw.start), column: odd.offset, raw: raw))
        return true
    }

    /// Says which members of a record are there twice, and which the format does not have.
    func remark(
        _ oddities: [JSONScanner.Oddity], of kept: Kept, _ record: Int, _ batch: RecordBatch
    ) {
        let names = kept.compiled.plan.names
        for odd in oddities {
            switch odd.what {
            case .kind: continue
            case .twice:
                batch.add(
                    Remark(
                        kind: .memberTwice, record: record, field: nil,
                        text: Text(start: odd.offset, count: 1), member: names[odd.node]))
            case .unknown(let name):
                let known = names.filter { !$0.isEmpty }
                let near = NearestNames(batch.string(name) ?? "", among: known).names
                batch.add(
                    Remark(
                        kind: .unknownMember, record: record, field: nil, text: name,
                        member: near.first ?? ""))
            }
        }
    }
}
