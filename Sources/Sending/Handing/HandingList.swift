// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymInput
    package import AllonymMappings
    package import AllonymMigration

    /// What of a plan no call brings: which file goes to whom, and what to ask.
    package struct HandingList: Sendable {
        let handing: Migration.Handing
        let plan: String
        let hashing: any Hashing

        /// Reads a plan, and checks the files that are handed over once more.
        ///
        /// - Parameters:
        ///   - plan: The plan's folder.
        ///   - hashing: Makes SHA-256 hashes.
        ///   - mappings: What is known of the providers.
        /// - Throws: ``MigrationError/plan(_:)`` for a file that is not as the plan has left it, has other
        ///   columns than the provider takes, or a row without what it needs.
        package init(
            plan: String, hashing: any Hashing, mappings: Mappings
        ) throws(MigrationError) {
            (self.plan, self.hashing) = (plan, hashing)
            handing = try Migration.handing(of: plan, hashing: hashing, mappings: mappings)
        }

        /// The files for the provider.
        package var imported: [HandedFile] { files(.bulkImport) }

        /// The lists for those who make the app.
        package var listed: [HandedFile] { files(.client) }

        /// Whether there is nothing to hand over.
        package var isEmpty: Bool { handing.files.isEmpty }

        private func files(_ route: ImportRoute) -> [HandedFile] {
            handing.files.filter { $0.route == route }
        }

        /// What to do, a line each.
        package var lines: [String] {
            var lines: [String] = []
            if !imported.isEmpty {
                lines.append("Hand over to \(handing.target):")
                for file in imported { lines += says(file) }
                for note in handing.notes { lines.append("  \(note.says) (\(note.id))") }
            }
            if !listed.isEmpty {
                lines.append("For your app developers:")
                for file in listed { lines += says(file) }
            }
            return lines.map(ShownText.escaped)
        }

        private func says(_ file: HandedFile) -> [String] {
            let rows = "\(file.rows.grouped) \(file.rows == 1 ? "row" : "rows")"
            let parts =
                file.parts.count == 1
                ? []
                : [
                    "    in \(file.parts.count) files: "
                        + file.parts.map(\.name).joined(separator: ", ")
                ]
            func says(_ share: HandedFile.Share) -> String {
                "\(share.title). \(share.citation.says) (\(share.writer))"
            }
            if file.shares.count == 1 {
                return ["  \(file.name), \(rows), \(says(file.shares[0]))"] + parts
            }
            let shares = file.shares.map { share in
                "    \(share.rows.grouped) \(share.rows == 1 ? "row" : "rows"), \(says(share))"
            }
            return ["  \(file.name), \(rows):"] + shares + parts
        }
    }
#endif
