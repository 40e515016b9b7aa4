// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How the customers of a plan are chosen: by a list of IDs, a share, and the plans that were made
/// before.
struct CohortSelection {
    private let only: Input?
    private let ids: Cohort.IDs?
    private let share: CohortShare?
    private let except = Cohort.IDs()
    private let hasOwnerless: Bool
    /// What makes another plan of it.
    private(set) var options: [String: String] = [:]

    /// Reads the list, and the IDs of the earlier plans.
    ///
    /// - Throws: `InputError` for a list that cannot be read or names nobody; ``BrokenPlan`` for an
    ///   earlier plan that is none, or is one between other providers.
    init(
        only: Input?, _ share: CohortShare?, except folders: [String],
        from source: MigrationEndpoint, to target: MigrationEndpoint,
        digest: ([UInt8]) -> String
    ) throws {
        (self.only, self.share) = (only, share)
        var isPart = only != nil || share != nil
        if let only {
            let bytes = try only.wholeBytes()
            ids = try CohortList(bytes, name: only.name).ids
            options[Manifest.PartChoice.only.rawValue] = digest(bytes)
        } else {
            ids = nil
        }
        options[Manifest.PartChoice.sample.rawValue] = share?.description
        let except = except
        var plans: [String] = []
        for path in folders {
            let folder = try PlanFolder(path)
            let manifest = folder.manifest
            guard manifest.from.provider == source.key, manifest.to.provider == target.key else {
                throw BrokenPlan(
                    "\(path)/\(OutputDirectory.manifest)",
                    "the plan is from \(manifest.from.provider) to \(manifest.to.provider), so it has "
                        + "done nothing of this one; leave it out of --except")
            }
            plans.append(manifest.plan)
            if manifest.options[Manifest.ownerless] == nil { isPart = true }
            var rows = try TableReader(
                "\(path)/ids.csv", folder.bytes(of: "ids.csv"), columns: TargetLayout.idColumns,
                isGuarded: true)
            while try rows.next() { rows.cells[0].withSpan { except.add($0, line: 0) } }
        }
        if !plans.isEmpty {
            options[Manifest.PartChoice.except.rawValue] = plans.sorted().joined(separator: " ")
        }
        hasOwnerless = !isPart
        if isPart { options[Manifest.ownerless] = "left out" }
    }

    /// Whether everybody is chosen.
    var isEverybody: Bool { options.isEmpty }

    /// Chooses.
    ///
    /// - Returns: Who is chosen, and the IDs of the list that nobody goes by, with their lines.
    /// - Throws: ``MigrationError/nobody(_:)`` where that is nobody.
    func cohort(
        of population: Population
    ) throws(MigrationError) -> (cohort: Cohort, unmet: [(id: String, line: Int)]) {
        if isEverybody { return (.everybody, []) }
        let part = Cohort.part(
            of: population, only: ids, share, except: except, hasOwnerless: hasOwnerless)
        let customers = 0..<population.customerCount
        guard part.cohort.hasOwnerless || customers.contains(where: part.cohort.contains) else {
            throw .nobody(reason(part.unmet.count, of: population.customerCount))
        }
        return part
    }

    /// What a report says of it.
    func part(_ customers: Int, of count: Int) -> MigrationReport.Part {
        MigrationReport.Part(
            customers: customers, of: count, only: only.map { InputNames([$0.name])[0] },
            sample: share?.description, except: except.count > 0)
    }

    /// Why nobody is chosen, and what to do.
    private func reason(_ unmet: Int, of count: Int) -> String {
        if let only, let ids, unmet == ids.count {
            let none =
                unmet == 1
                ? "its ID is not in the inputs; check it: IDs"
                : "none of its \(unmet.grouped) IDs is in the inputs; check the IDs, which"
            return "\(only.name): \(none) are compared exactly, upper and lower case as well"
        }
        if let share, except.count == 0 {
            return
                "--sample \(share): nobody of \(count.of("customer")) is in it; take a larger "
                + "share"
        }
        return
            "--except: nobody is left to plan for, as all who are meant are in its plans; leave a "
            + "plan out"
    }
}
