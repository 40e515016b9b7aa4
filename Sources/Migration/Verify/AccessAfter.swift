// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What each ID at the target sees after the import.
struct AccessAfter {
    private let imported: Imported
    private let isAnonymous: (String) -> Bool
    /// By the number of each ID: what it sees.
    private let seen: [Int32]
    private let lists: AccessLists
    private let groups: [Int32]
    private var isMet: [Bool]

    init(_ imported: Imported, _ target: MigrationEndpoint) {
        let anonymous = target.rules?.identifiers.anonymous
        let pattern = anonymous?.isApart == true ? anonymous?.pattern : nil
        isAnonymous = { id in
            let bytes = Array(id.utf8)
            return pattern?.matches(bytes: bytes.span) ?? false
        }
        var seen = [Int32](repeating: 0, count: imported.indices.count)
        var groups = [Int32](repeating: -1, count: seen.count)
        var lists = AccessLists()
        let replay = Replay(target.rules)
        var count: Int32 = 0
        imported.forEachGroup { ids, links in
            let access = replay.access(ids, links, imported)
            for (id, access) in zip(ids, access) {
                seen[id] = lists.number(of: access)
                groups[id] = count
            }
            count += 1
        }
        isMet = [Bool](repeating: false, count: Int(count))
        (self.seen, self.groups, self.lists) = (seen, groups, lists)
        self.imported = imported
    }

    /// What an ID sees.
    mutating func names(of id: String) -> [String] {
        let apart =
            isAnonymous(id) ? imported.number(Imported.ID(text: id, isApart: true)) : nil
        guard let number = apart ?? imported.number(Imported.ID(text: id)) else { return [] }
        isMet[Int(groups[number])] = true
        return lists[seen[number]]
    }

    /// IDs that see something and belong to nobody of the source, as far as nobody has asked.
    var strangers: [(id: String, names: [String])] {
        imported.indices.filter { !isMet[Int(groups[$0])] && !lists[seen[$0]].isEmpty }
            .map { (imported[$0].text, lists[seen[$0]]) }
    }
}
