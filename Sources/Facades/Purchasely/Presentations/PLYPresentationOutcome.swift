// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What came of a purchase on a screen (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPurchaseResult), read 2026-11-21.
public enum PLYPurchaseResult: Int, Sendable, CaseIterable {
    /// The person changed their mind.
    case cancelled = 0
    /// Something was bought.
    case purchased = 1
    /// Something was restored.
    case restored = 2
    /// Neither.
    case none = 3
}

/// Why a screen was closed (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCloseReason), read 2026-11-21.
public enum PLYCloseReason: Int, Sendable, CaseIterable, CustomStringConvertible {
    /// Something was bought or restored.
    case none = 0
    /// The person tapped the button to close it.
    case button
    /// The person swiped it away.
    case interactiveDismiss
    /// The app closed it.
    case programmatic

    /// The case's name; the spelling is ours.
    public var rawDescription: String {
        switch self {
        case .none: "none"
        case .button: "button"
        case .interactiveDismiss: "interactiveDismiss"
        case .programmatic: "programmatic"
        }
    }

    /// The case's name.
    public var description: String { rawDescription }
}

/// What came of a screen (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationOutcome), read 2026-11-21.
public final class PLYPresentationOutcome: NSObject, Sendable {
    /// What came of purchases on it.
    public let purchaseResult: PLYPurchaseResult
    /// The plan that was bought.
    public let plan: PLYPlan?
    /// The screen.
    public let presentation: (any PLYPresentation)?
    /// Why it was closed.
    public let closeReason: PLYCloseReason
    /// What went wrong; here always nil, as documented for SDK 6.0.
    public let error: (any Error)?

    /// An outcome.
    ///
    /// - Parameters:
    ///   - purchaseResult: What came of purchases on it.
    ///   - plan: The plan that was bought.
    ///   - presentation: The screen.
    ///   - closeReason: Why it was closed.
    ///   - error: What went wrong.
    public init(
        purchaseResult: PLYPurchaseResult, plan: PLYPlan?, presentation: (any PLYPresentation)?,
        closeReason: PLYCloseReason, error: (any Error)?
    ) {
        self.purchaseResult = purchaseResult
        self.plan = plan
        self.presentation = presentation
        self.closeReason = closeReason
        self.error = error
    }

    /// The outcome of nothing.
    public override convenience init() {
        self.init(
            purchaseResult: .none, plan: nil, presentation: nil, closeReason: .none, error: nil)
    }
}

/// Called when a screen is closed (SDK 6).
public typealias PLYPresentationOutcomeHandler = (PLYPresentationOutcome) -> Void

/// What came of a screen (SDK 5.7).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (5.7.1, PLYProductViewControllerResult), read 2026-11-21.
public enum PLYProductViewControllerResult: Int, Sendable, CaseIterable {
    /// Something was bought.
    case purchased
    /// Neither.
    case cancelled
    /// Something was restored.
    case restored

    init(_ result: PLYPurchaseResult) {
        switch result {
        case .purchased: self = .purchased
        case .restored: self = .restored
        case .cancelled, .none: self = .cancelled
        }
    }
}

/// Called when a screen is closed (SDK 5.7).
public typealias PLYProductViewControllerCompletionBlock = (
    PLYProductViewControllerResult, PLYPlan?
) -> Void

/// Called with a screen that was loaded, or with what went wrong.
public typealias PLYPresentationFetchCompletionBlock = (
    (any PLYPresentation)?, (any Error)?
) -> Void

/// Called when a screen is shown.
public typealias PLYPresentationLoadedCompletionBlock = () -> Void
