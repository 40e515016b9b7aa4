// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// Writes calls as JSON lines, with their members sorted by name, and remembers which calls of a
/// customer have to be made before which.
package struct CallRenderer {
    /// For each writer of calls how these are written; nil for others.
    private var templates: [CallTemplate?]
    /// For each writer the indices of those whose calls come before its own.
    private let before: [[Int]]
    /// For each writer how many calls it has made for the customer.
    private var counts: [Int]
    /// The number of the customer, from 1; 0 for nobody.
    private var customer = 0

    package init(_ writers: [CompiledWriter]) {
        templates = [CallTemplate?](repeating: nil, count: writers.count)
        before = writers.map { writer in
            writer.call?.after.compactMap { id in writers.firstIndex { $0.id == id } } ?? []
        }
        counts = [Int](repeating: 0, count: writers.count)
    }

    /// Lays out how the calls of a writer are written.
    package mutating func template(
        of call: FormatCall, _ writer: CompiledWriter, number: Int
    ) -> CallTemplate {
        let template = CallTemplate(call, writer, number: number)
        templates[number] = template
        return template
    }

    /// What comes next is about another customer, or about what nobody is said to hold.
    mutating func begin(customer: Int?) {
        self.customer = customer.map { $0 + 1 } ?? 0
        for writer in counts.indices { counts[writer] = 0 }
    }

    /// Writes the next call of a writer, without the end of the line; returns what it is called.
    package mutating func append(_ template: CallTemplate, _ row: RowRenderer)
        -> CallTemplate.Number
    {
        let writer = template.writer
        counts[writer] += 1
        let number = CallTemplate.Number(customer: customer, call: counts[writer])
        let bytes = row.bytes
        bytes.append("{\"after\":[")
        let start = bytes.count
        for earlier in before[writer] where counts[earlier] > 0 {
            // A call that comes before others of its writer does not wait for itself.
            for call in 1...counts[earlier] where earlier != writer || call < number.call {
                if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
                templates[earlier]?.append(
                    id: CallTemplate.Number(customer: customer, call: call), to: bytes)
            }
        }
        bytes.append("],\"body\":")
        template.append(row, id: number)
        return number
    }
}
