// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The files that rows of a plan are written to, each known by its index.
struct TargetLayout {
    /// One of them.
    struct File {
        /// Its name.
        let name: String
        /// What stands before its rows.
        let header: [UInt8]
        /// Whether it is there without any row too.
        let isAlwaysThere: Bool
    }

    /// All of them.
    private(set) var files = [
        TargetLayout.list("ids.csv", TargetLayout.idColumns),
        TargetLayout.common("undo.jsonl", ""),
        TargetLayout.list("access.csv", AccessRows.columns),
        TargetLayout.list("stores.csv", AccessRows.storeColumns),
        TargetLayout.list("purchases.csv", PurchaseRows.columns),
        TargetLayout.list(FindingFile.name, FindingRows.columns),
    ]
    /// For each of the target's writers the index of its file, which it may share with others.
    private(set) var ofWriters: [Int] = []

    /// The indices of the files that every plan has.
    static let (ids, undos, access, stores, purchases, findings) = (0, 1, 2, 3, 4, 5)

    /// The index of the table of customers, behind all others.
    var customers: Int { files.count - 1 }
    /// The columns of `ids.csv`.
    static let idColumns = ["source_id", "target_id", "change", "rule"]

    init(_ writers: [CompiledWriter]) {
        for writer in writers {
            if let index = files.firstIndex(where: { $0.name == writer.file }) {
                ofWriters.append(index)
                continue
            }
            ofWriters.append(files.count)
            files.append(
                File(
                    name: writer.file, header: TargetLayout.header(writer), isAlwaysThere: false))
        }
        files.append(TargetLayout.list(CustomerIndex.name, files.map(\.name)))
    }

    private static func list(_ name: String, _ columns: [String]) -> File {
        common(name, columns.joined(separator: ",") + "\n")
    }

    private static func common(_ name: String, _ header: String) -> File {
        File(name: name, header: Array(header.utf8), isAlwaysThere: true)
    }

    private static func header(_ writer: CompiledWriter) -> [UInt8] {
        guard case .csv(let delimiter, let columns) = writer.container else { return [] }
        let bytes = OutputBytes()
        for (number, column) in columns.enumerated() {
            if number > 0 { bytes.append(delimiter) }
            bytes.append(cell: column.name, delimiter: delimiter)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes.array
    }
}

/// Rows of one file, on their way to it.
package final class RowPage {
    /// The rows.
    package let bytes = OutputBytes()
    /// How many there are.
    @exclusivity(unchecked) package private(set) var rowCount = 0

    /// As many bytes as were written since the page is there.
    @exclusivity(unchecked) private var emptied = 0
    /// As many bytes as have come since the page is there.
    var byteCount: Int { emptied + bytes.count }

    /// Ends a row.
    func endRow() {
        bytes.append(UInt8(ascii: "\n"))
        rowCount += 1
    }

    private let most: Int

    /// A page on which so many bytes are better written before more rows come.
    init(most: Int) { self.most = most }

    /// Whether the rows are better written now.
    var isHeavy: Bool { bytes.count > most }

    /// Forgets everything but the memory, unless that is a lot.
    package func empty() {
        emptied += bytes.count
        bytes.empty(keeping: most * 2)
        rowCount = 0
    }
}
