// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A second opinion on who has access to what: what a provider's files say by its documents alone.
///
/// It shares nothing with what makes a plan: it reads the files again with a reader of its own, and
/// follows the rules for access that stand, provider by provider, in the files beside this one. Where
/// the two part, one of them is wrong. It is meant to be read, not to be fast, and refuses nothing: a
/// record that it does not know says nothing.
package struct SecondOpinion {
    /// Something that an ID has access to: an entitlement, or a product where none is named.
    package struct Holding: Hashable, Sendable {
        /// The product that gives it; nil where none is named.
        package let product: String?
        /// The entitlement; nil where the product stands for itself.
        package let entitlement: String?

        /// What it is called.
        package var name: String { entitlement ?? product ?? "" }
    }

    /// What the documents say of one ID.
    package struct Access: Hashable, Sendable {
        /// What it has access to for certain.
        package var holdings: Set<Holding> = []
        /// Whether it may have more than that: the files, or the documents, leave it open.
        package var isOpen = false

        /// The names of what it has for certain.
        package var names: Set<String> { Set(holdings.map(\.name)) }
    }

    private var reading: any Reading
    /// The same without the records that the plan refused; nil where it refused none.
    private var accepted: (any Reading)?
    private var added = Added()
    /// The IDs that were read, each once, in the order of their first appearance.
    package var ids: [ID] { reading.ids.indices.map { reading.ids[$0] } }
    /// The number of an ID among those that were read; nil for another.
    package func number(of id: ID) -> Int? { reading.ids.known(id) }
    /// The documents that the rules come from.
    package var document: String { reading.document }

    /// Makes an opinion on a provider's files; nil for a provider that there is none on.
    ///
    /// - Parameters:
    ///   - provider: The provider's key, such as `nami`.
    ///   - settings: The settings under which the provider works, such as `restore`.
    ///   - at: The moment that is asked about, in milliseconds since 1970; nil where no record says
    ///     when anything happened, so that nothing is over.
    ///   - hasRefused: Whether a plan's reader has refused any record of the files.
    package init?(
        provider: String, settings: [String: String], at: Int64?, hasRefused: Bool = false
    ) {
        let moment = at.map { Moment(instant: Instants.milliseconds($0)) } ?? Moment(instant: nil)
        switch provider {
        case "nami": reading = NamiReading(moment)
        case "purchasely": reading = PurchaselyReading(moment)
        case "qonversion":
            reading = QonversionReading(moment, copies: settings["restore"] != "transfer")
        case "revenuecat": reading = RevenueCatReading(moment)
        default: return nil
        }
        if hasRefused { accepted = reading }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: All its bytes.
    ///   - refused: Positions that a plan's reader has refused something at. What a record at such a
    ///     position says may count or not, as the plan may have taken a part of it.
    ///   - readUpTo: Is told up to which offset all is read.
    package mutating func read(
        _ bytes: Span<UInt8>, refused: Positions = Positions(),
        readUpTo: (Int) -> Void = { _ in }
    ) {
        let start = UTF8Check.markLength(bytes)
        var refused = refused
        var offset = start
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        if offset < bytes.count,
            bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "[")
        {
            JSONView.forEachRecord(in: bytes, from: offset) { record, range in
                let isRefused = refused.isAny(in: range, of: bytes)
                if added.take(record, isRefused: isRefused) { return }
                reading.ids.isDoubtful = isRefused
                reading.take(record)
                if !isRefused { accepted?.take(record) }
                readUpTo(range.upperBound)
            }
        } else {
            Table.forEachRow(in: bytes, from: start) { row, range in
                let isRefused = refused.isAny(in: range, of: bytes)
                reading.ids.isDoubtful = isRefused
                reading.take(row)
                if !isRefused { accepted?.take(row) }
                readUpTo(range.upperBound)
            }
        }
        reading.ids.isDoubtful = false
    }

    /// What each ID has access to, once everything is read; IDs that were named in refused records
    /// are left out.
    package consuming func access() -> AccessByID {
        let all = SecondOpinion.decide(&reading, added)
        guard var accepted else { return AccessByID(ids: all.ids, access: all.access) }
        self.accepted = nil
        return AccessByID(
            ids: all.ids, access: all.access, accepted: SecondOpinion.decide(&accepted, added))
    }

    /// What each ID has access to by a reading to which nothing more comes.
    private static func decide(
        _ reading: inout any Reading, _ added: Added
    ) -> (ids: IDs, access: [Access]) {
        // Files beside the provider's own may name IDs that no other does.
        let joined = added.join(&reading.ids)
        reading.finish()
        return (reading.ids, reading.access(joining: joined))
    }

    /// What each ID has access to.
    package struct AccessByID {
        fileprivate let ids: IDs
        fileprivate let access: [Access]
        /// The same without refused records; nil where there are none.
        fileprivate var accepted: (ids: IDs, access: [Access])?

        /// How many IDs there are.
        package var count: Int { access.count - ids.doubtful.count { $0 } }

        /// The numbers of the IDs that were read, in the order of their first appearance.
        package var numbers: Range<Int> { ids.indices }

        /// The ID with a number.
        package func id(_ number: Int) -> ID { ids[number] }

        /// The number of an ID among those that were read; nil for another.
        package func number(of id: ID) -> Int? { ids.known(id) }

        /// What is said of an ID; nil of one that was not read, or that a refused record names.
        package subscript(id: ID) -> Access? {
            ids.known(id).flatMap { self[$0] }
        }

        /// What is said of the ID with a number among those that were read.
        package subscript(number: Int) -> Access? { ids.doubtful[number] ? nil : access[number] }

        /// What may be said of the ID with a number: by all records, and by those alone that were not
        /// refused.
        func opinions(_ number: Int) -> [Access] {
            guard let accepted else { return [access[number]] }
            let known = accepted.ids.known(ids[number])
            return [access[number], known.map { accepted.access[$0] } ?? Access()]
        }
    }
}

extension SecondOpinion {
    /// The rules of one provider's files.
    protocol Reading {
        /// Where the rules come from, for whoever wants to look them up.
        var document: String { get }
        /// The IDs that were read.
        var ids: IDs { get set }
        /// Takes a record of JSON.
        mutating func take(_ record: JSONView)
        /// Nothing more is read: what only that needs may go.
        mutating func finish()
        /// Takes a row of a table.
        mutating func take(_ row: Table.Row)
        /// What each ID has access to, by the numbers of the IDs.
        func access() -> [Access]
        /// IDs that are one customer's beside those that were joined.
        var pairs: [(Int, Int)] { get }
    }
}
