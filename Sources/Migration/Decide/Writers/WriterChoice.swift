// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// The writers of a target that can be used in a plan, in the order in which they are asked.
package final class WriterChoice {
    /// All writers of the target.
    let writers: [CompiledWriter]
    /// What is asked of them most.
    let ids: [String]
    let routes: [FormatWriter.Route]
    /// Every field that a writer can need, by what it is for.
    private let fields: [PlanFieldSet]
    private let tests: [WriterTest]
    private let limitCount: Int
    /// The receipts of the customer that count for limits.
    @exclusivity(unchecked) private var known: Set<[UInt8]> = []
    /// For each of the subjects its writers.
    private let order: [[Int]]

    package init(_ target: MigrationEndpoint, _ options: PlanOptions, purchaseCount: Int) {
        let writers = target.writers
        self.writers = writers
        // A text of its own: counting references to one text is slow where two threads do so.
        ids = writers.map { String(decoding: Array($0.id.utf8), as: UTF8.self) }
        routes = writers.map(\.route)
        limitCount = target.formats.limits.count
        tests = writers.map { WriterTest($0, target.formats.limits, at: options.at) }
        let usable = writers.indices.filter { purchaseCount <= writers[$0].mostRows ?? .max }
        let sorted =
            usable.filter { writers[$0].route == options.preferredRoute }
            + usable.filter { writers[$0].route != options.preferredRoute }
        order = FormatWriter.Subject.allCases.sorted { $0.number < $1.number }.map { subject in
            sorted.filter { writers[$0].subject == subject }
        }
        fields = order.map { numbers in
            numbers.reduce(into: PlanFieldSet()) { $0.formUnion(writers[$1].fields) }
        }
    }

    /// Every field that a writer for this can need.
    func fields(for subject: FormatWriter.Subject) -> PlanFieldSet {
        fields[subject.number]
    }

    /// Whether there is a writer for this.
    func has(_ subject: FormatWriter.Subject) -> Bool { !order[subject.number].isEmpty }

    /// Which writers there are for this, in the order in which they are asked.
    package func numbers(for subject: FormatWriter.Subject) -> [Int] { order[subject.number] }

    /// Nothing is taken for a customer: for each writer a count, and behind them one for each limit.
    package var noCounts: [Int] { [Int](repeating: 0, count: writers.count + limitCount) }

    /// Counts what a writer takes for a customer; of limits each receipt counts once, whatever it
    /// holds.
    package func count(_ writer: Int, _ values: FieldValues, _ counts: inout [Int]) {
        counts[writer] += 1
        guard !tests[writer].shared.isEmpty, known.insert(receipt(writer, values)).inserted else {
            return
        }
        for number in tests[writer].shared.indices {
            counts[writers.count + tests[writer].shared[number].limit] += 1
        }
    }

    /// What comes next is about another customer.
    package func forgetCustomer() {
        if !known.isEmpty { known.removeAll(keepingCapacity: true) }
    }

    /// What a store knows a purchase by, which several purchases may have.
    private func receipt(_ writer: Int, _ values: FieldValues) -> [UInt8] {
        let fields = writers[writer].keys.lazy.compactMap { $0.first(where: values.has) }
        return fields.first.map { values.bytes($0) } ?? []
    }

    @inline(__always)
    private func obstacle(
        _ number: Int, _ values: FieldValues, _ counts: [Int]
    ) -> WriterTest.Obstacle? {
        tests[number].obstacle(values, count: counts[number]) { limit in
            known.contains(receipt(number, values)) ? 0 : counts[writers.count + limit]
        }
    }

    /// The first writer that takes something; none where a limit of the customer speaks against one,
    /// because the others of that limit are no way then.
    ///
    /// - Parameters:
    ///   - values: What is known of it.
    ///   - numbers: The writers, in the order in which they are asked.
    ///   - counts: As many as were taken for the same customer.
    /// - Returns: Its index among the writers.
    package func first(_ values: FieldValues, of numbers: [Int], _ counts: [Int]) -> Int? {
        for number in numbers {
            switch obstacle(number, values, counts) {
            case nil: return number
            case .overLimit: return nil
            default: continue
            }
        }
        return nil
    }

    /// Of writers that do not take something the first one for its store, and the first that something
    /// else speaks against than a word, such as its kind: that one, with what speaks against it, is of
    /// more interest.
    func nearest(
        _ values: FieldValues, of numbers: [Int], _ counts: [Int]
    ) -> (own: Int?, nearest: (writer: Int, obstacle: WriterTest.Obstacle)?) {
        var own: Int?
        for number in numbers {
            guard let obstacle = obstacle(number, values, counts) else {
                continue
            }
            guard case .word(let field) = obstacle else { return (own, (number, obstacle)) }
            if own == nil, field != PlanField(.store) { own = number }
        }
        return (own, nil)
    }

    /// What speaks against each of the writers, of which none takes it.
    func obstacles(
        _ values: FieldValues, of numbers: [Int], _ counts: [Int]
    ) -> [(writer: Int, obstacle: WriterTest.Obstacle)] {
        numbers.compactMap { number in
            obstacle(number, values, counts).map {
                (writer: number, obstacle: $0)
            }
        }
    }
}

extension FormatWriter.Subject {
    /// Its index among the subjects.
    fileprivate var number: Int {
        switch self {
        case .purchase: 0
        case .customer: 1
        case .identity: 2
        case .alias: 3
        case .grant: 4
        case .map: 5
        }
    }
}
