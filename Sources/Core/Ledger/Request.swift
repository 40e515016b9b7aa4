// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An action, who does it, when, and the bits for IDs that it may need.
public struct Request: Hashable, Sendable {
    /// Who acts.
    public var actor: Actor
    /// The action.
    public var action: Action
    /// Milliseconds since 1970.
    ///
    /// The core only records it.
    public var milliseconds: Int64
    /// Bits for anonymous IDs; two requests must not carry bits less than two apart.
    public var fresh: FreshBits
    /// Of a store event or a share: the purchase, where it need not be the newest of its product.
    package var purchase: PurchaseHandle?
    /// Of a family share: the member's store account, where a store account shares, which has no
    /// device to name.
    package var member: StoreAccount?

    /// The device, where the actor is one.
    public var device: DeviceID? {
        if case .device(let device) = actor { device } else { nil }
    }

    /// The device acts.
    public init(
        _ device: DeviceID, _ action: Action, milliseconds: Int64 = 0, fresh: FreshBits
    ) {
        self.init(.device(device), action, milliseconds: milliseconds, fresh: fresh)
    }

    /// A device acts, or a user ID without one.
    public init(
        _ actor: Actor, _ action: Action, milliseconds: Int64 = 0, fresh: FreshBits
    ) {
        self.actor = actor
        self.action = action
        self.milliseconds = milliseconds
        self.fresh = fresh
    }
}
