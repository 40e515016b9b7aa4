// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Gives the texts of IDs of which only the positions are known, by reading the inputs once more.
///
/// A pipe cannot be read again, so its beginning was kept. What is not found, or is another ID than
/// it was, has no text.
struct ExampleTexts {
    private let table: SpellingTable
    private var keys: [Int: UInt64] = [:]
    private var examples: [Int: CheckExample] = [:]
    /// As many bytes of texts as are held whole; of what comes later only the beginning is.
    private var room = 1 << 24

    /// Recalls all IDs that findings name.
    init(
        _ found: SpellingFindings, _ table: SpellingTable, _ reader: (any BatchReader)?,
        _ batch: Batch
    ) {
        self.table = table
        for list in [found.repeated] + found.groups.found.values {
            for pair in list.pairs {
                keys[pair.first] = pair.key
                keys[pair.second] = pair.key
            }
        }
        if found.dominates { keys[found.most.position] = found.most.key }
        guard let reader, !keys.isEmpty else { return }
        // An input that has become unreadable meanwhile leaves the others without texts.
        try? read(reader, batch)
    }

    /// The ID at a position.
    func example(_ position: Int) -> CheckExample {
        if let example = examples[position] { return example }
        let (input, line) = table.line(of: position)
        return CheckExample(input: input, line: line)
    }

    private mutating func read(_ reader: any BatchReader, _ batch: Batch) throws {
        let wanted = keys.keys.map { (position: $0, line: table.line(of: $0)) }
            .sorted { $0.position < $1.position }
        var folder = SpellingFolder()
        var next = 0
        while next < wanted.count {
            switch try reader.next(batch) {
            case .end: return
            case .longID: try reader.readLong(batch) { _ in }
            case .ids:
                let input = batch.input
                while next < wanted.count, wanted[next].line.input < input { next += 1 }
                batch.forEachID { bytes, line in
                    guard next < wanted.count, wanted[next].line == (input, line) else { return }
                    take(wanted[next].position, bytes, input, line, &folder)
                    next += 1
                }
            }
        }
    }

    private mutating func take(
        _ position: Int, _ bytes: Span<UInt8>, _ input: Int, _ line: Int,
        _ folder: inout SpellingFolder
    ) {
        guard folder.key(of: bytes) == keys[position] else { return }
        let kept = bytes.count <= room ? bytes.count : CheckExample.longest
        room -= min(bytes.count, kept, room)
        examples[position] = CheckExample(bytes, keeping: kept, input: input, line: line)
    }
}
