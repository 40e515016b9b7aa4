// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension Migration {
    /// Calls `body` with the cells of each row of a plan's `findings.csv`.
    ///
    /// - Throws: ``MigrationError/plan(_:)`` where there is no finished plan, or it was changed.
    package static func forEachFinding(
        in folder: String, _ body: ([String]) throws -> Void
    ) throws {
        do {
            let folder = try PlanFolder(folder)
            var rows = try TableReader(
                FindingFile.name, folder.bytes(of: FindingFile.name),
                columns: FindingRows.columns, isGuarded: true)
            while try rows.next() { try body(rows.cells) }
        } catch let error as BrokenPlan {
            throw MigrationError.plan(error)
        }
    }

    /// All that a plan says about whoever goes by an ID at the source or the target, or holds a
    /// purchase of a transaction; nobody where the plan knows neither.
    ///
    /// - Throws: ``MigrationError/plan(_:)`` where there is no finished plan, or it was changed.
    package static func customers(
        _ id: String, in folder: String
    ) throws(MigrationError) -> [PlannedCustomer] {
        do throws(BrokenPlan) {
            return try PlanLookup(PlanFolder(folder)).customers(id)
        } catch {
            throw .plan(error)
        }
    }

    /// The rejected records of a plan that name an ID or a transaction.
    ///
    /// - Throws: ``MigrationError/plan(_:)`` where there is no finished plan, or it was changed.
    package static func rejectedMentions(
        of id: String, in folder: String
    ) throws(MigrationError) -> RejectedMentions {
        do throws(BrokenPlan) {
            return try RejectedMentions(of: id, in: PlanFolder(folder))
        } catch {
            throw .plan(error)
        }
    }
}
