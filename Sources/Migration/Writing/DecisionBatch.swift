// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Some decisions of a plan, in its order, on their way to a sink.
///
/// Used again and again, so that no decision costs memory of its own.
final class DecisionBatch: PlanSink {
    private enum Decision {
        case customer(Int)
        /// An ID and what it becomes, by their lengths.
        case id(count: Int, target: Int?, Fate, rule: String)
        /// What is written, which is the next of the values.
        case written(writer: Int)
        case decided(FormatWriter.Subject, Int, Fate)
    }

    /// As many things are written from one batch.
    private static let mostWritten = 256
    private static let mostDecisions = 2_048

    private var decisions: [Decision] = []
    private let values = (0..<DecisionBatch.mostWritten).map { _ in FieldValues() }
    private var writtenCount = 0
    /// The IDs, and what they become, one behind the other.
    private let texts = RowBytes(capacity: 1 << 16)

    init() { decisions.reserveCapacity(DecisionBatch.mostDecisions) }

    /// Whether it takes nothing more.
    var isFull: Bool {
        decisions.count == DecisionBatch.mostDecisions || writtenCount == values.count
    }

    /// Forgets everything but the memory.
    func empty() {
        decisions.removeAll(keepingCapacity: true)
        writtenCount = 0
        texts.cut(to: 0)
    }

    // MARK: - Taking

    func begin(customer: Int) { decisions.append(.customer(customer)) }

    func take(
        id: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer?, _ fate: Fate, rule: String
    ) {
        texts.append(id.assumingMemoryBound(to: UInt8.self))
        if let target { texts.append(target.assumingMemoryBound(to: UInt8.self)) }
        decisions.append(.id(count: id.count, target: target?.count, fate, rule: rule))
    }

    func take(_ values: FieldValues, writer: Int) {
        self.values[writtenCount].copy(values)
        writtenCount += 1
        decisions.append(.written(writer: writer))
    }

    func decided(_ subject: FormatWriter.Subject, _ number: Int, _ fate: Fate) {
        decisions.append(.decided(subject, number, fate))
    }

    // MARK: - Handing over

    /// Hands everything to a sink.
    func replay(into sink: some PlanSink) throws {
        let bytes = UnsafeRawBufferPointer(texts.all)
        var (place, written) = (0, 0)
        func next(_ count: Int) -> UnsafeRawBufferPointer {
            defer { place += count }
            return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
        }
        for decision in decisions {
            switch decision {
            case .customer(let number): try sink.begin(customer: number)
            case .id(let count, let target, let fate, let rule):
                let id = next(count)
                try sink.take(id: id, target: target.map(next), fate, rule: rule)
            case .written(let writer):
                try sink.take(values[written], writer: writer)
                written += 1
            case .decided(let subject, let number, let fate):
                try sink.decided(subject, number, fate)
            }
        }
    }
}
