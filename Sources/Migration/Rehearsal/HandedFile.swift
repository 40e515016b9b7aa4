// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymInput
package import AllonymMappings
import Foundation

/// A file of a plan that somebody takes over as a whole: the provider, or the app's own people.
package struct HandedFile: Sendable {
    /// A part of it that is not larger than the provider takes.
    package struct Part: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// How many rows it has.
        package let rows: Int
        /// Where they stand in the file.
        package let bytes: Range<Int>
    }

    /// The rows of one writer in it.
    package struct Share: Sendable {
        /// The ID of the writer, and what people call it.
        package let (writer, title): (String, String)
        /// What is known of it, with the source.
        package let citation: Citation
        /// How many rows it has written.
        package let rows: Int
    }

    /// Its name.
    package let name: String
    /// The ID of the first writer that has written it.
    package let writer: String
    /// Whom it is for.
    package let route: ImportRoute
    /// What each of its writers has written, by the plan's report; never empty.
    package let shares: [Share]
    /// How many rows it has.
    package let rows: Int
    /// The SHA-256 of its bytes, by the plan's manifest.
    package let sha256: String
    /// Where the first row begins.
    package let start: Int
    /// The byte between its cells.
    package let delimiter: UInt8
    /// What goes into one file of the provider's: all of it, unless a size is documented.
    package let parts: [Part]
    /// How many rows the provider takes in one file; nil where no size is documented.
    package let most: Int?
}

/// Reads the files that are handed over, and checks them once more.
struct HandedFiles {
    private let folder: PlanFolder
    private let target: MigrationEndpoint
    private let makeDigest: OutputDirectory.MakeDigest

    init(
        _ folder: PlanFolder, _ target: MigrationEndpoint,
        _ makeDigest: @escaping OutputDirectory.MakeDigest
    ) {
        (self.folder, self.target, self.makeDigest) = (folder, target, makeDigest)
    }

    /// All of them, by their names.
    ///
    /// - Throws: ``BrokenPlan`` for a file that is not as the plan has left it, has other columns than
    ///   its writer's, or a row without what the provider needs.
    func read() throws(BrokenPlan) -> [HandedFile] {
        try folder.check(makeDigest)
        let written = try PlanReport(folder).rowsByWriter
        var files: [HandedFile] = []
        for name in Set(target.writers.map(\.file)).sorted() where folder.has(name) {
            let writers = target.writers.filter { $0.file == name }
            guard writers[0].route == .bulkImport || writers[0].route == .client,
                case .csv(let delimiter, _) = writers[0].container
            else { continue }
            files.append(try read(name, writers, written, delimiter))
        }
        return files
    }

    private func read(
        _ name: String, _ writers: [CompiledWriter], _ written: [String: Int], _ delimiter: UInt8
    ) throws(BrokenPlan) -> HandedFile {
        var rows = try TableReader(name, folder.bytes(of: name), delimiter: delimiter)
        let fitting = writers.filter { writer in
            guard case .csv(_, let columns) = writer.container else { return false }
            return columns.map(\.name) == rows.header
        }
        guard let writer = fitting.first else {
            throw BrokenPlan(
                name, line: 1, "no file of \(target.name) has these columns; make the plan again")
        }
        // Writers of one file may ask for different things.
        let needs = fitting.count == 1 ? HandedFiles.needs(of: writer) : []
        let values = FieldValues()
        let start = rows.offset
        var (count, first, parts) = (0, start, [HandedFile.Part]())
        var end = start
        let most = writer.batch ?? .max
        func part() -> HandedFile.Part {
            HandedFile.Part(
                name: HandedFiles.name(of: parts.count + 1, name), rows: count - parts.count * most,
                bytes: first..<end)
        }
        while try rows.next() {
            values.clear()
            writer.read(rows.cells, into: values)
            for need in needs where !need.contains(where: values.has) {
                throw BrokenPlan(
                    name, line: rows.line,
                    "the row is without \(need[0].name), which \(target.name) needs; make the plan "
                        + "again")
            }
            if count > 0, count % most == 0 {
                parts.append(part())
                first = end
            }
            count += 1
            end = rows.offset
        }
        if parts.isEmpty {
            parts = [HandedFile.Part(name: name, rows: count, bytes: start..<end)]
        } else {
            parts.append(part())
        }
        let shares = shares(of: fitting, written, all: count)
        return HandedFile(
            name: name, writer: shares[0].writer, route: writer.route, shares: shares, rows: count,
            sha256: folder.manifest.outputs.first { $0.name == name }?.sha256 ?? "",
            start: start, delimiter: delimiter, parts: parts, most: writer.batch)
    }

    /// How many of all rows of a file each of its writers has written: one alone all of them.
    private func shares(
        of writers: [CompiledWriter], _ written: [String: Int], all count: Int
    ) -> [HandedFile.Share] {
        let known = writers.filter { written[$0.id] != nil }
        let named = known.isEmpty ? [writers[0]] : known
        return named.map { writer in
            guard let format = target.formats.writers.first(where: { $0.id == writer.id }) else {
                preconditionFailure("Each writer is compiled from one of the formats.")
            }
            return HandedFile.Share(
                writer: writer.id, title: writer.title, citation: format.citation,
                rows: named.count == 1 ? count : written[writer.id, default: 0])
        }
    }

    /// The fields of which each row has to have one, as far as they stand in a column.
    private static func needs(of writer: CompiledWriter) -> [[PlanField]] {
        let written = writer.values.reduce(into: PlanFieldSet()) { $0.formUnion($1.fields) }
        return writer.needs.filter { !$0.isEmpty && $0.isSubset(of: written) }.map(\.fields)
    }

    /// `name-2.csv` for the second part of `name.csv`.
    private static func name(of part: Int, _ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "\(name)-\(part)" }
        return "\(name[..<dot])-\(part)\(name[dot...])"
    }
}
