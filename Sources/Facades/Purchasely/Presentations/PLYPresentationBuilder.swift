// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Where a screen comes from (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationSource), read 2026-11-21.
public enum PLYPresentationSource: Hashable, Sendable {
    /// The console's own choice.
    case `default`
    /// A placement.
    case placementId(id: String)
    /// A screen's ID.
    case screenId(id: String)
}

/// What is to be said of a screen before it is asked for (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationBuilder), read 2026-11-21.
public final class PLYPresentationBuilder: NSObject {
    private let source: PLYPresentationSource
    private var contentID: String?
    private var hooks = PresentationHooks()

    private init(_ source: PLYPresentationSource) { self.source = source }

    /// For the console's own choice.
    public override convenience init() { self.init(.default) }

    /// Says what the screen is shown for; a purchase on it is made for that.
    @discardableResult
    public func contentId(_ contentId: String) -> Self {
        contentID = contentId
        return self
    }

    /// Says what color is behind the screen.
    @discardableResult
    public func backgroundColor(_ color: UIColor) -> Self {
        hooks.backgroundColor = color
        return self
    }

    /// Does nothing: the simulated screen shows no progress.
    @discardableResult
    public func progressColor(_ color: UIColor) -> Self { self }

    /// Does nothing: the simulated screen draws no buttons.
    @discardableResult
    public func displayCloseButton(_ display: Bool) -> Self { self }

    /// Does nothing: the simulated screen draws no buttons.
    @discardableResult
    public func displayBackButton(_ display: Bool) -> Self { self }

    /// Has a handler called when the screen is shown, or could not be.
    @discardableResult
    public func onPresented(
        _ handler: @escaping ((any PLYPresentation)?, (any Error)?) -> Void
    ) -> Self {
        hooks.onPresented = handler
        return self
    }

    /// Has a handler called when the person wants to close the screen.
    @discardableResult
    public func onCloseRequested(_ handler: @escaping () -> Void) -> Self {
        hooks.onCloseRequested = handler
        return self
    }

    /// Has a handler called when the screen is closed.
    @discardableResult
    public func onDismissed(_ handler: @escaping (PLYPresentationOutcome) -> Void) -> Self {
        hooks.onDismissed = handler
        return self
    }

    /// The request.
    public func build() -> any PLYPresentationRequest {
        PresentationRequest(ScreenRequest(source: source, contentID: contentID), hooks)
    }

    /// The request for the console's own choice.
    public static func build() -> any PLYPresentationRequest { PLYPresentationBuilder().build() }

    /// For the console's own choice.
    public static func `default`() -> PLYPresentationBuilder { PLYPresentationBuilder() }

    /// For the screen of a placement.
    public static func from(placementId: String) -> PLYPresentationBuilder {
        PLYPresentationBuilder(.placementId(id: placementId))
    }

    /// For the screen of an ID.
    public static func from(screenId: String) -> PLYPresentationBuilder {
        PLYPresentationBuilder(.screenId(id: screenId))
    }

    /// For the screen of a placement.
    public static func forPlacementId(_ id: String) -> PLYPresentationBuilder {
        from(placementId: id)
    }

    /// For the screen of an ID.
    public static func forScreenId(_ id: String) -> PLYPresentationBuilder { from(screenId: id) }
}

/// A screen that is to be asked for (SDK 6).
///
/// Loading fails with ``PLYError/configuration`` before the start; without a network it answers a
/// fallback. Handlers are called once, on the main actor.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationRequest), read 2026-11-21.
public protocol PLYPresentationRequest: NSObjectProtocol, Sendable {
    /// The color behind the screen.
    var backgroundColor: UIColor? { get }
    /// The color of its progress; here always nil.
    var progressColor: UIColor? { get }

    /// Loads the screen.
    func preload(completion: @escaping ((any PLYPresentation)?, (any Error)?) -> Void)
    /// Loads the screen and shows it.
    func display(completion: (((any PLYPresentation)?, (any Error)?) -> Void)?)
    /// Loads the screen and shows it in another way than the console says.
    func display(
        transition: PLYTransition?, completion: (((any PLYPresentation)?, (any Error)?) -> Void)?)
}

extension PLYPresentationRequest {
    /// Loads the screen.
    ///
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public func preload() async throws -> any PLYPresentation {
        try await withCheckedThrowingContinuation { continuation in
            preload { continuation.resume(with: found($0, $1)) }
        }
    }

    /// Loads the screen and shows it.
    ///
    /// - Parameter transition: Another way to show it than the console says.
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public func display(
        transition: PLYTransition? = nil
    ) async throws -> any PLYPresentation {
        try await withCheckedThrowingContinuation { continuation in
            display(transition: transition) { continuation.resume(with: found($0, $1)) }
        }
    }
}

/// What a handler was given, as a result.
func found(
    _ presentation: (any PLYPresentation)?, _ error: (any Error)?
) -> Result<any PLYPresentation, any Error> {
    presentation.map { .success($0) } ?? .failure(error ?? PLYError.unknown)
}

/// The request that a builder makes.
final class PresentationRequest: NSObject, PLYPresentationRequest, @unchecked Sendable {
    // Unchecked because every property is set once; the app's handlers among them are called on the
    // main actor alone.
    private let request: ScreenRequest
    private let hooks: PresentationHooks

    init(_ request: ScreenRequest, _ hooks: PresentationHooks) {
        self.request = request
        self.hooks = hooks
    }

    var backgroundColor: UIColor? { hooks.backgroundColor }
    var progressColor: UIColor? { nil }

    func preload(completion: @escaping ((any PLYPresentation)?, (any Error)?) -> Void) {
        let completion = Handed(completion)
        PurchaselySession.current().load(request, hooks) { found in
            switch found {
            case .success(let presentation): completion.value(presentation, nil)
            case .failure(let error): completion.value(nil, error)
            }
        }
    }

    func display(completion: (((any PLYPresentation)?, (any Error)?) -> Void)?) {
        display(transition: nil, completion: completion)
    }

    func display(
        transition: PLYTransition?, completion: (((any PLYPresentation)?, (any Error)?) -> Void)?
    ) {
        var hooks = hooks
        hooks.transition = transition
        let completion = Handed(completion)
        PurchaselySession.current().show(request, hooks) { found in
            switch found {
            case .success(let presentation): completion.value?(presentation, nil)
            case .failure(let error): completion.value?(nil, error)
            }
        }
    }
}
