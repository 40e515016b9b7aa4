// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What each ID at the target sees after the import.
struct AccessAfter {
    private let imported: Imported
    private let isAnonymous: (String) -> Bool
    private var names: [[String]]
    private var groups: [Int32]
    private var isMet: [Bool]

    init(_ imported: Imported, _ target: MigrationEndpoint) {
        var imported = imported
        let anonymous = target.rules?.identifiers.anonymous
        let pattern = anonymous?.isApart == true ? anonymous?.pattern : nil
        isAnonymous = { id in
            let bytes = Array(id.utf8)
            return pattern?.matches(bytes: bytes.span) ?? false
        }
        names = [[String]](repeating: [], count: imported.ids.count)
        groups = [Int32](repeating: -1, count: imported.ids.count)
        let replay = Replay(target.rules)
        let all = imported.groups()
        for (number, group) in all.enumerated() {
            let access = replay.access(group.ids, group.links, imported)
            for (id, access) in zip(group.ids, access) {
                names[id] = access
                groups[id] = Int32(number)
            }
        }
        isMet = [Bool](repeating: false, count: all.count)
        self.imported = imported
    }

    /// What an ID sees.
    mutating func names(of id: String) -> [String] {
        let apart =
            isAnonymous(id) ? imported.number(Imported.ID(text: id, isApart: true)) : nil
        guard let number = apart ?? imported.number(Imported.ID(text: id)) else { return [] }
        isMet[Int(groups[number])] = true
        return names[number]
    }

    /// IDs that see something and belong to nobody of the source, as far as nobody has asked.
    var strangers: [(id: String, names: [String])] {
        imported.ids.indices.filter { !isMet[Int(groups[$0])] && !names[$0].isEmpty }
            .map { (imported.ids[$0].text, names[$0]) }
    }
}
