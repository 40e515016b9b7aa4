// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
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

    /// Writes the file, line after line, each with its line end.
    ///
    /// Memory does not grow with the number of customers.
    ///
    /// - Parameter line: Is given each line.
    /// - Throws: What `line` throws.
    package func write(_ line: (String) throws -> Void) rethrows {
        let scope = SampleScope(reader, anonymous)
        var people = SamplePeople(
            seed: seed, SampleIDMaker(anonymous, scope), scope, now: now)
        var layout = SampleLayout(reader)
        if let head = layout.head() { try line(head) }
        for _ in 0..<customers { try layout.write(people.next(), line) }
        try layout.finish(line)
    }
}
