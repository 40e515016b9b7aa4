// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Something that the SDK tells an app of.
///
/// The raw values are the documented names. How the SDK spells the cases is not documented in what
/// was read, nor are all of them: these are the events about users and purchases.
/// Source: the documentation of SDK 4, analytics, SDK events, read 2026-11-21.
public enum PLYEvent: String, Sendable, CaseIterable {
    /// Another user ID is in use.
    case userLoggedIn = "USER_LOGGED_IN"
    /// The user ID is no longer in use.
    case userLoggedOut = "USER_LOGGED_OUT"
    /// A log-in brought the anonymous user's subscriptions along.
    case subscriptionsTransferred = "SUBSCRIPTIONS_TRANSFERRED"
    /// Something was bought.
    case inAppPurchased = "IN_APP_PURCHASED"
    /// A subscription was renewed.
    case inAppRenewed = "IN_APP_RENEWED"

    /// The event's documented name.
    public var name: String { rawValue }
}

/// Hears of events.
public protocol PLYEventDelegate: AnyObject {
    /// Something happened.
    ///
    /// - Parameters:
    ///   - event: What.
    ///   - properties: More of it; here always nil.
    func eventTriggered(_ event: PLYEvent, properties: [String: Any]?)
}

/// A delegate that is not kept alive.
final class DelegateReference: @unchecked Sendable {
    // Unchecked because the reference is set once, in the initialiser; loading a weak reference is
    // atomic, and the delegate is called on the main actor only.
    private(set) weak var delegate: (any PLYEventDelegate)?

    init(_ delegate: any PLYEventDelegate) { self.delegate = delegate }
}
