// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the people in a history lose by it, the worst first.
///
/// Access comes before all else, because a user who has paid misses it at once; worst is what neither
/// restoring nor logging in or out brings back. A purchase of somebody else gives no access on the
/// next device. A refused action stops the user there and then, and can be tried in another way. Who
/// is one customer shows only in what comes later. By what the second side gives or takes and the
/// first does not, and by all that an action leads to which the first does not have, no user loses
/// anything; so it comes last.
package enum Loss: Int, CaseIterable, Comparable, Sendable {
    case access
    case accessForNow
    case owner
    case action
    case identity
    case nothing

    package static func < (first: Loss, second: Loss) -> Bool { first.rawValue < second.rawValue }

    /// What so many histories have in common, as the end of "Of these".
    func counted(_ count: Int) -> String {
        let isOne = count == 1
        return switch self {
        case .access:
            "\(count) \(isOne ? "costs" : "cost") access that no restore or log-in brings back"
        case .accessForNow:
            "\(count) \(isOne ? "costs" : "cost") access until the user does something"
        case .owner: "\(count) \(isOne ? "gives" : "give") a purchase to somebody else"
        case .action: "\(count) \(isOne ? "refuses" : "refuse") an action"
        case .identity: "\(count) \(isOne ? "groups" : "group") IDs into customers differently"
        case .nothing: "\(count) \(isOne ? "costs" : "cost") no user anything"
        }
    }
}
