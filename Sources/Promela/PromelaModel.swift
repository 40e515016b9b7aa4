// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymComparison
public import AllonymCore

/// A small world under a provider's rules as a model in Promela, the language of the model checker
/// Spin.
///
/// What it does is written twice. The decision tables are the rulebook's own rows, those that hold
/// under the settings, so that they cannot drift. The engine that asks them is a text of its own, the
/// same for all providers, which knows nothing of `Ledger`. So the two can be held against each
/// other: both reach the same number of distinct states with every number of actions.
public struct PromelaModel: Sendable {
    /// The greatest number of actions that a model can be made for.
    public static let mostDepth = 16

    let world: SmallWorld
    let rules: Rules
    let depth: Int
    let sizes: Sizes

    /// A model.
    ///
    /// - Parameters:
    ///   - world: What there is.
    ///   - rules: The provider's rules, with the settings chosen.
    ///   - depth: How many actions it has room for, from 1 to ``mostDepth``. The model asserts that it
    ///     stays within that.
    /// - Throws: ``PromelaError`` when the rules take an ID of the world for an anonymous one, or the
    ///   depth is out of bounds.
    public init(of world: SmallWorld, under rules: Rules, depth: Int) throws(PromelaError) {
        guard (1...PromelaModel.mostDepth).contains(depth) else {
            throw PromelaError(
                description: "a model has room for 1 to \(PromelaModel.mostDepth) actions, not for "
                    + "\(depth)")
        }
        if let row = rules.provider.rulebook.rows.first(where: {
            $0.effect == .freshWithBackup && $0.holds(under: rules.inForce)
        }) {
            throw PromelaError(
                description:
                    "\(row.id): it makes a backup, and a model has none; choose other settings")
        }
        if let id = world.ids.first(where: rules.identifiers.anonymous.recognises) {
            throw PromelaError(
                description:
                    "\(rules.provider.name): it takes \"\(id)\" for an anonymous ID, and a model "
                    + "tells these from IDs that apps give; choose other settings")
        }
        self.world = world
        self.rules = rules
        self.depth = depth
        sizes = Sizes(of: world, under: rules, depth: depth)
    }

    /// The whole model; the same for the same world, rules and depth.
    public var text: String {
        ([title, sizeLines, words] + tables + PromelaEngine.chapters + [devices])
            .joined(separator: "\n\n") + "\n"
    }

    private var title: String {
        let settings = rules.settings.sorted { $0.key < $1.key }
            .map { "\(rules.provider.key).\($0.key) = \($0.value)" }
        let kinds = world.products.map(\.kind.rawValue).joined(separator: ", ")
        return """
            /* \(rules.provider.name) in a small world, for Spin.

               devices: \(world.devices); IDs: \(world.ids.count); products: \(kinds)
               actions: up to \(depth)
               left out: \(FurtherAction.allCases.map(\.rawValue).joined(separator: ", "))
               settings: \(settings.joined(separator: "\n             "))

               To count the states that up to N actions lead to:

                 spin -a FILE
                 sed -i '/#error cannot use BFS on models/d' pan.h
                 cc -O2 -w -DBFS -DSAFETY -DNOREDUCE -DNOBOUNDCHECK -o pan pan.c
                 ./pan -mN

               The second line is needed because Spin keeps no hidden variables from one step to the
               next when it goes breadth first. Here none is read before the same step has written it. */
            """
    }
}

/// Why a world has no model.
public struct PromelaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence.
    public let description: String
}
