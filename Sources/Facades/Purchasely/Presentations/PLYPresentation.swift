// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A screen that was loaded.
///
/// A class in SDK 5.7, a protocol in SDK 6, where `id` became ``screenId`` and `displayMode` became
/// ``transition``; both of the old names are here too.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentation), read 2026-11-21.
public protocol PLYPresentation: NSObjectProtocol, Sendable {
    /// The screen's ID.
    var screenId: String { get }
    /// The language that it is in.
    var language: String { get }
    /// The placement that it was asked for at.
    var placementId: String? { get }
    /// The audience that it is for.
    var audienceId: String? { get }
    /// The test that it belongs to.
    var abTestId: String? { get }
    /// Which variant of the test it is.
    var abTestVariantId: String? { get }
    /// The campaign that it belongs to.
    var campaignId: String? { get }
    /// The flow that it belongs to.
    var flowId: String? { get }
    /// Whether it is to be shown, and by whom.
    var type: PLYPresentationType { get }
    /// Its controller; nil where it is not to be shown.
    var controller: PLYPresentationViewController? { get }
    /// What it offers.
    var plans: [PLYPresentationPlan] { get }
    /// What the console says beside it.
    var metadata: PLYPresentationMetadata? { get }
    /// The color behind it.
    var backgroundColor: UIColor? { get }
    /// How high it is, in points; 0 where the console does not say so.
    var height: Int { get }
    /// How it is shown.
    var transition: PLYTransition { get }
    /// The ways that lead on from it.
    var connections: Set<PLYConnection> { get }
    /// Whether it is the first of several.
    var isFlow: Bool { get }

    /// Called when it is shown, or could not be.
    var onPresented: (((any PLYPresentation)?, (any Error)?) -> Void)? { get set }
    /// Called when the person wants to close it.
    var onCloseRequested: (() -> Void)? { get set }
    /// Called when it is closed.
    var onDismissed: ((PLYPresentationOutcome) -> Void)? { get set }
    /// What becomes of it, from now on.
    var state: AsyncStream<PLYPresentationState> { get }

    /// Shows it above a controller.
    func display(from sourceViewController: UIViewController?)
    /// Shows it above a controller, in another way than the console says.
    func display(from sourceViewController: UIViewController?, transitionType: PLYTransition?)
    /// Closes it.
    func close()
    /// Does nothing: there are no flows, so that there is no screen before.
    func back()
    /// Does nothing: there are no flows, so that no way leads on.
    func executeConnection(_ connection: PLYConnection?)
    /// Loads it, which it is already.
    func preload(completion: @escaping ((any PLYPresentation)?, (any Error)?) -> Void)
}

extension PLYPresentation {
    /// Shows it.
    public func display() { display(from: nil) }

    /// Does nothing: there are no flows, so that no way leads on.
    public func executeConnection() { executeConnection(nil) }

    /// Loads it, which it is already.
    ///
    /// - Returns: The screen.
    /// - Throws: A ``PLYError``.
    public func preload() async throws -> any PLYPresentation {
        try await withCheckedThrowingContinuation { continuation in
            preload { continuation.resume(with: found($0, $1)) }
        }
    }

    /// ``screenId`` under the name of SDK 5.7.
    public var id: String? { screenId }

    /// ``transition`` under the name of SDK 5.7.
    public var displayMode: PLYDisplayMode { transition }
}

/// Whether a screen is to be shown, and by whom.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationType), read 2026-11-21.
public enum PLYPresentationType: Int, CaseIterable, Sendable {
    /// By the SDK.
    case normal = 0
    /// By the SDK, in place of one that could not be loaded.
    case fallback
    /// By nobody: the console has switched it off.
    case deactivated
    /// By the app, which draws it itself.
    case client
}

/// What becomes of a screen (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationState), read 2026-11-21.
public enum PLYPresentationState: Sendable {
    /// Why it cannot be shown.
    public enum Failure: Error {
        /// It is not loaded.
        case presentationNotLoaded
        /// Something else.
        case error(any Error)
    }

    /// Nothing.
    case idle
    /// It is being loaded.
    case loading
    /// It can be shown.
    case loaded
    /// It is shown.
    case displayed
    /// It cannot be shown.
    case error(Failure)
}

/// A way that leads on from a screen.
///
/// There are no flows here, so that there is never one.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYConnection), read 2026-11-21.
public final class PLYConnection: NSObject, Identifiable, Sendable {
    /// The type of ``id``.
    public typealias ID = String

    /// Its ID.
    public let id: String

    init(_ id: String) { self.id = id }

    /// Whether the other object is a way of the same ID.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PLYConnection)?.id == id }

    /// Equal for equal ones.
    public override var hash: Int { id.hashValue }
}

/// Who sells on the web.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYWebCheckoutProvider), read 2026-11-21.
public enum PLYWebCheckoutProvider: Int, CaseIterable, Sendable {
    /// Stripe.
    case stripe
    /// Somebody else.
    case other
    /// Nobody.
    case none
}
