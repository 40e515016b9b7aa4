// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// What files say of who has access to what.
struct ReadAccess {
    /// By ID.
    private(set) var access: [String: Set<String>] = [:]
    /// The IDs of those whom a finding names.
    private(set) var named: Set<String> = []
    /// What was not read.
    private(set) var rejected: [String] = []

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - side: The provider that they are of.
    ///   - moment: The moment that is asked for.
    ///   - withProducts: Whether what unlocks nothing gives access to itself, as where a provider
    ///     knows products only.
    /// - Throws: What scanning throws.
    init(
        _ files: [WorldExport.File], of side: MigrationEndpoint, at moment: Int64,
        withProducts: Bool
    ) throws {
        // Batches are taken one at a time.
        nonisolated(unsafe) let intake = Intake(
            rules: side.rules, readers: side.formats.readers,
            at: Instant(milliseconds: moment))
        nonisolated(unsafe) var rejected: [String] = []
        let inputs = files.map { input($0.text, name: $0.name) }
        _ = try Scan(side.formats.readers, threads: 1).run(inputs) { batch in
            rejected += batch.rejections.map(\.description)
            intake.add(batch)
        }
        self.rejected = rejected
        read(intake.finish(), withProducts: withProducts)
    }

    private mutating func read(_ population: Population, withProducts: Bool) {
        var losers = Set(population.superseded.map { population.customer(of: $0.user).index })
        for device in population.sharedDevices {
            for id in [device.anonymous] + device.customs where id.isPresent {
                losers.insert(population.customer(of: id).index)
            }
        }
        population.forEachCustomer { customer in
            var names: Set<String> = []
            for number in Array(customer.purchases) + Array(customer.grants) {
                let purchase = population.purchase(number)
                guard purchase.givesAccess else { continue }
                var isNamed = false
                population.forEachEntitlement(of: purchase) {
                    names.insert(population.string($0) ?? "")
                    isNamed = true
                }
                if !isNamed, withProducts {
                    let isProduct = purchase.product.isPresent
                    let product = isProduct ? purchase.product : purchase.storeProduct
                    names.insert(population.string(product) ?? "?")
                }
            }
            for id in customer.ids {
                let text = population.string(id) ?? ""
                access[text, default: []].formUnion(names)
                if losers.contains(customer.number.index) { named.insert(text) }
            }
        }
    }
}
