// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration

    /// What of a plan no call brings, as `migrate apply` prints it: what to hand to whom, and the parts
    /// that were written.
    package struct HandingSheet: Encodable, Sendable {
        /// A file that somebody takes over as a whole.
        package struct File: Encodable, Sendable {
            /// What one writer has written into it.
            package struct Share: Encodable, Sendable {
                let writer: String
                let title: String
                let rows: Int
                let says: String
                let source: String
            }

            /// A part of it, as large as the provider takes.
            package struct Part: Encodable, Sendable {
                let name: String
                let rows: Int
            }

            let name: String
            /// Whom it is for, by the word of its route.
            let route: String
            let rows: Int
            let shares: [Share]
            let parts: [Part]
        }

        /// What to know, or to ask the provider.
        package struct Note: Encodable, Sendable {
            let id: String
            let says: String
        }

        /// The provider.
        let provider: String
        let files: [File]
        let notes: [Note]
        /// The parts that were written, and read back; nil where none was asked for.
        package let written: [HandedPart]?
        private let text: [String]

        private enum CodingKeys: String, CodingKey {
            case provider, files, notes, written
        }

        /// What a list says.
        ///
        /// - Parameters:
        ///   - list: The list.
        ///   - written: The parts that were written; nil where none was asked for.
        ///   - folder: Where they are.
        package init(_ list: HandingList, parts written: [HandedPart]?, in folder: String?) {
            let handing = list.handing
            provider = handing.target
            files = handing.files.map { file in
                File(
                    name: file.name, route: file.route.rawValue, rows: file.rows,
                    shares: file.shares.map { share in
                        File.Share(
                            writer: share.writer, title: share.title, rows: share.rows,
                            says: share.citation.says,
                            source: "\(share.citation.source): \(share.citation.address)")
                    },
                    parts: file.parts.count == 1
                        ? [] : file.parts.map { File.Part(name: $0.name, rows: $0.rows) })
            }
            notes = handing.notes.map { Note(id: $0.id, says: $0.says) }
            self.written = written
            text =
                list.lines
                + (written.map { parts in
                    parts.isEmpty
                        ? [HandingSheet.whyWhole(list)]
                        : HandingSheet.lines(of: parts, in: folder ?? "")
                } ?? [])
        }

        /// Whether there is nothing to hand over.
        package var isEmpty: Bool { files.isEmpty }

        /// What to do, a line each.
        package var lines: [String] { text }

        /// Why no file was split.
        private static func whyWhole(_ list: HandingList) -> String {
            let target = list.handing.target
            let why =
                if list.imported.isEmpty {
                    "no file is for \(target)"
                } else if list.imported.allSatisfy({ $0.most == nil }) {
                    "no size is documented"
                } else {
                    "no file is larger than \(target) takes"
                }
            return ShownText.escaped("--parts: \(why); nothing was split.")
        }

        private static func lines(of parts: [HandedPart], in folder: String) -> [String] {
            let rows = parts.reduce(0) { $0 + $1.rows }
            var lines = [
                "In \(folder): \(parts.map(\.name).joined(separator: ", "))",
                "  Checked once more: read back, they have the \(rows.of("row")) and the SHA-256 that "
                    + "the plan has.",
            ]
            let there = parts.filter(\.wasThere)
            if !there.isEmpty {
                lines.append(
                    "  There already, and the same: "
                        + there.map(\.name).joined(separator: ", "))
            }
            let replaced = parts.filter(\.hasReplaced)
            if !replaced.isEmpty {
                lines.append(
                    "  Another file was there, and was replaced: "
                        + replaced.map(\.name).joined(separator: ", "))
            }
            return lines.map(ShownText.escaped)
        }
    }
#endif
