// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

@Suite struct DocumentedExportTests {
    private static let exports = Result { try DocumentedExport.all() }

    @Test func `There are thirty of each provider`() throws {
        let exports = try Self.exports.get()
        let counts = Dictionary(grouping: exports, by: \.provider).mapValues(\.count)
        #expect(counts == ["nami": 30, "purchasely": 30, "qonversion": 30, "revenuecat": 30])
        #expect(exports.allSatisfy { export in export.expectations.allSatisfy { !$0.why.isEmpty } })
    }

    @Test(arguments: (try? exports.get()) ?? [])
    func `Who has access is what the documents say`(export: DocumentedExport) throws {
        let access = try access(by: export)
        for expected in export.expectations {
            guard let names = expected.access else { continue }
            #expect(access[expected.id] ?? [] == names, "\(expected.id): \(expected.why)")
        }
    }

    @Test(arguments: (try? exports.get()) ?? [])
    func `Whoever lost a purchase to a newer record, or shared a device, is named`(
        export: DocumentedExport
    ) throws {
        try expectNames(export)
    }

    private func expectNames(_ export: DocumentedExport) throws {
        let population = try population(of: export)
        var customers: [String: CustomerNumber] = [:]
        population.forEachCustomer { customer in
            for id in customer.ids {
                customers[population.string(id) ?? ""] = customer.number
            }
        }
        let losers = population.superseded.map { population.customer(of: $0.user) }
        let sharing = population.sharedDevices.flatMap { device in
            ([device.anonymous] + device.customs).filter(\.isPresent)
                .map { population.customer(of: $0) }
        }
        for expected in export.expectations {
            guard let customer = customers[expected.id] else { continue }
            for (code, named) in [("superseded", losers), ("shared-device", sharing)]
            where expected.findings.contains(code) {
                #expect(named.contains(customer), "\(expected.id), \(code): \(expected.why)")
            }
        }
    }

    /// Of these two providers the documents have a word on access beside the dates.
    private static let withdrawn = ((try? exports.get()) ?? []).filter { export in
        ["qonversion", "revenuecat"].contains(export.provider)
            && export.expectations.contains { expected in
                expected.access == [] && DocumentedExportTests.isFlagged(expected)
            }
    }

    private static func isFlagged(_ expected: DocumentedExport.Expectation) -> Bool {
        expected.findings.contains("flag-against-dates")
    }

    @Test(arguments: withdrawn)
    func `Whoever has no access while a period runs is named`(export: DocumentedExport) throws {
        let folder = TemporaryFolder()
        var migration = Migration(
            from: try side(export.provider, export.settings), to: try side("purchasely"),
            hashing: TestHashing(), mappings: try mappings())
        migration.at = export.moment
        let inputs = export.files.map { input($0.text, name: $0.name) }
        _ = try migration.plan(inputs, into: folder.path)
        for expected in export.expectations where expected.access == [] {
            let customer = try Migration.customers(expected.id, in: folder.path).first
            let codes = customer?.findings.compactMap { $0["code"] } ?? []
            #expect(
                codes.contains("flag-against-dates") == Self.isFlagged(expected),
                "\(expected.id): \(expected.why)")
        }
    }

    @Test func `There are exports in which somebody has no access while a period runs`() {
        #expect(Self.withdrawn.count > 2)
    }

    @Test func `An entitlement of which only the ID is known is named with its customer`() throws {
        let export = try #require(
            Self.exports.get().first { $0.name.hasPrefix("15-v2-active-entitlement-ids") })
        let population = try population(of: export)
        let named = population.unnamedEntitlements.map { number in
            population.string(population.purchase(number).user)
        }
        let unknown = export.expectations.filter { $0.findings.contains("unknown-entitlement") }
        #expect(named == unknown.map(\.id))
    }

    /// What each ID has access to.
    private func access(by export: DocumentedExport) throws -> [String: Set<String>] {
        let population = try population(of: export)
        var access: [String: Set<String>] = [:]
        population.forEachCustomer { customer in
            var names: Set<String> = []
            for number in Array(customer.purchases) + Array(customer.grants) {
                names.formUnion(unlocked(by: population.purchase(number), in: population))
            }
            for id in customer.ids {
                access[population.string(id) ?? "", default: []]
                    .formUnion(names)
            }
        }
        return access
    }

    private func population(of export: DocumentedExport) throws -> Population {
        let side = try side(export.provider, export.settings)
        // Batches are taken one at a time.
        nonisolated(unsafe) let intake = Intake(
            rules: side.rules, readers: side.formats.readers,
            at: Instant(milliseconds: export.moment))
        let inputs = export.files.map { input($0.text, name: $0.name) }
        _ = try Scan(side.formats.readers, threads: 1).run(inputs) { batch in
            #expect(batch.rejections.map(\.description) == [])
            intake.add(batch)
        }
        return intake.finish()
    }

    /// The entitlements that a purchase gives access to; without any, the product.
    private func unlocked(by purchase: Purchase, in population: Population) -> Set<String> {
        guard purchase.givesAccess else { return [] }
        var names: Set<String> = []
        population.forEachEntitlement(of: purchase) { names.insert(population.string($0) ?? "") }
        if names.isEmpty {
            let product = purchase.product.isPresent ? purchase.product : purchase.storeProduct
            names.insert(population.string(product) ?? "?")
        }
        return names
    }
}
