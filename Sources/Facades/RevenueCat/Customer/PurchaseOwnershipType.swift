// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How a person came to a purchase.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT,
/// PurchaseOwnershipType), read 2026-11-21.
public enum PurchaseOwnershipType: Int, CaseIterable, Sendable {
    /// They bought it.
    case purchased = 0
    /// A member of their family shares it.
    case familyShared = 1
    /// It is not known.
    case unknown = 2
}
