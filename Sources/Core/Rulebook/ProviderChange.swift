// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What can become different for a provider, so that it may tell of it.
enum ProviderChange: String, Hashable, Sendable, CaseIterable {
    /// A purchase got its first owner.
    case attached
    /// A purchase went from one customer to another.
    case moved
    /// One more customer holds a purchase.
    case copied
    /// The provider learned the state of a purchase that it knows.
    case learned
    /// The provider learned that a subscription goes for another product from now on.
    case product
    /// The provider learned that such a change waits for the next renewal.
    case announced
    /// User IDs share one customer from now on.
    case aliased
    /// A customer came into being.
    case created
    case granted
    case revoked
    /// A manual entitlement ended by its date.
    case lapsed
    /// The provider erased the customer.
    case deleted

    /// The change as a fact.
    var fact: FactValue {
        switch self {
        case .attached: .attachedChange
        case .moved: .movedChange
        case .copied: .copiedChange
        case .learned: .learnedChange
        case .product: .productChange
        case .announced: .announcedChange
        case .aliased: .aliasedChange
        case .created: .createdChange
        case .granted: .grantedChange
        case .revoked: .revokedChange
        case .lapsed: .lapsedChange
        case .deleted: .deletedChange
        }
    }
}
