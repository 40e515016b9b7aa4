// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What a device has after a step: who uses it, and what it sees.
public struct DeviceView: Hashable, Sendable {
    /// The device.
    public let device: DeviceID
    /// The ID in use.
    public let userID: UserID
    /// Whether the provider minted that ID.
    public let isAnonymous: Bool
    /// The ID that speaks for its customer: the first custom one, else the original.
    public let customer: UserID
    /// The entitlements that the device sees, in byte order.
    public let access: [EntitlementID]
}

/// Two customers, or a customer and a new ID, that are one from a step on.
public struct Joining: Hashable, Sendable {
    /// The new ID, or the one that spoke for the customer that was absorbed.
    public let id: UserID
    /// The ID that spoke for the customer that it joined.
    public let customer: UserID
}
