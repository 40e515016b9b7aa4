// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import Foundation

    /// What people are told of an export: what was read, what no call gives, and what comes next.
    @available(macOS 14, *)
    package struct ExportReport {
        private let source: ExportSource
        private let folder: ExportFolder
        private let shown: String
        private let program: String

        /// The file of the report.
        package static let file = "export.md"
        /// The table of products, where the API names them by IDs of its own.
        package static let products = "products.csv"

        /// A report.
        ///
        /// - Parameters:
        ///   - source: What was read.
        ///   - folder: What was written.
        ///   - shown: The folder as it stands in commands.
        ///   - program: The program as it stands in commands.
        package init(
            _ source: ExportSource, _ folder: ExportFolder, shown: String,
            program: String = "allonym"
        ) {
            self.source = source
            self.folder = folder
            self.shown = shown
            self.program = program
        }

        /// Writes the report, and the table of products.
        package func write() throws {
            if let table = try productTable() {
                try folder.replace(ExportReport.products, with: table)
            }
            try folder.replace(ExportReport.file, with: Array(markdown.utf8))
        }

        /// What was read, in sentences.
        package var lines: [String] {
            let state = folder.state
            var lines = [
                "\(state.read.of("customer")) \(state.read == 1 ? "was" : "were") read with "
                    + state.calls.of("call")
                    + (state.isFinished ? "." : "; more are left.")
            ]
            func add(_ count: Int, _ one: String, _ several: String) {
                if count > 0 { lines.append("\(count.grouped) \(count == 1 ? one : several)") }
            }
            add(
                state.gone, "customer was gone when it was asked about.",
                "customers were gone when they were asked about.")
            add(
                state.refused, "customer was refused by the provider and is missing.",
                "customers were refused by the provider and are missing.")
            add(
                state.changed,
                "customer changed while it was read; the single answer is the later.",
                "customers changed while they were read; the single answers are the later ones.")
            add(
                state.cut, "customer has a list of which only the first part was given.",
                "customers have a list of which only the first part was given.")
            if state.files[ExportNotice.file] != nil {
                lines.append("Each of these is in \(ExportNotice.file).")
            }
            return lines
        }

        /// The command that plans a migration with these very files; nil where there is none yet.
        package var next: String? {
            guard let files else { return nil }
            let products = hasProducts ? " --products \(shown)/\(ExportReport.products)" : ""
            return "\(program) migrate plan --from \(source.provider) --to PROVIDER --in "
                + "\(files)\(products)\(moment) --out PLAN"
        }

        /// The option with the moment of the answers, which they do not say themselves; a server on
        /// this machine may go by another clock.
        private var moment: String {
            guard let finished = folder.state.finished, !folder.state.subject.isOnThisMachine else {
                return ""
            }
            return " --at \(OutputBytes.text(ofInstant: finished))"
        }

        /// The command that compares these very files with the plan of a migration that led here;
        /// nil where there is none yet.
        package var comparison: String? {
            files.map { "\(program) migrate verify --plan PLAN --export \($0)" }
        }

        /// The files that a plan reads, as they stand in commands; nil where there is none yet.
        private var files: String? {
            let files = source.export.calls.filter { !$0.isAside }.map(ExportRun.file)
                .filter { folder.state.files[$0] != nil }.map { "\(shown)/\($0)" }
            return files.isEmpty ? nil : files.joined(separator: " ")
        }

        private var markdown: String {
            var text = "# Export of \(source.name)\n\n"
            text += lines.map { "- \(ShownText.escaped($0))\n" }.joined()
            text += "\nThese files hold personal data.\n\n| file | lines | call |\n|---|---|---|\n"
            for call in source.export.calls {
                let name = ExportRun.file(of: call)
                let count = folder.state.files[name]?.lines ?? 0
                text += "| `\(name)` | \(count.grouped) | \(call.citation.says) |\n"
            }
            text += "\n## What the API does not give\n\n"
            for lack in source.export.lacks { text += "- \(lack.citation.says) (`\(lack.id)`)\n" }
            if let next { text += "\n## Next\n\n```console\n$ \(next)\n```\n" }
            if let comparison {
                text +=
                    "\nIf a plan led here, compare it with this:\n\n"
                    + "```console\n$ \(comparison)\n```\n"
            }
            return text
        }

        // MARK: - Products

        private var productCall: ProviderExport.Call? {
            source.export.calls.first { !$0.products.isEmpty }
        }

        private var hasProducts: Bool {
            productCall.map { folder.state.files[ExportRun.file(of: $0)] != nil } ?? false
        }

        /// What the products are called at their stores, for `migrate plan --products`.
        private func productTable() throws -> [UInt8]? {
            guard let call = productCall, hasProducts else { return nil }
            let name = ExportRun.file(of: call)
            guard let bytes = FileManager.default.contents(atPath: folder.file(name)) else {
                throw ExportFault.damaged(folder.file(name), reason: "it cannot be read")
            }
            let table = OutputBytes()
            table.append(call.products.map(\.column).joined(separator: ",") + "\n")
            for line in bytes.split(separator: 0x0A) {
                guard let value = try? JSONValue(parsing: Array(line)),
                    case .object(let page) = value,
                    case .array(let items)? = page[source.export.pages.items]
                else {
                    throw ExportFault.damaged(folder.file(name), reason: "it holds no page")
                }
                for case .object(let product) in items { append(product, call, to: table) }
            }
            return table.array
        }

        private func append(
            _ product: [String: JSONValue], _ call: ProviderExport.Call, to table: OutputBytes
        ) {
            guard let first = call.products.first, case .string? = product[first.member] else {
                return
            }
            for (number, column) in call.products.enumerated() {
                if number > 0 { table.append(UInt8(ascii: ",")) }
                if case .string(let text)? = product[column.member] { table.append(cell: text) }
            }
            table.append("\n")
        }
    }
#endif
