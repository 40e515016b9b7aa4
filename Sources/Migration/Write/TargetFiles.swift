// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The files of a plan that rows go to: the target's own, `ids.csv`, `undo.jsonl`, and what the plan
/// has to be compared with.
package final class TargetFiles {
    private let directory: OutputDirectory
    private let layout: TargetLayout
    /// The files, by their indices, once they have been begun.
    private var files: [OutputFile?] = []

    /// Begins the files that every plan has.
    package init(_ target: MigrationEndpoint, in directory: OutputDirectory) throws(OutputError) {
        self.directory = directory
        layout = TargetLayout(target.writers)
        for file in layout.files {
            if let begun = directory.begun(file.name) {
                files.append(begun)
            } else {
                files.append(file.isAlwaysThere ? try TargetFiles.begin(file, directory) : nil)
            }
        }
        try beginIndex()
    }

    /// Says how much of each file stands before all customers.
    private func beginIndex() throws(OutputError) {
        guard let index = files[layout.customers] else { return }
        let heads = layout.files.indices.dropLast().map { number in
            files[number].map { $0.byteCount + $0.bytes.count } ?? layout.files[number].header.count
        }
        index.bytes.append(heads.map(String.init).joined(separator: ","))
        try index.endRow()
    }

    /// How many calls `undo.jsonl` has so far.
    var undoCount: Int { files[TargetLayout.undos]?.rowCount ?? 0 }

    private static func begin(
        _ file: TargetLayout.File, _ directory: OutputDirectory
    ) throws(OutputError) -> OutputFile {
        let begun = try directory.file(file.name)
        begun.bytes.append(file.header.span)
        return begun
    }

    /// Writes what has gathered, which is empty then.
    package func append(_ rows: TargetRows) throws(OutputError) {
        for (index, page) in rows.pages.enumerated() where page.rowCount > 0 {
            let file: OutputFile
            if let begun = files[index] {
                file = begun
            } else {
                file = try TargetFiles.begin(layout.files[index], directory)
                files[index] = file
            }
            try file.append(page)
            page.empty()
        }
    }
}
