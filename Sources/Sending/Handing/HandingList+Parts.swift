// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMigration
    import Foundation

    /// A part of a file that is handed over, written and read back.
    package struct HandedPart: Encodable, Hashable, Sendable {
        /// Its name.
        package let name: String
        /// The file that it is a part of.
        package let of: String
        /// How many rows it has.
        package let rows: Int
        /// How many bytes it has, with the header.
        package let bytes: Int
        /// The SHA-256 of these.
        package let sha256: String
        /// Whether it was there already as it has to be, and was left as it is.
        package let wasThere: Bool
        /// Whether another file of its name was there, which it has replaced.
        package let hasReplaced: Bool
    }

    extension HandingList {
        /// Writes each file that is larger than the provider takes in parts, each with the header, and
        /// checks them: a part that is there already is compared, and every part is read back.
        ///
        /// - Parameter folder: Where to; it is made where it is missing.
        /// - Returns: The parts; none where every file is small enough.
        /// - Throws: What keeps a file from being written, `OutputError` where what was read back is
        ///   not what the plan has, and ``MigrationError/plan(_:)``.
        package func writeParts(to folder: String) throws -> [HandedPart] {
            let large = imported.filter { $0.parts.count > 1 }
            if large.isEmpty { return [] }
            try OutputFolder.make(folder)
            return try large.flatMap { try writeParts(of: $0, to: folder) }
        }

        private func writeParts(of file: HandedFile, to folder: String) throws -> [HandedPart] {
            let bytes = try Migration.bytes(of: file.name, in: plan).data
            var parts: [HandedPart] = []
            // Of all that was read back, the header once: it has to be the plan's file again.
            var whole = hashing.makeDigest()
            for part in file.parts {
                let path = "\(folder)/\(part.name)"
                let text = [UInt8](bytes[..<file.start] + bytes[part.bytes])
                let known = FileManager.default.contents(atPath: path).map { [UInt8]($0) }
                if known != text { try HandingList.write(text, to: path) }
                let found = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
                let rows = try HandingList.rows(of: found, file, path)
                guard found == text, rows == part.rows else {
                    throw OutputError(
                        path,
                        "it was read back as another than was written, with \(rows.of("row")) and "
                            + "not \(part.rows); check the disk, and run the command again")
                }
                whole.update((parts.isEmpty ? found[...] : found[file.start...]).span)
                parts.append(
                    HandedPart(
                        name: part.name, of: file.name, rows: rows, bytes: found.count,
                        sha256: Hexadecimal.text(of: hashing.sha256(found)),
                        wasThere: known == text, hasReplaced: known != nil && known != text))
            }
            guard Hexadecimal.text(of: whole.finish()) == file.sha256,
                parts.reduce(0, { $0 + $1.rows }) == file.rows
            else {
                throw OutputError(
                    "\(folder)/\(file.name)",
                    "its parts together are not the plan's file, which was changed meanwhile; make "
                        + "the plan again")
            }
            return parts
        }

        /// How many rows the bytes of a part have, behind its header.
        private static func rows(
            of bytes: [UInt8], _ file: HandedFile, _ path: String
        ) throws(OutputError) -> Int {
            do {
                var rows = try TableReader(
                    path, FileBytes(Data(bytes)), delimiter: file.delimiter)
                var count = 0
                while try rows.next() { count += 1 }
                return count
            } catch {
                throw OutputError(path, "\(error)")
            }
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
