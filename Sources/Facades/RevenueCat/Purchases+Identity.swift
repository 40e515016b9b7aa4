// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Logging in and out.
///
/// Source: https://www.revenuecat.com/docs/customers/user-ids, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, IdentityManager), read 2026-11-21.
extension Purchases {
    /// Logs in, and tells of the customer and whether the ID was new to RevenueCat.
    ///
    /// White space at its ends is taken off. The ID in use costs no request: the answer comes from
    /// the cache. Where it fails, nothing changes. From one custom ID one can go straight to
    /// another.
    @_disfavoredOverload
    public func logIn(
        _ appUserID: String, completion: @escaping (CustomerInfo?, Bool, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.logIn(appUserID, &$0, isOffline: $1) },
            answered: { answer in
                completion.value(
                    answer.value?.customerInfo, answer.value?.created ?? false,
                    answer.publicError)
            })
    }

    /// Logs in with an ID that stands in the code, and so is the same for every user.
    @available(
        *, deprecated,
        message: "An App User ID that stands in the code makes one customer of all users."
    )
    public func logIn(
        _ appUserID: StaticString,
        completion: @escaping (CustomerInfo?, Bool, PublicError?) -> Void
    ) {
        logFixedID(appUserID)
        logIn("\(appUserID)" as String, completion: completion)
    }

    /// Logs in, and tells of the customer and whether the ID was new to RevenueCat.
    ///
    /// - Throws: ``ErrorCode``.
    @_disfavoredOverload
    public func logIn(
        _ appUserID: String
    ) async throws -> (customerInfo: CustomerInfo, created: Bool) {
        let answer = try await answer { self.logIn(appUserID, &$0, isOffline: $1) }.get()
        return (customerInfo: answer.customerInfo, created: answer.created)
    }

    /// Logs in with an ID that stands in the code, and so is the same for every user.
    @available(
        *, deprecated,
        message: "An App User ID that stands in the code makes one customer of all users."
    )
    public func logIn(
        _ appUserID: StaticString
    ) async throws -> (customerInfo: CustomerInfo, created: Bool) {
        logFixedID(appUserID)
        return try await logIn("\(appUserID)" as String)
    }

    private func logFixedID(_ id: StaticString) {
        log(.warn, "The App User ID \"\(id)\" stands in the code; every user is the same customer.")
    }

    /// Logs out: the device goes on with a new anonymous ID.
    ///
    /// An error where the user is anonymous already. Without a network the user is logged out all
    /// the same, and the error says that nothing could be heard of the new one.
    public func logOut(completion: ((CustomerInfo?, PublicError?) -> Void)?) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.logOut(&$0, isOffline: $1) },
            answered: { completion.value?($0.value, $0.publicError) })
    }

    /// Logs out: the device goes on with a new anonymous ID.
    ///
    /// - Throws: ``ErrorCode``.
    public func logOut() async throws -> CustomerInfo {
        try await answer { self.logOut(&$0, isOffline: $1) }.get()
    }
}

// MARK: What the calls come to

private struct LoggedIn: Sendable {
    var customerInfo: CustomerInfo
    var created: Bool
}

extension Purchases {
    private func logIn(
        _ id: String, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<LoggedIn> {
        if isOffline { return logInOffline(id, session) }
        guard let reply = identify(as: id, isStuck: session.launchRefusal != nil) else {
            return .failure(error(for: .invalidIdentifier))
        }
        if reply.outcome == .kept, reply.view != nil, let info = session.cached(at: line.now) {
            return .success(LoggedIn(customerInfo: info, created: false))
        }
        return take(reply, &session).map {
            LoggedIn(customerInfo: $0, created: reply.isNewID)
        }
    }

    /// The log-in itself; nil where the server took neither the ID before nor this one.
    ///
    /// Where the world has another ID on this device than the one that the SDK was configured with,
    /// it is a launch with the new one.
    private func identify(as id: String, isStuck: Bool) -> Reply? {
        let user = UserID(unchecked: id)
        guard isStuck else { return line.perform(.logIn(user)) }
        let rules = installation.world.rules.identifiers
        let wanted = rules.normalized(user)
        return rules.accepts(wanted) ? line.launch(as: wanted.text) : nil
    }

    /// What the device can say by itself: to an ID without a character, and to the one in use.
    private func logInOffline(_ id: String, _ session: PurchasesSession) -> Answer<LoggedIn> {
        let rules = installation.world.rules.identifiers
        let user = rules.normalized(UserID(unchecked: id))
        if rules.check(user).findings.contains(where: { $0.reason == .empty }) {
            return .failure(error(for: .invalidIdentifier))
        }
        if user == UserID(unchecked: session.appUserID), let info = session.cached(at: line.now) {
            return .success(LoggedIn(customerInfo: info, created: false))
        }
        return .failure(.offlineConnectionError)
    }

    private func logOut(
        _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<CustomerInfo> {
        // The device logs out without a network, too.
        if let error = prepare(&session, false) { return .failure(error) }
        let reply = line.perform(.logOut)
        if reply.refusal == nil { session.offerings = nil }
        guard isOffline, reply.refusal == nil, let view = reply.view else {
            return take(reply, &session)
        }
        session.use(view, on: line)
        session.invalidate(on: line)
        return .failure(.offlineConnectionError)
    }
}
