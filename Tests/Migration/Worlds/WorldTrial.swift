// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import AllonymSimulation
import AllonymTestSupport
import Testing

/// One world, its export, and whether both say the same of who has access to what.
struct WorldTrial {
    /// What became of it.
    enum Outcome {
        /// The format leaves something out that access depends on.
        case leftOut
        case same
        /// A finding names everybody for whom it is otherwise.
        case named
        case fault(String)
    }

    let export: WorldExport
    let side: MigrationEndpoint
    let seed: UInt64
    /// How much of the life is lived.
    var count = 20

    /// The world, lived to its end.
    func lived() throws -> SourceWorld { try life().end }

    /// The world at an earlier moment, if the export is also of one, and at its end.
    func life() throws -> (earlier: SourceWorld, end: SourceWorld) {
        let start = try SourceWorld(side)
        var life = SourceLife(
            start, export.doings, seed: seed, withEntitlements: export.namesEntitlements,
            isTellable: export.isTellable)
        let earlier = export.hasEarlier ? count / 2 : 0
        life.live(earlier)
        let then = life.world
        life.live(count - earlier)
        return (then, life.world)
    }

    /// Lives the world, exports it, and reads that back.
    func run() throws -> Outcome {
        let (earlier, world) = try life()
        guard export.isWhole(world, earlier) else { return .leftOut }
        return try compare(world, earlier)
    }

    /// Compares what was read with the world.
    func compare(_ world: SourceWorld, _ earlier: SourceWorld) throws -> Outcome {
        let files = export.files(world, earlier)
        let read = try ReadAccess(
            files, of: side, at: world.now,
            withProducts: !export.namesEntitlements)
        var faults = read.rejected.map { "not read: \($0)" }
        faults += try secondFaults(files, read, at: world.now)
        var isNamed = false
        var further: [String: UserHandle] = [:]
        for customer in world.customers {
            for id in export.further(customer) { further[id] = customer.original.user }
        }
        for (id, names) in read.access.sorted(by: { $0.key < $1.key }) {
            let user = world.ledger.user(UserID(unchecked: id)) ?? further[id]
            let expected = user.map(world.access(of:)) ?? []
            if expected == names { continue }
            if read.named.contains(id) {
                isNamed = true
            } else {
                faults.append(
                    "\(id) has access to \(names.sorted()), and should to \(expected.sorted())")
            }
        }
        for customer in world.customers {
            let names = world.access(of: customer.original.user)
            let ids = customer.ids.map(\.text) + export.further(customer)
            guard !names.isEmpty, !ids.contains(where: { read.access[$0] != nil }) else { continue }
            faults.append("\(customer.original.text) is missing, who has \(names.sorted())")
        }
        if faults.isEmpty { return isNamed ? .named : .same }
        return .fault(story(world, files, faults))
    }
    /// Where a second opinion on the files, which is what `verify` holds a plan against, is otherwise.
    private func secondFaults(
        _ files: [WorldExport.File], _ read: ReadAccess, at moment: Int64
    ) throws -> [String] {
        var opinion = try #require(
            SecondOpinion(
                provider: side.key, settings: side.rules?.settings ?? [:], at: moment))
        for file in files {
            file.text.withSpan { opinion.read($0) }
        }
        let access = opinion.access()
        return read.access.sorted { $0.key < $1.key }.compactMap { id, names in
            guard let said = access[of: id] else { return "\(id) was not read a second time" }
            let isNamed = export.namesEntitlements
            let second = Set(
                said.holdings.filter { !isNamed || $0.entitlement != nil }.map(\.name))
            if said.isOpen ? second.isSubset(of: names) : second == names { return nil }
            return "\(id) has access to \(names.sorted()), and by a second opinion to "
                + "\(second.sorted())\(said.isOpen ? " or more" : "")"
        }
    }
}
