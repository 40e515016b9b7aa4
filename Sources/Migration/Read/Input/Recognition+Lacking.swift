// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A first row that has most columns by which a format is known, but not all of them.
extension Recognition {
    /// What such a first row lacks of the nearest format; nil where it has half of no format.
    func lacking(_ start: Int) -> InputError? {
        let rows = readers.readers.compactMap { reader -> NearRow? in
            guard case .csv(let delimiter) = reader.container else { return nil }
            return NearRow(reader, header(start, delimiter).names)
        }
        let nearest = rows.max { ($0.share, $0.asked) < ($1.share, $1.asked) }
        guard let nearest, nearest.share > 0.5 else { return nil }
        return error(line: 1, nearest.reason(shown))
    }
}

/// What a first row has of the columns by which a format is known.
private struct NearRow {
    private let title: String
    /// The columns that it lacks, in whatever spelling.
    private var lacks: [String] = []
    /// The columns that it spells otherwise, with these spellings.
    private var spells: [(name: String, found: String)] = []
    /// How many columns are asked for, and which part of these it has, in whatever spelling.
    let asked: Int
    let share: Double

    /// A row; nil where it has all that is asked for, so that something else is wrong.
    init?(_ reader: FormatReader, _ names: [String]) {
        title = reader.title
        let known = reader.knownBy.map(\.description)
        for name in known where !names.contains(name) {
            if let found = names.first(where: { NearRow.plain($0) == NearRow.plain(name) }) {
                spells.append((name, found))
            } else {
                lacks.append(name)
            }
        }
        guard !lacks.isEmpty || !spells.isEmpty else { return nil }
        asked = known.count
        share = Double(known.count - lacks.count) / Double(known.count)
    }

    /// A name without what people and spreadsheets change in it: capitals, blanks and underscores.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// What is wrong, and what to do.
    func reason(_ list: ([String]) -> String) -> String {
        let pairs = spells.map { "\"\($0.found)\" for \"\($0.name)\"" }
        let missing = list(lacks.map { "\"\($0)\"" })
        if pairs.isEmpty {
            return "the first row lacks \(missing) of \(title); export again with all columns"
        }
        let has = "has \(list(pairs)) of \(title)"
        return "the first row " + (lacks.isEmpty ? has : "lacks \(missing), and \(has)")
            + "; export again, or correct the first row"
    }
}
