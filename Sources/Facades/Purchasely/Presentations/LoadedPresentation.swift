// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What an app wants to hear of a screen; both versions of the SDK have their own.
struct PresentationHooks {
    var onPresented: (((any PLYPresentation)?, (any Error)?) -> Void)?
    var onCloseRequested: (() -> Void)?
    var onDismissed: ((PLYPresentationOutcome) -> Void)?
    /// SDK 5.7: told of the outcome.
    var completion: PLYProductViewControllerCompletionBlock?
    /// SDK 5.7: told that it is shown.
    var loadedCompletion: PLYPresentationLoadedCompletionBlock?
    var backgroundColor: UIColor?
    /// Another way to show it than the console says.
    var transition: PLYTransition?
}

/// A screen that was loaded, and what the app wants to hear of it.
final class LoadedPresentation: NSObject, PLYPresentation, @unchecked Sendable {
    // Unchecked because what changes is behind a lock, the reference to the session is set once and
    // loading a weak reference is atomic; handlers are called on the main actor alone.
    let screen: SimulatedScreen
    let request: ScreenRequest
    let plans: [PLYPresentationPlan]
    let language: String
    private(set) weak var session: PurchaselySession?
    private let shown: PLYPresentationViewController?
    private let changing: Locked<Changing>

    private struct Changing {
        var hooks: PresentationHooks
        var state = PLYPresentationState.loaded
        var listeners: [AsyncStream<PLYPresentationState>.Continuation] = []
    }

    @MainActor init(
        _ screen: SimulatedScreen, _ request: ScreenRequest, _ hooks: PresentationHooks,
        _ session: PurchaselySession
    ) {
        self.screen = screen
        self.request = request
        self.session = session
        plans = session.plans(of: screen)
        language = session.state.withLock { $0.language }
        shown = screen.type == .deactivated ? nil : PLYPresentationViewController()
        changing = Locked(Changing(hooks: hooks))
        super.init()
        #if !canImport(UIKit) || os(watchOS)
            shown?.presented = { [weak self] in self?.display(from: nil) }
        #endif
    }

    var screenId: String { screen.id }
    var placementId: String? { request.placementID }
    var audienceId: String? { screen.audienceID }
    var abTestId: String? { screen.testID }
    var abTestVariantId: String? { screen.testVariantID }
    var campaignId: String? { screen.campaignID }
    var flowId: String? { nil }
    var type: PLYPresentationType { screen.type }
    var controller: PLYPresentationViewController? { shown }
    var metadata: PLYPresentationMetadata? { PLYPresentationMetadata(screen.metadata) }
    var backgroundColor: UIColor? { hooks.backgroundColor }
    var height: Int { screen.height }
    var transition: PLYTransition { hooks.transition ?? screen.transition }
    var connections: Set<PLYConnection> { [] }
    var isFlow: Bool { false }

    var hooks: PresentationHooks { changing.withLock { $0.hooks } }

    var onPresented: (((any PLYPresentation)?, (any Error)?) -> Void)? {
        get { hooks.onPresented }
        set { replace(\.onPresented, newValue) }
    }
    var onCloseRequested: (() -> Void)? {
        get { hooks.onCloseRequested }
        set { replace(\.onCloseRequested, newValue) }
    }
    var onDismissed: ((PLYPresentationOutcome) -> Void)? {
        get { hooks.onDismissed }
        set { replace(\.onDismissed, newValue) }
    }

    /// What was there is let go of outside of the lock: what it holds may call the SDK as it goes.
    private func replace<Value>(_ path: WritableKeyPath<PresentationHooks, Value>, _ value: Value) {
        let before = changing.withLock { changing in
            defer { changing.hooks[keyPath: path] = value }
            return changing.hooks[keyPath: path]
        }
        withExtendedLifetime(before) {}
    }

    // MARK: Its state

    var state: AsyncStream<PLYPresentationState> {
        AsyncStream { continuation in
            changing.withLock { changing in
                continuation.yield(changing.state)
                changing.listeners.append(continuation)
            }
        }
    }

    func becomes(_ state: PLYPresentationState) {
        changing.withLock { changing in
            changing.state = state
            for listener in changing.listeners { listener.yield(state) }
        }
    }

    // MARK: Showing it

    func display(from sourceViewController: UIViewController?) {
        display(from: sourceViewController, transitionType: nil)
    }

    func display(from sourceViewController: UIViewController?, transitionType: PLYTransition?) {
        if let transitionType { replace(\.transition, transitionType) }
        onMain { $0.show(self) }
    }

    func close() { onMain { $0.paywall(of: self)?.close() } }

    /// Does nothing: there are no flows, so that there is no screen before.
    func back() {}

    /// Does nothing: there are no flows, so that no way leads on.
    func executeConnection(_ connection: PLYConnection?) {}

    func preload(completion: @escaping ((any PLYPresentation)?, (any Error)?) -> Void) {
        let completion = Handed(completion)
        let call = { @MainActor @Sendable [self] in completion.value(self, nil) }
        guard let session else { return DispatchQueue.main.async { call() } }
        session.line.installation.deliver(call)
    }

    /// At once on the main thread, as with UIKit; else a little later.
    private func onMain(_ body: @escaping @MainActor @Sendable (PurchaselySession) -> Void) {
        guard let session else { return }
        let installation = session.line.installation
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { installation.use { body(session) } }
        } else {
            installation.deliver { body(session) }
        }
    }
}

extension PurchaselySession {
    /// Shows a screen, unless it is shown already or is not the SDK's to show.
    @MainActor func show(_ presentation: LoadedPresentation) {
        guard paywall(of: presentation) == nil else { return }
        let hooks = Handed(presentation.hooks)
        switch presentation.type {
        case .deactivated, .client:
            log("\(presentation.screenId) is not shown: it is \(presentation.type).", .warn)
            presentation.becomes(.error(.presentationNotLoaded))
            line.installation.deliver {
                hooks.value.onPresented?(nil, PLYError.presentationNotLoaded)
            }
        case .normal, .fallback:
            _ = SimulatedPaywall(presentation, self)
            line.installation.deliver {
                hooks.value.onPresented?(presentation, nil)
                hooks.value.loadedCompletion?()
            }
        }
    }

    /// The paywall that shows a screen now.
    @MainActor func paywall(of presentation: LoadedPresentation) -> SimulatedPaywall? {
        state.withLock { $0.paywalls }.first { $0.presentation === presentation }
    }

    /// Loads a screen and shows it.
    func show(
        _ request: ScreenRequest, _ hooks: PresentationHooks,
        answered: @escaping @MainActor @Sendable (Result<LoadedPresentation, PLYError>) -> Void = {
            _ in
        }
    ) {
        load(request, hooks) { [weak self] found in
            if case .success(let presentation) = found { self?.show(presentation) }
            if case .failure(let error) = found {
                self?.log("No screen is shown: \(error).", .error)
            }
            answered(found)
        }
    }
}
