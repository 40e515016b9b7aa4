// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What every provider's model has in common: the engine, written in Promela a second time and by
/// hand, so that it can be held against the first.
///
/// It asks the decision tables as the ledger does, through inlines `ask_launch()`, `ask_claim()` and
/// so on, which ``PromelaModel`` writes from a rulebook. They read facts and leave an effect:
///
///     inline ask_logout() {
///         effect =
///             /* revenuecat.logout.1 */
///             ((fact_current == current_own || fact_current == current_anonymous) -> effect_refuse :
///             …
///
/// An action is one `d_step`: the inlines of its chapter, a claim where a session follows, and last
/// the renaming. Within it the text is read from top to bottom as a program; arrays are the ledger's
/// records, and an index in one stands for a handle.
enum PromelaEngine {
    /// The chapters, in the order in which they stand in the model.
    static let chapters = [
        state, people, presenting, claims, launches, store, naming, refusals,
    ]
}
