// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymInput

    /// A file of `id,suggestion`: what could be given instead of IDs that are refused, each once.
    final class SuggestionFile: @unchecked Sendable {
        // Unchecked because the workers of a check write one after the other, each when it is its turn,
        // and it is closed when all of them have ended.
        private let output: Output
        /// Hashes of the records that are written: sixteen bytes for each, however long its ID is.
        private var met: Set<Hash> = []
        private let seeds = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        private var row = CSVCells()
        /// How many records were taken, those that it had already included.
        private(set) var recordCount = 0

        private struct Hash: Hashable {
            let one: UInt64
            let other: UInt64
        }

        /// Begins a file with what a report has before its first ID.
        init(_ output: Output, head report: CheckReport) throws {
            self.output = output
            try output.write(report.head(inputs: 1))
        }

        /// How many IDs it has.
        var count: Int { met.count }

        /// Takes whole records, and writes those that it does not have.
        func write(_ records: Span<UInt8>) throws {
            var tokenizer = CSVTokenizer(delimiter: UInt8(ascii: ","), to: records.count)
            while tokenizer.next(in: records, &row) {
                recordCount += 1
                let record = records.extracting(row.range)
                let hash = Hash(
                    one: ByteHash.hash(record, seed: seeds.0),
                    other: ByteHash.hash(record, seed: seeds.1))
                if met.insert(hash).inserted { try output.write(record) }
            }
        }

        /// Gives the file its name.
        func close() throws { try output.close() }

        /// Leaves no file.
        func discard() { output.discard() }
    }
#endif
