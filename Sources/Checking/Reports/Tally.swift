// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What one worker counts: for each profile how many IDs, and which different ones.
struct Tally {
    private(set) var counts: [Int] = []
    private(set) var values: [DifferentIDs] = []
    /// Of which profiles the different IDs are counted still.
    private var areOpen: [Bool] = []

    /// Counts an ID.
    ///
    /// - Parameters:
    ///   - profile: The number of its profile.
    ///   - bytes: The ID.
    ///   - input: The number of its input.
    ///   - line: The line it begins on.
    ///   - isShown: Whether a summary says anything of the profile.
    @inline(__always)
    mutating func add(
        _ profile: Int, _ bytes: Span<UInt8>, input: Int, line: Int,
        isShown: @autoclosure () -> Bool
    ) {
        if profile < counts.count, !areOpen[profile] {
            counts[profile] &+= 1
        } else {
            addValue(profile, isShown: isShown()) { $0.add(bytes, input: input, line: line) }
        }
    }

    /// Counts an ID that was read in pieces.
    mutating func add(_ profile: Int, long example: CheckExample) {
        addValue(profile, isShown: true) { $0.add(long: example) }
    }

    @inline(never)
    private mutating func addValue(
        _ profile: Int, isShown: Bool, _ add: (inout DifferentIDs) -> Void
    ) {
        while counts.count <= profile {
            counts.append(0)
            values.append(DifferentIDs())
            areOpen.append(true)
        }
        counts[profile] += 1
        if isShown { add(&values[profile]) }
        areOpen[profile] = isShown && !values[profile].areMany
    }
}
