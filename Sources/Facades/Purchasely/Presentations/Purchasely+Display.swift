// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Showing screens.
///
/// The screens are ``SimulatedPaywall``s: a test gets at the one on top with
/// ``SimulatedPaywall/displayed`` or ``SimulatedPaywall/shown()``.
extension Purchasely {
    // MARK: SDK 6

    /// Loads the screen of a placement and shows it (SDK 6).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - transition: Another way to show it than the console says.
    public static func display(for placementId: String, transition: PLYTransition? = nil) {
        PLYPresentationBuilder.from(placementId: placementId).build()
            .display(transition: transition, completion: nil)
    }

    /// Loads the screen of a placement and shows it (SDK 6).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - transition: Another way to show it than the console says.
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public static func display(
        for placementId: String, transition: PLYTransition? = nil
    ) async throws -> any PLYPresentation {
        try await PLYPresentationBuilder.from(placementId: placementId).build()
            .display(transition: transition)
    }

    /// Has a handler called when a screen is closed that has none of its own, such as that of a
    /// deeplink (SDK 6); nil ends that.
    public static func setDefaultPresentationDismissHandler(
        _ defaultPresentationDismissHandler: PLYPresentationOutcomeHandler?
    ) {
        PurchaselySession.current().replace(
            \.dismissHandler, with: defaultPresentationDismissHandler.map { Kept($0) })
    }

    /// Tells that the app shows a screen itself (SDK 6): it is counted as viewed.
    public static func clientPresentationDisplayed(with presentation: (any PLYPresentation)?) {
        guard let presentation else { return }
        PurchaselySession.current().fire(
            .presentationViewed, on: presentation as? LoadedPresentation)
    }

    /// Tells that the app has closed a screen that it has shown itself.
    public static func clientPresentationClosed(with presentation: (any PLYPresentation)?) {
        guard let presentation else { return }
        PurchaselySession.current().fire(
            .presentationClosed, on: presentation as? LoadedPresentation)
    }

    /// Closes every screen (SDK 6).
    public static func closeAllScreens() {
        PurchaselySession.current().closePaywalls(all: true)
    }

    // MARK: SDK 5.7

    /// Loads a screen (SDK 5.7).
    ///
    /// - Parameters:
    ///   - presentationVendorId: The screen's ID; nil for the console's own choice.
    ///   - contentId: What it is shown for.
    ///   - fetchCompletion: Called once it is loaded.
    ///   - completion: Called when it is closed.
    ///   - loadedCompletion: Called when it is shown.
    public static func fetchPresentation(
        with presentationVendorId: String?, contentId: String?,
        fetchCompletion: PLYPresentationFetchCompletionBlock? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil,
        loadedCompletion: PLYPresentationLoadedCompletionBlock? = nil
    ) {
        let source = presentationVendorId.map { PLYPresentationSource.screenId(id: $0) }
        fetch(source ?? .default, contentId, fetchCompletion, completion, loadedCompletion)
    }

    /// Loads a screen (SDK 5.7).
    ///
    /// - Parameters:
    ///   - presentationVendorId: The screen's ID; nil for the console's own choice.
    ///   - fetchCompletion: Called once it is loaded.
    ///   - completion: Called when it is closed.
    ///   - loadedCompletion: Called when it is shown.
    public static func fetchPresentation(
        with presentationVendorId: String?,
        fetchCompletion: PLYPresentationFetchCompletionBlock? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil,
        loadedCompletion: PLYPresentationLoadedCompletionBlock? = nil
    ) {
        let source = presentationVendorId.map { PLYPresentationSource.screenId(id: $0) }
        fetch(source ?? .default, nil, fetchCompletion, completion, loadedCompletion)
    }

    /// Loads the screen of a placement (SDK 5.7).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - fetchCompletion: Called once it is loaded.
    ///   - completion: Called when it is closed.
    ///   - loadedCompletion: Called when it is shown.
    public static func fetchPresentation(
        for placementId: String, fetchCompletion: PLYPresentationFetchCompletionBlock? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil,
        loadedCompletion: PLYPresentationLoadedCompletionBlock? = nil
    ) {
        fetch(.placementId(id: placementId), nil, fetchCompletion, completion, loadedCompletion)
    }

