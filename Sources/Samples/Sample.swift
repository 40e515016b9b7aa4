// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymInput
package import AllonymMappings

/// A file of invented customers, as a provider exports them.
///
/// The same number of customers, seed and moment make the same bytes on every machine. The reader
/// it is made for reads all of it.
package struct Sample: Sendable {
    /// Why there is no sample.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        /// What is wrong, and what to do.
        package let description: String
    }

    private let reader: FormatReader
    private let anonymous: AnonymousForm
    private let customers: Int
    private let seed: UInt64
    private let now: Int64

    /// A sample of what a reader reads.
    ///
    /// - Parameters:
    ///   - reader: The kind of file.
    ///   - anonymous: The form of the provider's anonymous IDs.
    ///   - customers: How many customers.
    ///   - seed: Another one makes other customers.
    ///   - now: The moment at which everything has happened, in milliseconds since 1970.
    /// - Throws: ``Refusal`` where a file of this kind has no purchases, or for fewer customers than
    ///   one.
    package init(
        of reader: FormatReader, anonymous: AnonymousForm, customers: Int, seed: UInt64 = 1,
        now: Int64
    ) throws(Refusal) {
        guard Sample.holdsPurchases(reader) else {
            throw Refusal(
                description: "\"\(reader.id)\" holds no purchases, so there is no sample of it; "
                    + "choose a format that does")
        }
        guard customers > 0 else {
            throw Refusal(description: "a sample is of one customer or more, not of \(customers)")
        }
        (self.reader, self.anonymous, self.customers) = (reader, anonymous, customers)
        (self.seed, self.now) = (seed, now)
    }

    /// The readers of a provider that a sample can be of, the usual one first.
    ///
    /// That is a file of rows with all periods, where the provider has one; else the order is that
    /// of the formats.
    package static func readers(of formats: ProviderFormats) -> [FormatReader] {
        let readers = formats.readers.filter { holdsPurchases($0) }
        let periods = readers.filter { $0.order == .latestPeriod }
        return periods + readers.filter { $0.order != .latestPeriod }
    }

    private static func holdsPurchases(_ reader: FormatReader) -> Bool {
        reader.records.contains { $0.kind == .purchase || $0.kind == .event }
    }

    /// Writes the file, some lines at a time, each with its line end.
    ///
    /// Memory does not grow with the number of customers.
    ///
    /// - Parameters:
    ///   - threads: On how many threads; the bytes are the same on any number.
    ///   - hand: Is given the bytes in their order.
    /// - Throws: What `hand` throws.
    package func write(threads: Int, _ hand: @escaping (Span<UInt8>) throws -> Void) throws {
        let threads = max(1, threads)
        var next = 0
        let pipeline = OrderedPipeline(
            (0...threads * 2).map { _ in SamplePart() },
            cut: { [customers] part in
                part.begin(next, of: customers)
                next += 1
                return !part.customers.isEmpty
            },
            hand: { part in try part.bytes.withBytes(hand) })
        try pipeline.run(threads: threads) { [self] in
            var writer = SampleWriter(reader, anonymous, seed: seed, now: now)
            return { part in writer.write(part) }
        }
    }
}

/// Some customers of a sample, and their lines.
///
/// Each part begins anew from the seed, so that any thread can make it.
private final class SamplePart {
    /// A multiple of the distance at which IDs are rare, so that none of these needs its neighbours.
    static let size = SampleIDMaker.distance

    private(set) var number = 0
    private(set) var customers = 0..<0
    let bytes = OutputBytes()

    func begin(_ number: Int, of count: Int) {
        self.number = number
        let start = min(number * SamplePart.size, count)
        customers = start..<min(start + SamplePart.size, count)
        bytes.empty()
    }
}

/// Writes parts, on one thread.
private struct SampleWriter {
    private var people: SamplePeople
    private var layout: SampleLayout

    init(_ reader: FormatReader, _ anonymous: AnonymousForm, seed: UInt64, now: Int64) {
        let scope = SampleScope(reader, anonymous)
        people = SamplePeople(seed: seed, SampleIDMaker(anonymous, scope), scope, now: now)
        layout = SampleLayout(reader)
    }

    mutating func write(_ part: SamplePart) {
        if part.number == 0 { layout.writeHead(to: part.bytes) }
        people.begin(part: part.number, at: part.customers.lowerBound)
        for _ in part.customers { layout.write(people.next(), to: part.bytes) }
        layout.finish(to: part.bytes)
    }
}
