// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

extension Migration {
    /// What a plan is between, and when.
    package struct Setting: Sendable {
        /// The source's key, and its settings without the provider's name.
        package let from: (provider: String, settings: [String: String])
        /// The same of the target.
        package let to: (provider: String, settings: [String: String])
        /// The plan's files, the manifest left out.
        package let files: [String]
        /// What tells the plan from others.
        package let plan: String
    }

    /// Between which providers a plan is.
    ///
    /// - Throws: ``MigrationError/plan(_:)`` where there is no finished plan.
    package static func setting(of folder: String) throws(MigrationError) -> Setting {
        do throws(BrokenPlan) {
            let manifest = try Manifest.read(folder)
            return Setting(
                from: (manifest.from.provider, manifest.from.settings),
                to: (manifest.to.provider, manifest.to.settings),
                files: manifest.outputs.map(\.name), plan: manifest.plan)
        } catch {
            throw .plan(error)
        }
    }

    /// Hands over what a plan says of each of its customers, in its order.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - mappings: What is known of the providers.
    ///   - take: Takes a customer.
    /// - Throws: ``MigrationError/plan(_:)`` where the folder holds no whole plan.
    package static func forEachPromise(
        of folder: String, mappings: Mappings, _ take: (PromisedCustomer) -> Void
    ) throws(MigrationError) {
        do {
            let plan = try PlanFolder(folder)
            let side = plan.manifest.to
            let target = try MigrationEndpoint(
                side.provider, [side.provider: side.settings], mappings)
            let lists = target.writers.filter { $0.route == .client }.map(\.file)
            var customers = try PromisedCustomers.reading(
                plan, mappings.findings, forApp: Set(lists))
            while let customer = try customers.next() { take(customer) }
        } catch {
            throw MigrationError(error)
        }
    }
}
