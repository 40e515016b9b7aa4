// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The names that are spelt most like one that does not exist.
package struct NearestNames {
    /// At most three, the nearest first; empty where none is near.
    package let names: [String]

    /// The nearest of these names, without regard to case.
    ///
    /// A name is near where at most a third of the characters differ, or where it begins with all of
    /// them, or has them behind a hyphen at its end; of the others, those at twice the distance of the nearest are left out. Of one or two
    /// characters nothing can be guessed, and what both have before a full stop does not count:
    /// `nami.fees` is not near to `nami.tell`.
    package init(_ wanted: String, among known: [String]) {
        let wanted = Array(wanted.lowercased())
        let near = known.compactMap { name -> (distance: Int, name: String)? in
            let other = Array(name.lowercased())
            let shared = NearestNames.sharedSegments(wanted, other)
            let (left, right) = (Array(wanted[shared...]), Array(other[shared...]))
            let most = left.count < 3 ? 0 : max(1, left.count / 3)
            // However long the wanted name is, it is compared with what is about as long.
            if abs(left.count - right.count) <= most {
                let distance = NearestNames.distance(left, right)
                if distance <= most { return (distance, name) }
            }
            let isPart =
                right.starts(with: left) || Array(right.suffix(left.count + 1)) == ["-"] + left
            return left.count > 3 && isPart ? (most, name) : nil
        }
        let least = near.map(\.distance).min() ?? 0
        names = near.filter { $0.distance < max(2, 2 * least) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// How many characters both begin with, up to the last full stop among them.
    private static func sharedSegments(_ left: [Character], _ right: [Character]) -> Int {
        let shared = zip(left, right).prefix { $0 == $1 }.map(\.0)
        return (shared.lastIndex(of: ".") ?? -1) + 1
    }

    /// Number of characters to insert, remove, replace or swap with the next one to make one text of
    /// the other.
    package static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var former: [Int] = []
        var last = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var row = [line + 1]
            row.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var least = min(
                    last[column] + (character == other ? 0 : 1), last[column + 1] + 1,
                    row[column] + 1)
                if line > 0, column > 0, character == right[column - 1], other == left[line - 1] {
                    least = min(least, former[column - 1] + 1)
                }
                row.append(least)
            }
            (former, last) = (last, row)
        }
        return last[right.count]
    }
}
