// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Writes `unknown-columns.jsonl`: what stands in columns that the format does not know.
///
/// There is no such file where nothing stands in them.
struct UnknownColumnFile {
    /// Its name.
    static let name = "unknown-columns.jsonl"

    private let directory: OutputDirectory
    private var file: OutputFile?

    init(in directory: OutputDirectory) { self.directory = directory }

    /// Whether there is one.
    var isThere: Bool { file != nil }

    /// Writes a line for each row of a batch that has anything in such columns, in their order.
    ///
    /// - Parameters:
    ///   - batch: The rows.
    ///   - name: What the input is called, as in `rejected.jsonl`.
    /// - Throws: `OutputError` where the file cannot be written.
    mutating func append(_ batch: RecordBatch, file name: String) throws(OutputError) {
        for row in batch.unknownValues {
            let file = try open()
            let bytes = file.bytes
            bytes.append("{\"file\":")
            bytes.append(json: name)
            bytes.append(",\"line\":")
            bytes.append(number: Int64(batch.line(of: row)))
            if row.userID.isPresent {
                bytes.append(",\"user-id\":")
                bytes.append(json: batch.bytes(of: row.userID).span)
            }
            bytes.append(",\"values\":{")
            for (number, value) in row.values.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(json: value.column.name)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(json: batch.bytes(of: value.text).span)
            }
            bytes.append("}}")
            try file.endRow()
        }
    }

    private mutating func open() throws(OutputError) -> OutputFile {
        if let file { return file }
        let file = try directory.file(UnknownColumnFile.name)
        self.file = file
        return file
    }
}
