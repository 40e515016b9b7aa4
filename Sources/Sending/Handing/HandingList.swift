// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymInput
    package import AllonymMappings
    package import AllonymMigration
    import Foundation

    /// What of a plan no call brings: which file goes to whom, and what to ask.
    package struct HandingList: Sendable {
        private let handing: Migration.Handing
        private let plan: String

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
            self.plan = plan
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

        /// Writes each file that is larger than the provider takes in parts, each with the header.
        ///
        /// - Parameter folder: Where to; it is made where it is missing.
        /// - Returns: The names of what was written; none where every file is small enough.
        /// - Throws: What keeps a file from being written, and ``MigrationError/plan(_:)``.
        package func writeParts(to folder: String) throws -> [String] {
            let large = imported.filter { $0.parts.count > 1 }
            if large.isEmpty { return [] }
            try OutputFolder.make(folder)
            var names: [String] = []
            for file in large {
                let bytes = try Migration.bytes(of: file.name, in: plan).data
                for part in file.parts {
                    let text = bytes[..<file.start] + bytes[part.bytes]
                    try HandingList.write([UInt8](text), to: "\(folder)/\(part.name)")
                    names.append(part.name)
                }
            }
            return names
        }

        /// Makes a file that only its owner can read, in place of one of its name.
        private static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
            unlink(path)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 { throw OutputError(path, errno) }
            defer { close(descriptor) }
            let output = OutputBytes(capacity: bytes.count)
            output.append(bytes.span)
            if let code = output.write(to: descriptor) { throw OutputError(path, code) }
        }
    }
#endif
