// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Deeplinks, and the screens that the SDK shows by itself.
///
/// A deeplink is `scheme://ply/placements/ID` or `scheme://ply/presentations/ID`. Those of single
/// products and plans, which SDK 5.7 has, are gone in SDK 6. `scheme://ply/redeem/TOKEN`, which came
/// with SDK 6.1, gives the user of now what was bought on the web;
/// `SimulatedStore.redemptionToken(for:of:)` makes its token, which is good for four hours and one
/// use.
/// Sources: https://docs.purchasely.com/docs/deeplinks-management and
/// https://docs.purchasely.com/docs/web2app-redemption, read 2026-11-24.
extension Purchasely {
    /// Takes a deeplink (SDK 6).
    ///
    /// Its screen is shown once the SDK is started and deeplinks are allowed; a purchase on the web
    /// is redeemed once the SDK is started. No call tells what came of that: it is logged.
    ///
    /// - Parameter url: The deeplink.
    /// - Returns: Whether it is one of Purchasely's.
    @discardableResult
    public static func handleDeeplink(_ url: URL) -> Bool {
        guard let link = Deeplink(url) else { return false }
        let session = PurchaselySession.current()
        session.state.withLock { state in
            session.fire(.deeplinkOpened, state)
            state.deeplinks.append(link)
        }
        session.openDeeplinks()
        return true
    }

    /// ``handleDeeplink(_:)`` under the name of SDK 5.7.
    ///
    /// - Parameter url: The deeplink.
    /// - Returns: Whether it is one of Purchasely's.
    @discardableResult
    public static func isDeeplinkHandled(deeplink url: URL) -> Bool { handleDeeplink(url) }

    /// Says whether the screens of deeplinks are shown (SDK 6), or wait.
    ///
    /// Without this they are shown after a start of SDK 6, and wait after one of SDK 5.7.
    public static func allowDeeplink(_ allow: Bool) {
        let session = PurchaselySession.current()
        session.state.withLock { $0.allowsDeeplinks = allow }
        session.openDeeplinks()
    }

    /// ``allowDeeplink(_:)`` under the name of SDK 5.7.
    public static func readyToOpenDeeplink(_ ready: Bool) { allowDeeplink(ready) }

    /// Does nothing: the simulated console has no campaigns.
    public static func allowCampaigns(_ allow: Bool) {}
}

/// What a deeplink asks for.
enum Deeplink: Sendable {
    case screen(PLYPresentationSource)
    case redemption(token: String)

    /// Nil where it is none of Purchasely's.
    init?(_ url: URL) {
        let parts = url.pathComponents.filter { $0 != "/" }
        guard url.host == "ply", parts.count == 2 else { return nil }
        switch parts[0] {
        case "placements": self = .screen(.placementId(id: parts[1]))
        case "presentations": self = .screen(.screenId(id: parts[1]))
        case "redeem": self = .redemption(token: parts[1])
        default: return nil
        }
    }

    var isScreen: Bool {
        if case .screen = self { true } else { false }
    }
}

extension PurchaselySession {
    /// A redemption link is good for four hours.
    private static let linkSeconds: TimeInterval = 4 * 3_600

    /// Opens the deeplinks that wait, if it is time.
    func openDeeplinks() {
        let ready = state.withLock { state -> [Deeplink] in
            guard state.isStarted else { return [] }
            let showsScreens = state.allowsDeeplinks ?? state.showsDeeplinksByItself
            let ready = state.deeplinks.filter { showsScreens || !$0.isScreen }
            state.deeplinks.removeAll { showsScreens || !$0.isScreen }
            return ready
        }
        for link in ready {
            switch link {
            case .screen(let source): open(source)
            case .redemption(let token): redeem(token)
            }
        }
    }

    /// Gives the user what was bought on the web.
    private func redeem(_ token: String) {
        call(answered: { [self] (done: Result<Void, PLYError>) in
            if case .failure(let error) = done {
                log("The web purchase was not redeemed: \(error).", .error)
            }
        }) { [self] state in
            state.kept = [:]
            switch line.redeem(token, validFor: Self.linkSeconds) {
            case .unknownToken, .expired, .used: return .failure(error(for: .nothingToRestore))
            case .answered(let reply):
                if let error = take(reply, evenRefused: true, &state).error {
                    return .failure(error)
                }
                announce(nil)
                return .success(())
            }
        }
    }

    /// Shows a screen that the app has not asked for, if its handler does not want to do it.
    func open(_ source: PLYPresentationSource) {
        load(ScreenRequest(source: source), PresentationHooks()) { [weak self] found in
            guard let self, case .success(let presentation) = found else { return }
            guard let handler = state.withLock({ $0.uiHandler }) else {
                return show(presentation)
            }
            handler.value.display(presentation: presentation, from: nil) { presentation.display() }
        }
    }
}

/// Takes part in what the SDK shows by itself.
///
/// Each member is optional, as in the SDK; without Objective-C, by an implementation that lets the
/// SDK go on.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYUIHandler), read 2026-11-21.
public protocol PLYUIHandler: AnyObject {
    /// A screen that the app has not asked for is to be shown.
    ///
    /// - Parameters:
    ///   - presentation: The screen.
    ///   - sourceController: The controller above which it is to be shown; here always nil.
    ///   - proceed: Has the SDK show it.
    func display(
        presentation: any PLYPresentation, from sourceController: UIViewController?,
        proceed: @escaping () -> Void)

    /// An alert is to be shown; here never called, since the simulation shows no alerts.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - error: What went wrong.
    ///   - proceed: Has the SDK show it.
    func display(
        alert: PLYAlertMessage, with error: (any Error)?, proceed: @escaping () -> Void)
}

extension PLYUIHandler {
    /// Lets the SDK show it.
    public func display(
        presentation: any PLYPresentation, from sourceController: UIViewController?,
        proceed: @escaping () -> Void
    ) {
        proceed()
    }

    /// Lets the SDK show it.
    public func display(
        alert: PLYAlertMessage, with error: (any Error)?, proceed: @escaping () -> Void
    ) {
        proceed()
    }
}

extension Purchasely {
    /// Has a handler asked before the SDK shows something by itself; nil ends that.
    ///
    /// - Parameter uiHandler: It is kept until the app ends, and called on the main actor.
    public static func setUIHandler(_ uiHandler: (any PLYUIHandler)?) {
        PurchaselySession.current().replace(\.uiHandler, with: uiHandler.map { Kept($0) })
    }
}
