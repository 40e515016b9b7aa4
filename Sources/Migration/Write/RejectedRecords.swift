// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes `rejected.jsonl`: every record that was not taken, whole, and why.
package struct RejectedRecords {
    /// The name of the file.
    static let name = "rejected.jsonl"

    private let file: OutputFile

    /// The file in a folder of outputs.
    package init(in directory: OutputDirectory) throws(OutputError) {
        file = try directory.file(RejectedRecords.name)
    }

    /// How many there are.
    package var count: Int { file.rowCount }

    /// Writes one.
    ///
    /// A record that is no UTF-8 is written in Base64, which its reason then says.
    ///
    /// - Parameters:
    ///   - name: The input's name.
    ///   - line: The line of the fault, from 1.
    ///   - column: The byte in that line, from 1; not the number of a field.
    ///   - record: Its bytes.
    ///   - reason: A whole sentence.
    /// - Throws: `OutputError` where the file cannot be written.
    package func append(
        file name: String, line: Int, column: Int, record: Span<UInt8>,
        reason: String
    ) throws(OutputError) {
        let bytes = file.bytes
        bytes.append("{\"column\":")
        bytes.append(number: Int64(column))
        bytes.append(",\"file\":")
        bytes.append(json: name)
        bytes.append(",\"line\":")
        bytes.append(number: Int64(line))
        var reason = reason
        bytes.append(",\"reason\":")
        let isText = UTF8Check.fault(record) == nil
        if !isText {
            let isSaid = reason.contains("UTF-8")
            reason +=
                (reason.hasSuffix(".") ? "" : ".")
                + (isSaid
                    ? " The record is in Base64."
                    : " It is invalid UTF-8, so the record is in Base64.")
        }
        bytes.append(json: reason)
        bytes.append(",\"record\":")
        if isText {
            bytes.append(json: record)
        } else {
            bytes.append(json: Data(record.array).base64EncodedString())
        }
        bytes.append(UInt8(ascii: "}"))
        try file.endRow()
    }
}
