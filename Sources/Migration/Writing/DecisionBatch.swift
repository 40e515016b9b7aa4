// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Some decisions of a plan, in its order, on their way to a sink.
///
/// Used again and again, so that no decision costs memory of its own.
final class DecisionBatch: PlanSink {
    private enum Decision {
        case customer(Int?)
        /// An ID and what it becomes, by their lengths.
        case id(count: Int, target: Int?, Fate, rule: String, obstacle: FindingCode?)
        /// What is written, by the place of its values.
        case written(Int, writer: Int)
        /// What was decided, by the place of its values.
        case decided(PlanDecision, Int)
    }

    /// As many things are written or decided about in one batch.
    private static let mostValues = 256
    private static let mostDecisions = 2_048

    @exclusivity(unchecked) private var decisions: [Decision] = []
    private let values = (0..<DecisionBatch.mostValues).map { _ in FieldValues() }
    @exclusivity(unchecked) private var valueCount = 0
    /// The IDs, and what they become, one behind the other.
    private let texts = RowBytes(capacity: 1 << 16)

    init() { decisions.reserveCapacity(DecisionBatch.mostDecisions) }

    /// Whether it takes nothing more.
    var isFull: Bool {
        decisions.count == DecisionBatch.mostDecisions || valueCount == values.count
    }

    /// Forgets everything but the memory.
    func empty() {
        decisions.removeAll(keepingCapacity: true)
        valueCount = 0
        texts.cut(to: 0)
    }

    // MARK: - Taking

    func begin(customer: Int?) { decisions.append(.customer(customer)) }

    func take(_ id: PlannedID) {
        texts.append(id.text.assumingMemoryBound(to: UInt8.self))
        if let target = id.target { texts.append(target.assumingMemoryBound(to: UInt8.self)) }
        decisions.append(
            .id(
                count: id.text.count, target: id.target?.count, id.fate, rule: id.rule,
                obstacle: id.obstacle))
    }

    func take(_ values: FieldValues, writer: Int) {
        decisions.append(.written(keep(values), writer: writer))
    }

    func decided(_ decision: PlanDecision, _ values: FieldValues) {
        // What the decision's own writer was given just now is what was decided about.
        if let taker = decision.writer, case .written(let place, taker) = decisions.last {
            decisions.append(.decided(decision, place))
        } else {
            decisions.append(.decided(decision, keep(values)))
        }
    }

    private func keep(_ values: FieldValues) -> Int {
        self.values[valueCount].copy(values)
        valueCount += 1
        return valueCount - 1
    }

    // MARK: - Handing over

    /// Hands everything to a sink.
    func replay(into sink: some PlanSink) throws {
        let bytes = UnsafeRawBufferPointer(texts.all)
        var place = 0
        func next(_ count: Int) -> UnsafeRawBufferPointer {
            defer { place += count }
            return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
        }
        for decision in decisions {
            switch decision {
            case .customer(let number): try sink.begin(customer: number)
            case .id(let count, let target, let fate, let rule, let obstacle):
                let text = next(count)
                try sink.take(
                    PlannedID(
                        text: text, target: target.map(next), fate: fate, rule: rule,
                        obstacle: obstacle))
            case .written(let number, let writer): try sink.take(values[number], writer: writer)
            case .decided(let decision, let number):
                try sink.decided(decision, values[number])
            }
        }
    }
}
