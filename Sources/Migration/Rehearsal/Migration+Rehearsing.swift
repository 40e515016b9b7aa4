// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymInput
package import AllonymMappings

extension Migration {
    /// What a simulated target begins with, so that a plan can be carried out there.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers.
    /// - Returns: The purchases at the stores; nobody is a customer yet.
    /// - Throws: ``MigrationError/plan(_:)`` where the folder holds no whole plan, or one that was
    ///   changed.
    package static func rehearsal(
        of folder: String, hashing: any Hashing, mappings: Mappings
    ) throws(MigrationError) -> Rehearsal {
        do {
            let plan = try PlanFolder(folder)
            let side = plan.manifest.to
            let target = try MigrationEndpoint(
                side.provider, [side.provider: side.settings], mappings)
            guard target.rules != nil else {
                throw BrokenPlan(
                    OutputDirectory.manifest,
                    "the plan is for the \(target.key) format, which no provider speaks; "
                        + "make one for a provider")
            }
            try plan.check { hashing.makeDigest() }
            var reader = try PlanRehearsal(plan, target)
            try reader.run()
            return reader.rehearsal
        } catch {
            throw MigrationError(error)
        }
    }
    /// What a simulated provider begins with that stands as its export says.
    ///
    /// - Parameters:
    ///   - exports: The provider's files, in any format that it can be read in.
    ///   - provider: Its name.
    ///   - hashing: Makes SHA-256 hashes.
    ///   - mappings: What is known of the providers.
    ///   - folder: Where long texts are kept meanwhile, in a nameless file.
    ///   - isOfPlan: Whether a plan says which provider it is, and no option does.
    /// - Returns: Customers, and their purchases at the stores.
    /// - Throws: ``MigrationError/input(_:)`` for an export that cannot be read.
    package static func rehearsal(
        _ exports: [Input], from provider: String, hashing: any Hashing, mappings: Mappings,
        folder: String, isOfPlan: Bool = false
    ) throws(MigrationError) -> Rehearsal {
        let endpoint = try MigrationEndpoint(provider, [:], mappings)
        guard endpoint.rules != nil else {
            throw .unknownProvider(provider, known: mappings.providers.map(\.key))
        }
        do {
            let spill = try SpillFile(
                in: folder, keeping: [.receipt, .attributes, .reservedAttributes])
            var notes: [String] = []
            let advice =
                isOfPlan
                ? "the plan is for \(endpoint.name): give what \(endpoint.name) exports" : nil
            let population = try read(
                exports, of: endpoint, hashing,
                others: formats(otherThan: endpoint, mappings, advice: advice), spill: spill, &notes
            )
            try spill.check()
            let people = PlannedPopulation(population) { location, field, body in
                spill.withText(of: location, field, body)
            }
            var reader = ExportRehearsal(people, endpoint, at: population.at.known)
            reader.run()
            var rehearsal = reader.rehearsal
            rehearsal.notes = notes + rehearsal.notes
            return rehearsal
        } catch {
            throw MigrationError(error)
        }
    }
}
