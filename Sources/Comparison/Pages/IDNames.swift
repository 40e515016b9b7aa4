// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// What a page calls the user IDs of one provider's run.
///
/// A label of the scenario stands for its ID; anonymous IDs are numbered as they appear.
struct IDNames {
    private let labels: [UserID: String]
    private var numbers: [UserID: Int] = [:]
    /// IDs that have no name but themselves, and are too long to be shown in full.
    private var long: [UserID] = []

    init(_ storyline: Storyline) {
        labels = storyline.compared.scenario.labels
        for step in storyline.views.indices {
            for view in storyline.answer(to: step).devices where labels[view.userID] == nil {
                if view.isAnonymous {
                    numbers[view.userID] = numbers[view.userID] ?? numbers.count + 1
                } else if view.userID.text.utf8.count > 12, !long.contains(view.userID) {
                    long.append(view.userID)
                }
            }
        }
    }

    /// The name of an ID, in full: to be shortened where it is shown.
    subscript(id: UserID) -> String {
        labels[id] ?? numbers[id].map { "anonymous \($0)" } ?? written(id.text)
    }

    /// The name of an ID in running text.
    func brief(_ id: UserID) -> String { shortened(self[id], to: 40) }

    /// Whether the ID is called by a number.
    func isNumbered(_ id: UserID) -> Bool { numbers[id] != nil }

    /// The IDs behind names: of anonymous ones in order, then what is cut where it is long.
    var explained: [(name: String, id: UserID)] {
        numbers.sorted { $0.value < $1.value }.map { (name: "anonymous \($0.value)", id: $0.key) }
            + long.map { (name: brief($0), id: $0) }
    }
}
