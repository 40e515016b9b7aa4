// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// IDs of added files that belong together, where the export knows one of them at least.
///
/// They are joined when everything is settled as the export says: what one of several customers has
/// lost stays lost when the several turn out to be one.
struct AddedGroups {
    /// For each group an ID of each customer that the export has of it, the first one first.
    fileprivate(set) var groups: [[IDNumber]] = []
    /// What there is to say.
    fileprivate(set) var notes: [AddedNote] = []
}

extension Intake {
    /// Adds the IDs that only added files name, each to its customer.
    ///
    /// No ID may be added after that.
    func addIDs(of added: AddedRecords) -> AddedGroups {
        var result = AddedGroups()
        var numbers: [AddedRecords.ID: Int] = [:]
        var sets = DisjointSets()
        for customer in added.customers {
            var first: Int?
            for id in customer.ids {
                let number = numbers[id] ?? sets.count
                if number == sets.count {
                    numbers[id] = number
                    sets.add()
                }
                if let first { sets.join(first, number) } else { first = number }
            }
        }
        var known: [Int: [IDNumber]] = [:]
        for (id, number) in numbers {
            if let found = self.known(id) { known[sets.root(number), default: []].append(found) }
        }
        var isMerged: Set<Int> = []
        for customer in added.customers {
            guard let id = customer.ids.first, let number = numbers[id] else { continue }
            let group = sets.root(number)
            guard let all = known[group]?.sorted(), let first = all.first else {
                result.notes.append(note(.unknownID, customer.place, id.word))
                continue
            }
            for id in customer.ids where self.known(id) == nil { add(id, to: first) }
            let apart = IDTable.one(ofEach: all, ids)
            guard apart.count > 1 else { continue }
            if isMerged.insert(group).inserted { result.groups.append(apart) }
            result.notes.append(note(.merged, customer.place, id.word))
        }
        return result
    }

    /// An ID that a record has told of.
    private func known(_ id: AddedRecords.ID) -> IDNumber? {
        known(id.word, isAnonymous: id.isAnonymous)
    }

    /// An ID that a record has told of, by the number of its word.
    ///
    /// Where anonymous IDs are a namespace of their own, it is looked for first where it is said to be,
    /// then in the other one.
    func known(_ word: UInt32, isAnonymous: Bool) -> IDNumber? {
        purchases.texts.withBytes(of: purchases.texts.word(word)) { text in
            guard keepsApart else { return ids.known(text) }
            return ids.known(text, isApart: isAnonymous) ?? ids.known(text, isApart: !isAnonymous)
        }
    }

    private func add(_ id: AddedRecords.ID, to other: IDNumber) {
        let number = purchases.texts.withBytes(of: purchases.texts.word(id.word)) { text in
            ids.number(of: text, isApart: id.isAnonymous && keepsApart).number
        }
        let isMinted = purchases.texts.withBytes(of: purchases.texts.word(id.word)) { text in
            !keepsApart && rules?.identifiers.anonymous.recognises(bytes: text) ?? false
        }
        if id.isAnonymous || isMinted { ids.rows[number.index].traits.insert(.anonymous) }
        ids.join(other, number)
    }

    func note(
        _ kind: AddedNote.Kind, _ place: AddedRecords.Place, _ user: UInt32,
        _ purchase: Int? = nil
    ) -> AddedNote {
        AddedNote(
            kind: kind, input: place.input, line: place.line,
            user: purchases.texts.word(user), purchase: purchase.map { PurchaseNumber($0) })
    }
}

extension IDTable {
    /// The first ID of each customer among some.
    fileprivate static func one(ofEach all: [IDNumber], _ table: IDTable) -> [IDNumber] {
        var roots: Set<IDNumber> = []
        return all.filter { roots.insert(table.root(of: $0)).inserted }
    }
}