    /// Loads the screen of a placement (SDK 5.7).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - contentId: What it is shown for.
    ///   - fetchCompletion: Called once it is loaded.
    ///   - completion: Called when it is closed.
    ///   - loadedCompletion: Called when it is shown.
    public static func fetchPresentation(
        for placementId: String, contentId: String?,
        fetchCompletion: PLYPresentationFetchCompletionBlock? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil,
        loadedCompletion: PLYPresentationLoadedCompletionBlock? = nil
    ) {
        fetch(
            .placementId(id: placementId), contentId, fetchCompletion, completion,
            loadedCompletion)
    }

    private static func fetch(
        _ source: PLYPresentationSource, _ contentID: String?,
        _ fetchCompletion: PLYPresentationFetchCompletionBlock?,
        _ completion: PLYProductViewControllerCompletionBlock?,
        _ loadedCompletion: PLYPresentationLoadedCompletionBlock?
    ) {
        let hooks = PresentationHooks(
            completion: completion, loadedCompletion: loadedCompletion)
        let request = ScreenRequest(source: source, contentID: contentID)
        PresentationRequest(request, hooks).preload { fetchCompletion?($0, $1) }
    }

    /// Loads the screen of a placement and shows it (SDK 5.7, where the way to show it can be left
    /// out; without it, the call of SDK 6 is meant).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - displayMode: How it is shown.
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public static func display(
        for placementId: String, displayMode: PLYDisplayMode
    ) async throws -> any PLYPresentation {
        try await display(for: placementId, transition: displayMode)
    }

    /// Loads a screen and shows it (SDK 5.7).
    ///
    /// - Parameters:
    ///   - presentationVendorId: The screen's ID; nil for the console's own choice.
    ///   - displayMode: How it is shown.
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public static func display(
        with presentationVendorId: String? = nil, displayMode: PLYDisplayMode = .modal
    ) async throws -> any PLYPresentation {
        try await request(presentationVendorId).display(transition: displayMode)
    }

    /// Loads the screen of a placement and shows it (SDK 5.7).
    ///
    /// - Parameters:
    ///   - placementId: The placement.
    ///   - displayMode: How it is shown.
    ///   - completion: Called once, when it is shown or could not be.
    public static func display(
        for placementId: String, displayMode: PLYDisplayMode = .modal,
        completion: (((any PLYPresentation)?, (any Error)?) -> Void)?
    ) {
        PLYPresentationBuilder.from(placementId: placementId).build()
            .display(transition: displayMode, completion: completion)
    }

    /// Loads a screen and shows it (SDK 5.7).
    ///
    /// - Parameters:
    ///   - presentationVendorId: The screen's ID; nil for the console's own choice.
    ///   - displayMode: How it is shown.
    ///   - completion: Called once, when it is shown or could not be.
    public static func display(
        with presentationVendorId: String?, displayMode: PLYDisplayMode = .modal,
        completion: (((any PLYPresentation)?, (any Error)?) -> Void)?
    ) {
        request(presentationVendorId).display(transition: displayMode, completion: completion)
    }

    private static func request(_ screenID: String?) -> any PLYPresentationRequest {
        screenID.map { PLYPresentationBuilder.from(screenId: $0).build() }
            ?? PLYPresentationBuilder.build()
    }

    /// Has a handler called when a screen is closed that has none of its own, such as that of a
    /// deeplink (SDK 5.7); nil ends that.
    public static func setDefaultPresentationResultHandler(
        _ defaultPresentationResultHandler: PLYProductViewControllerCompletionBlock?
    ) {
        PurchaselySession.current().replace(
            \.resultHandler, with: defaultPresentationResultHandler.map { Kept($0) })
    }

    /// Tells that the app shows a screen itself (SDK 5.7): it is counted as viewed.
    public static func clientPresentationOpened(with presentation: (any PLYPresentation)?) {
        clientPresentationDisplayed(with: presentation)
    }

    /// Closes the screen that is shown (SDK 5.7).
    public static func closeDisplayedPresentation() {
        PurchaselySession.current().closePaywalls(all: false)
    }
}

extension PurchaselySession {
    /// Closes the screen on top, or all of them, on the main actor.
    func closePaywalls(all: Bool) {
        line.installation.deliver { [self] in
            let shown = state.withLock { $0.paywalls }
            for paywall in all ? shown : Array(shown.suffix(1)) { paywall.close() }
        }
    }
}
