// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymInput
package import AllonymMappings

extension Migration {
    /// What of a plan is handed over to people: to the provider, and to those who make the app.
    package struct Handing: Sendable {
        /// The target's name.
        package let target: String
        /// The files, checked.
        package let files: [HandedFile]
        /// What to ask the provider, and what is known of the amount, by the IDs of the entries.
        package let notes: [(id: String, says: String)]
    }

    /// Says what of a plan is handed over, and checks its files once more.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers.
    /// - Returns: The files, with what is to be said of them.
    /// - Throws: ``MigrationError/plan(_:)`` where a file is not as the plan has left it, or lacks what
    ///   the provider needs.
    package static func handing(
        of folder: String, hashing: any Hashing, mappings: Mappings
    ) throws(MigrationError) -> Handing {
        do {
            let plan = try PlanFolder(folder)
            let side = plan.manifest.to
            let target = try MigrationEndpoint(
                side.provider, [side.provider: side.settings], mappings)
            let files = try HandedFiles(plan, target) { hashing.makeDigest() }.read()
            let imported = files.filter { $0.route == .bulkImport }
            let limits = target.formats.limits.filter { limit in
                limit.subject == .rows
                    && imported.contains {
                        limit.formats.contains($0.writer) && $0.rows >= limit.count ?? 0
                    }
            }
            let asked = target.formats.support.filter {
                !imported.isEmpty && $0.when.contains(ImportRoute.bulkImport.rawValue)
            }
            return Handing(
                target: target.name, files: files,
                notes: limits.map { ($0.id, $0.citation.says) }
                    + asked.map { ($0.id, $0.citation.says) })
        } catch {
            throw MigrationError(error)
        }
    }

    /// The bytes of a plan's file.
    ///
    /// - Throws: ``MigrationError/plan(_:)`` where it is missing or cannot be read.
    package static func bytes(
        of file: String, in folder: String
    ) throws(MigrationError) -> FileBytes {
        do throws(BrokenPlan) {
            return try PlanFolder(folder).bytes(of: file)
        } catch {
            throw .plan(error)
        }
    }
}
