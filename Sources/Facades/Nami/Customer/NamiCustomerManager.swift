// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Told how a log-in or log-out ended: whether it succeeded, and if not why.
public typealias NamiLoginLogoutCompleteHandler = (
    _ success: Bool, _ error: (any Error)?
) -> Void

/// Told where the customer is on the way to a subscription.
public typealias NamiCustomerJourneyStateHandler = (_ journeyState: CustomerJourneyState) -> Void

/// Told what changed about the account on the device, whether it succeeded, and if not why.
public typealias NamiAccountStateHandler = (
    _ accountStateAction: AccountStateAction, _ success: Bool, _ error: (any Error)?
) -> Void

/// Who the customer is: log-in, log-out, and what changes about the account on the device.
///
/// A device is on an anonymous user until it is logged in with an external ID. What a log-in does to
/// purchases, which IDs are taken and who is anonymous are the rulebook's of the world that the
/// device is in. Local answers, such as ``isLoggedIn()``, change when the platform has answered.
///
/// Handlers run on the main actor, in the order of the answers: first that of the call, then the
/// account-state handler, then those for entitlements and the journey if these changed. Thread and
/// order are choices of the façade; the documents name none.
/// Source: https://docs.namiml.com/docs/accounts-login-and-logout, and
/// https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class NamiCustomerManager: NSObject {
    override private init() {}

    // MARK: Log-in and log-out

    /// Puts the device on the user of an external ID, who is created if there is none.
    ///
    /// An ID that the platform does not take is not saved, and ``loggedInId()`` stays as it was.
    ///
    /// - Parameters:
    ///   - id: The external ID: a SHA-256, a UUID or a number.
    ///   - loginCompleteHandler: Called once, on the main actor.
    public static func login(
        withId id: String, loginCompleteHandler: NamiLoginLogoutCompleteHandler? = nil
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(loginCompleteHandler)
        let session = NamiSession.current()
        session.call { state, failure in
            let failure = failure ?? session.logIn(id, &state)
            return session.account(.login, failure, handler)
        }
    }

    /// Takes the external ID, and what the account unlocks, from the device.
    ///
    /// What was granted stays with the account until the device's purchases are processed again, at
    /// the next session, for the anonymous user it is on then.
    ///
    /// - Parameter logoutCompleteHandler: Called once, on the main actor.
    public static func logout(logoutCompleteHandler: NamiLoginLogoutCompleteHandler? = nil) {
        // Handed: called once, on the main actor.
        let handler = Handed(logoutCompleteHandler)
        let session = NamiSession.current()
        session.call { state, failure in
            let failure = failure ?? session.perform(.logOut, &state).error
            return session.account(.logout, failure, handler)
        }
    }

    /// Whether the device has an external ID.
    public static func isLoggedIn() -> Bool { loggedInId() != nil }

    /// The external ID; nil while nobody is logged in.
    public static func loggedInId() -> String? { NamiSession.current().look(\.externalID) }

    /// Nami's ID of the installation; another one after a reinstall.
    ///
    /// Empty before the SDK was configured for the first time, and in anonymous mode.
    public static func deviceId() -> String {
        NamiSession.current().look { $0.isAnonymousMode ? "" : $0.deviceID ?? "" }
    }

    // MARK: Handlers

    /// Sets the one handler for everything about the account, or takes it away.
    ///
    /// - Parameter accountStateHandler: What changed, whether it succeeded, and if not why.
    public static func registerAccountStateHandler(
        _ accountStateHandler: NamiAccountStateHandler?
    ) {
        let handler = accountStateHandler.map(Handed.init)
        NamiSession.current().register { $0.accountState = handler }
    }

    /// Where the customer is on the way to a subscription; nil before the platform has answered.
    public static func journeyState() -> CustomerJourneyState? {
        NamiSession.current().look(\.journey).map(CustomerJourneyState.init)
    }

    /// Sets the one handler for changes of ``journeyState()``, or takes it away.
    ///
    /// - Parameter journeyStateHandler: The new state.
    public static func registerJourneyStateHandler(
        _ journeyStateHandler: NamiCustomerJourneyStateHandler?
    ) {
        let handler = journeyStateHandler.map(Handed.init)
        NamiSession.current().register { $0.journeyState = handler }
    }

    /// The position of the device among those that campaigns are split between.
    ///
    /// Does nothing but answer nil: the simulation's campaigns are the same for every device.
    public static func deviceSplitPosition() -> Double? { nil }
}

extension NamiSession {
    /// What is called after a log-in or log-out; nil for nothing.
    fileprivate func account(
        _ action: AccountStateAction, _ failure: NamiFacadeError?,
        _ handler: Handed<NamiLoginLogoutCompleteHandler?>
    ) -> Delivery? {
        guard handler.value != nil || heard.accountState != nil else { return nil }
        return { [self] in
            handler.value?(failure == nil, failure)
            tell { $0.tell(action, failure) }
        }
    }

    /// Logs in; nil, or why not.
    func logIn(_ id: String, _ state: inout NamiState) -> NamiFacadeError? {
        if state.isAnonymousMode, line.installation.world.namiAccount.anonymousModeRefusesLogin {
            return error(for: .unsupported)
        }
        return perform(.logIn(UserID(unchecked: id)), &state).error
    }
}
