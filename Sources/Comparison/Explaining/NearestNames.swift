// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The names that are spelt most like one that nobody has.
package struct NearestNames {
    /// At most three, the nearest first.
    let names: [String]

    /// Of these names; such as differ in more than a third of the characters, or in twice as many as
    /// the nearest, are left out.
    init(_ wanted: String, among known: [String]) {
        let wanted = Array(wanted.lowercased())
        let near = known.compactMap { name -> (distance: Int, name: String)? in
            let distance = NearestNames.distance(wanted, Array(name.lowercased()))
            return distance <= max(1, wanted.count / 3) ? (distance, name) : nil
        }
        let least = near.map(\.distance).min() ?? 0
        names = near.filter { $0.distance < max(2, 2 * least) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// As many characters are put in, taken out or replaced to make one text of the other.
    package static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[right.count]
    }
}
