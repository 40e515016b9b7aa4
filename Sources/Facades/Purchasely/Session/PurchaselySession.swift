// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings
package import AllonymSimulation
import Foundation

/// What the SDK keeps in memory in one run of the app.
///
/// It exists from the first use of the API on, started or not, since a delegate, an interceptor or
/// a user may be given before the start.
package final class PurchaselySession: CallingSession {
    /// The key of the provider's folder among the mappings.
    static let provider = "purchasely"

    package let line: Line
    package let state = Locked(State())
    let plans: PlanList

    /// What is remembered; touched behind the lock only.
    package struct State {
        var isLaunched = false
        var isStarted = false
        var mode = PLYRunningMode.full
        /// The anonymous ID last seen; the device's own as long as a user is logged in.
        var anonymousID = ""
        /// The user ID as the app gave it last, which the server may not have heard of yet.
        var appUserID: String?
        /// The changes of user that are on their way, oldest first.
        var changes: [UserChange] = []
        /// The number of the newest change.
        var lastChange = 0
        /// The number of the newest change that a missing network stopped.
        var lastMissed = 0
        /// Whether changes of user stand in what is stored on the device.
        var hasStoredChanges = false
        /// The answers that are given again when there is no network.
        var kept: [SubscriptionList: [PLYSubscription]] = [:]
        /// How often each purchase was renewed when it was looked at last.
        var renewals: [Int: Int] = [:]
        var isPurchasing = false
        var isRestoring = false
        var delegate: DelegateReference?
        var interceptor: PLYPaywallActionsInterceptor?
        var actionInterceptors: [PLYPresentationAction: ActionInterceptor] = [:]
        var eventCallback: Kept<(PLYEvent, [String: Any]?) -> Void>?
        /// The screens that are shown, the one on top last.
        var paywalls: [SimulatedPaywall] = []
        /// The screens of which the app has only the controller.
        var held: [LoadedPresentation] = []
        /// What the console has for a placement.
        var screens: [String: SimulatedScreen] = [:]
        /// Deeplinks that wait.
        var deeplinks: [Deeplink] = []
        /// Whether the app lets the screens of deeplinks be shown; nil while it has not said so.
        var allowsDeeplinks: Bool?
        /// Whether they are shown when the app has not said so.
        var showsDeeplinksByItself = false
        var uiHandler: Kept<any PLYUIHandler>?
        var dismissHandler: Kept<PLYPresentationOutcomeHandler>?
        var resultHandler: Kept<PLYProductViewControllerCompletionBlock>?
        /// User attributes by user; nil until they are read.
        var attributes: UserAttributes?
        var attributeDelegate: Kept<any PLYUserAttributeDelegate>?
        var loggers: [Kept<any PLYLogging>] = []
        var logLevel = PLYLogger.PLYLogLevel.error
        var language = "en"
    }

    /// Where the anonymous ID is stored on the device.
    private var anonymousKey: String { "purchasely.anonymous-user-id" }

    /// Which subscriptions are asked for.
    enum SubscriptionList: Hashable, Sendable {
        case active, ended
    }

    init(_ installation: Installation) {
        let line = Line(installation, facade: PurchaselySession.provider)
        self.line = line
        plans = PlanList(line.catalogue)
    }

    /// The session of the installation that is in use, made at its first use.
    package static func current(_ call: StaticString = #function) -> PurchaselySession {
        let installation = Installation.forFacade(provider, "Purchasely.\(call)")
        return installation.session(PurchaselySession.self)
            ?? installation.start(PurchaselySession.init).session
    }

    /// The user ID in use; nil for an anonymous user.
    ///
    /// The SDK's own API has no call for it.
    package var appUserID: String? { state.withLock { $0.appUserID } }

    // MARK: Calls

    /// Sends a call that can fail for want of a network, and delivers its answer once.
    ///
    /// - Parameters:
    ///   - answered: Called once, on the main actor.
    ///   - offline: What is answered without a network; nil for the error.
    ///   - before: What is changed first, whatever comes of the call.
    ///   - work: The call.
    func call<Value: Sendable>(
        answered: @escaping @MainActor @Sendable (Result<Value, PLYError>) -> Void,
        offline: @escaping @Sendable (inout State) -> Value? = { _ in nil },
        before: @escaping @Sendable (inout State) -> Void = { _ in },
        _ work: @escaping @Sendable (inout State) -> Result<Value, PLYError>
    ) {
        send(
            { [self] state, isOffline in
                before(&state)
                if isOffline, state.isStarted, let kept = offline(&state) { return .success(kept) }
                return ask(&state, isOffline, work)
            }, answered: answered)
    }

    /// As ``call(answered:offline:before:_:)``, in the form that returns the answer.
    func call<Value: Sendable>(
        _ work: @escaping @Sendable (inout State) -> Result<Value, PLYError>
    ) async -> Result<Value, PLYError> {
        await answer { [self] state, isOffline in ask(&state, isOffline, work) }
    }

    /// What a missing network stopped is done first.
    package func prepare(_ state: inout State, _ isOffline: Bool) -> PLYError? {
        guard state.isStarted else { return .configuration }
        guard !isOffline else { return .offline }
        carryOut(upTo: state.lastMissed, &state)
        return nil
    }

    /// The SDK's error for a refusal.
    package func error(for refusal: Refusal) -> PLYError {
        PLYError(refusal, named: line.names(of: refusal).map(\.name))
    }

    // MARK: What the server says

    /// Takes over what the server says of the user.
    ///
    /// While changes of user are on their way, the newest of them says who is in use.
    @discardableResult
    package func adopt(_ view: CustomerView?, _ state: inout State) -> Result<Void, PLYError> {
        guard let view else { return .success(()) }
        if view.isAnonymous {
            if state.anonymousID != view.userID {
                state.anonymousID = view.userID
                line.defaults.set(anonymousKey, view.userID)
            }
        } else if state.anonymousID.isEmpty {
            state.anonymousID = line.defaults.string(anonymousKey) ?? view.ownID ?? ""
        }
        if state.changes.isEmpty { state.appUserID = view.isAnonymous ? nil : view.userID }
        for purchase in view.purchases where state.renewals[purchase.number] == nil {
            state.renewals[purchase.number] = purchase.renewals
        }
        return .success(())
    }

    /// The app comes to the foreground: a session starts, what a missing network stopped is done,
    /// and renewals that happened meanwhile are told of.
    package func appDidOpen() {
        send { [self] state, isOffline in
            guard state.isLaunched, !isOffline else { return }
            carryOut(upTo: state.lastMissed, &state)
            let view = line.perform(.open).view
            for purchase in view?.purchases ?? [] where purchase.isOfThisAccount {
                if let known = state.renewals[purchase.number], known < purchase.renewals {
                    state.renewals[purchase.number] = purchase.renewals
                    fire(.inAppRenewed, state)
                }
            }
            adopt(view, &state)
        }
    }
}
