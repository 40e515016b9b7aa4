// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Gets a user, or an error.
typealias UserAnswer = @Sendable (Qonversion.User?, (any Error)?) -> Void
/// Gets entitlements by their ID, and an error.
typealias EntitlementsAnswer = @Sendable ([String: Qonversion.Entitlement], (any Error)?) -> Void

/// What the SDK holds in memory, and which of it lies on the device.
package struct SessionState {
    /// The Qonversion user in use; nil before the first launch was answered.
    private(set) var userID: String?
    /// The installation's own user, which a log-out goes back to.
    private(set) var ownID: String?
    /// What the app identified the user as.
    private(set) var identity: String?
    /// A log-out has happened here of which the provider does not know.
    private(set) var isLogOutPending: Bool
    /// Counts log-outs: a call from before one is not for the user after it.
    private(set) var session = 0

    /// Whether the first launch was answered, be it by an error.
    var isLaunched = false
    /// Why the last launch failed.
    var launchError: NSError?
    /// The identity that waits for the launch or a restore; there is one place.
    var pendingIdentity: PendingIdentity?
    /// Identities, log-outs and restores that are on their way to the provider.
    var identitiesUnderWay = 0
    var logOutsUnderWay = 0
    var restoresUnderWay = 0
    /// Checks that wait until it is clear who the user is.
    var waitingChecks: [EntitlementsAnswer] = []

    /// The entitlements that were loaded last, and when.
    private(set) var cache: EntitlementCache?
    /// Products whose purchase has to wait, with the newest purchase's number at that time.
    var deferredProducts: [String: Int] = [:]
    var properties: PropertyQueue
    var listeners: Listeners
    /// To what the app has attached users.
    var attachments: Attachments
    /// The remote configurations that were loaded, by their place; of this user alone.
    var remoteConfigs: [String: Qonversion.RemoteConfig] = [:]
    /// The version of the app that the store account first loaded.
    private var originalAppVersion: String?

    private let defaults: Defaults
    private var written: WrittenEntitlements

    init(_ defaults: Defaults, _ configuration: Qonversion.Configuration) {
        self.defaults = defaults
        listeners = Listeners(
            update: configuration.entitlementsUpdateListener,
            deferred: configuration.deferredPurchasesListener,
            promo: configuration.promoPurchasesDelegate)
        attachments = Attachments(defaults)
        userID = defaults.string(Key.user)
        ownID = defaults.string(Key.own)
        identity = defaults.string(Key.identity)
        isLogOutPending = defaults.string(Key.logOut) != nil
        written = WrittenEntitlements(defaults)
        cache = written.read
        properties = PropertyQueue(defaults)
    }

    /// Of an SDK that was not started: it knows nothing of the device.
    init(notStarted defaults: Defaults) {
        self.defaults = defaults
        listeners = Listeners()
        attachments = Attachments(defaults)
        isLogOutPending = false
        written = WrittenEntitlements(defaults)
        properties = PropertyQueue(defaults)
        isLaunched = true
        launchError = Qonversion.ErrorCode.notStarted
    }

    /// Where it lies on the device.
    ///
    /// The first three are the SDK's own. Source:
    /// https://github.com/qonversion/qonversion-ios-sdk, QNUserInfoService (6.13.1, 2026-07-21),
    /// read 2026-11-21.
    private enum Key {
        static let user = "com.qonversion.keys.storedUserID"
        static let own = "com.qonversion.keys.originalUserID"
        static let identity = "com.qonversion.keys.identityUserID"
        static let logOut = "allonym.qonversion.logOutPending"
    }

    /// Whom the SDK works for.
    var user: Qonversion.User? {
        userID.map {
            Qonversion.User(
                qonversionId: $0, identityId: identity, originalAppVersion: originalAppVersion)
        }
    }

    /// Whether no call is under way that may change who the user is.
    var isSettled: Bool {
        pendingIdentity == nil && identitiesUnderWay == 0 && logOutsUnderWay == 0
    }

    /// Whether the user is identified so, byte for byte.
    func isIdentified(as id: String) -> Bool { identity?.isSame(as: id) ?? false }

    // MARK: Changing who the user is

    /// Takes over what the provider says of the user.
    ///
    /// A log-out that the provider does not know of yet has the last word: what was asked before
    /// it is not for the user after it. Since a request is answered and taken over in one step
    /// under the session's lock, the user cannot have become another one in between.
    mutating func adopt(_ view: CustomerView) {
        guard !isLogOutPending || userID == nil else { return }
        ownID = view.ownID
        originalAppVersion = view.firstDownload?.version
        if userID?.isSame(as: view.originalID) != true {
            userID = view.originalID
            // An identity belongs to the user that it was given for: after a restore that went
            // over to another user, or a fresh user after a log-out, there is none.
            if identity?.isSame(as: view.userID) != true { identity = nil }
            cache = nil
            remoteConfigs = [:]
        }
        store()
    }

    /// The provider has linked the identity, or knew it.
    mutating func identify(as id: String) {
        identity = id
        store()
    }

    /// The app logs out: at once on the device, whatever the provider says later.
    ///
    /// Where the installation's own user is in use already, nothing is cleared and the identity
    /// stays, as in the SDK for iOS.
    mutating func logOut() {
        session += 1
        identitiesUnderWay = 0
        isLogOutPending = true
        if let ownID, userID?.isSame(as: ownID) == true {
            store()
            return
        }
        if let ownID { userID = ownID }
        identity = nil
        cache = nil
        remoteConfigs = [:]
        store()
    }

    /// The provider knows of the log-out.
    mutating func loggedOut() {
        isLogOutPending = false
        store()
    }

    private mutating func store() {
        defaults.set(Key.user, userID)
        defaults.set(Key.own, ownID)
        defaults.set(Key.identity, identity)
        defaults.set(Key.logOut, isLogOutPending ? "1" : nil)
        if cache == nil { written.write(nil) }
    }

    /// Keeps entitlements that were loaded, unless they are a former user's.
    mutating func keep(_ entitlements: [String: StoredEntitlement], from date: Date) {
        guard !isLogOutPending else { return }
        let loaded = EntitlementCache(entitlements: entitlements, date: date)
        guard loaded != cache else { return }
        cache = loaded
        written.write(loaded)
    }
}

/// An identity that waits, with everybody who asked for it.
struct PendingIdentity {
    let id: String
    var answers: [UserAnswer] = []
    /// Those who asked for another one, which this one has driven out.
    var overtaken: [UserAnswer] = []
}

/// Whom the app wants to be told; held weakly, as in the SDK.
struct Listeners {
    weak var update: (any Qonversion.EntitlementsUpdateListener)?
    weak var deferred: (any Qonversion.DeferredPurchasesListener)?
    weak var promo: (any Qonversion.PromoPurchasesDelegate)?
}

extension String {
    /// Whether the bytes are the same; `==` takes two spellings of "é" for one.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
