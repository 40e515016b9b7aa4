// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Which customers a plan is for: all who were read, or a part of them, each with all IDs.
///
/// The others are read and compared all the same, so that whatever is decided about a customer is what
/// a plan of everybody says.
package struct Cohort: Sendable {
    /// Everybody, and what nobody is said to hold.
    package static let everybody = Cohort(members: nil, hasOwnerless: true)

    /// Whether each customer is in it, by number; nil where all are.
    private let members: [Bool]?
    /// Whether what nobody is said to hold is in it.
    let hasOwnerless: Bool

    private init(members: [Bool]?, hasOwnerless: Bool) {
        (self.members, self.hasOwnerless) = (members, hasOwnerless)
    }

    /// Whether everybody is in it.
    var isEverybody: Bool { members == nil }

    /// Whether a customer is in it.
    @inline(__always)
    func contains(_ customer: Int) -> Bool { members?[customer] ?? true }

    /// Whether a customer is in it, or whoever holds what nobody is said to hold.
    func contains(_ customer: CustomerNumber) -> Bool {
        customer.isPresent ? contains(customer.index) : hasOwnerless
    }
}

extension Cohort {
    /// A set of IDs by which customers are chosen.
    final class IDs {
        fileprivate let table = IDTable()
        /// Where each of them stands first, such as `cohort.csv:3`.
        private var lines: [Int] = []

        /// How many there are.
        var count: Int { table.count }

        /// Takes an ID, which stands on a line.
        func add(_ id: Span<UInt8>, line: Int) {
            if table.number(of: id, isApart: false).isNew { lines.append(line) }
        }

        /// The IDs of which nobody goes by, with their lines.
        fileprivate func unmet(_ isMet: [Bool]) -> [(id: String, line: Int)] {
            isMet.indices.filter { !isMet[$0] }.map { number in
                (table.texts.withBytes(of: table.rows[number].text) { $0.text }, lines[number])
            }
        }
    }

    /// A part of everybody.
    ///
    /// - Parameters:
    ///   - population: Everybody.
    ///   - only: The IDs of those who are meant; nil for all.
    ///   - share: How many of them; nil for all.
    ///   - except: The IDs of those who are left out.
    ///   - hasOwnerless: Whether what nobody is said to hold is in it.
    /// - Returns: The part, and the IDs that nobody goes by of those who are meant.
    static func part(
        of population: Population, only: IDs?, _ share: CohortShare?, except: IDs,
        hasOwnerless: Bool
    ) -> (cohort: Cohort, unmet: [(id: String, line: Int)]) {
        var members = [Bool](repeating: only == nil, count: population.customerCount)
        var isMet = [Bool](repeating: false, count: only?.count ?? 0)
        if let only {
            for id in population.idRows.indices {
                guard
                    let number = population.withText(
                        of: IDNumber(id), { only.table.known($0) })
                else {
                    continue
                }
                isMet[number.index] = true
                members[population.customer(of: IDNumber(id)).index] = true
            }
        }
        if let share {
            for customer in members.indices where members[customer] {
                members[customer] = share.takes(population, customer)
            }
        }
        if except.count > 0 {
            for id in population.idRows.indices
            where population.withText(of: IDNumber(id), { except.table.known($0) }) != nil {
                members[population.customer(of: IDNumber(id)).index] = false
            }
        }
        return (
            Cohort(members: members, hasOwnerless: hasOwnerless), only?.unmet(isMet) ?? []
        )
    }
}

extension CohortShare {
    /// Whether a customer is one of this share: the same ones in every export, and all of them in a
    /// larger share.
    ///
    /// A customer goes by the least of the IDs that an app gave, or else of the others.
    fileprivate func takes(_ population: Population, _ customer: Int) -> Bool {
        let ids = population.ids(of: customer)
        func isAnonymous(_ id: IDNumber) -> Bool {
            population.idRows[id.index].traits.contains(.anonymous)
        }
        let customs = ids.filter { !isAnonymous($0) }
        let texts = (customs.isEmpty ? Array(ids) : customs).map { id in
            population.withText(of: id) { $0.array }
        }
        guard let least = texts.min(by: { $0.lexicographicallyPrecedes($1) }) else { return false }
        return Int(Fingerprint(least.span).low % UInt64(CohortShare.whole)) < millionths
    }
}
