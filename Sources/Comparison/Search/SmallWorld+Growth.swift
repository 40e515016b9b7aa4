// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

extension SmallWorld {
    /// Searches under one provider's rules with every device, ID and product under its own name, on
    /// one thread.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - depth: The greatest number of actions.
    /// - Returns: How many states are new with each number of actions, from 0; and how many actions were
    ///   decided on the way.
    package func growth(under rules: Rules, depth: Int) -> (states: [Int], transitions: Int) {
        let explorer = Explorer(self, [rules], NoLookout(), isRenaming: false, threads: 1)
        explorer.explore(depth: depth, isCancelled: { false })
        return (states: explorer.growth, transitions: explorer.transitions)
    }
}

/// Looks at nothing, and goes everywhere.
private struct NoLookout: Lookout {
    func isOfInterest(_ step: SearchStep, mark: UInt8) -> Bool { false }

    func look(at step: SearchStep, mark: UInt8, _ found: (Cause) -> Void) -> UInt8? { mark }
}
