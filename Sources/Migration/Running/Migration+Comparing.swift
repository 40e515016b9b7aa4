// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymMappings

extension Migration {
    /// What is different between two plans of one migration, such as one before and one after a
    /// decision.
    ///
    /// - Parameters:
    ///   - former: The folder of the former plan.
    ///   - newer: The folder of the newer one.
    ///   - mappings: What is known of the providers; without it what comes with the package.
    ///   - take: Takes each change of a customer.
    /// - Returns: The numbers.
    /// - Throws: ``MigrationError/plan(_:)`` where one of them is no whole plan, or they are between
    ///   other providers; and what `take` throws.
    public static func difference(
        from former: String, to newer: String, mappings: Mappings? = nil,
        _ take: (PlanDifference.Change) throws -> Void
    ) throws -> PlanDifference {
        let mappings = try loaded(mappings)
        do {
            return try PlanDifference(
                from: PlanFolder(former), to: PlanFolder(newer), mappings.findings, take)
        } catch let error as BrokenPlan {
            throw MigrationError.plan(error)
        }
    }
}
