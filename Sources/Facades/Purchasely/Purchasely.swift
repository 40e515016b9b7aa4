// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The SDK: everything is a static member.
///
/// It acts on the installation that is in use (`Installation.use`), or else on the standard one.
/// Completion handlers and delegates are called on the main actor, once for each call, in the order
/// in which the calls were answered.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, Purchasely), read 2026-11-21.
public final class Purchasely: NSObject, Sendable {
    /// An object of no use: everything is a static member.
    public override init() {}

    /// The ID of the installation's anonymous user: a UUID that lasts as long as the installation.
    ///
    /// It can be read at any time, also while a user is logged in, and before the start. Over rules
    /// of a provider that gives an installation with a user no anonymous ID it is empty.
    /// Source: https://docs.purchasely.com/docs/faq-users-and-identity, read 2026-11-21.
    public static var anonymousUserId: String {
        let session = PurchaselySession.current()
        return session.state.withLock { state in
            session.launch(&state)
            return state.anonymousID
        }
    }

    /// Logs a user in.
    ///
    /// The ID is stored at once, network or not, and stays until ``userLogout(_:)`` or until the
    /// app is deleted. Nothing can go wrong; an ID that the rules refuse changes nothing.
    /// Source: https://docs.purchasely.com/docs/user-identification, read 2026-11-21.
    public static func userLogin(with appUserId: String) {
        PurchaselySession.current().change(appUserId, nil)
    }

    /// Logs a user in, and says whether purchases of the anonymous user came along.
    ///
    /// - Parameters:
    ///   - appUserId: The user's ID.
    ///   - shouldRefresh: Called once, on the main actor: with true when purchases were transferred,
    ///     and with false when none were, the ID was refused, or there is no network.
    public static func userLogin(
        with appUserId: String, shouldRefresh: PLYLoginCompletionHandler?
    ) {
        PurchaselySession.current().change(appUserId, shouldRefresh)
    }

    /// Logs the user out: the device's anonymous user uses the app again.
    ///
    /// - Parameter clearUserAttributes: Whether the user's attributes are cleared; with false they
    ///   are the anonymous user's from then on.
    public static func userLogout(_ clearUserAttributes: Bool = true) {
        PurchaselySession.current().change(nil, clearsAttributes: clearUserAttributes, nil)
    }

    /// Whether no user is logged in.
    public static func isAnonymous() -> Bool {
        let session = PurchaselySession.current()
        return session.state.withLock { state in
            session.launch(&state)
            return state.appUserID == nil
        }
    }
}
