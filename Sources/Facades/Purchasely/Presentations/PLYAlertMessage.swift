// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An alert of the SDK's.
///
/// Does nothing: the simulation shows no alerts. The texts are ours.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYAlertMessage), read 2026-11-21.
public enum PLYAlertMessage: Int, CaseIterable, Sendable {
    /// Something went wrong.
    case commonError
    /// Something was bought.
    case inAppSuccess
    /// A purchase waits to be allowed.
    case inAppDeferred
    /// Something was bought, and nobody is logged in.
    case inAppSuccessUnauthentified
    /// Purchases were restored.
    case inAppRestorationSuccess
    /// Purchases could not be restored.
    case inAppRestorationError
    /// A purchase failed.
    case inAppError
    /// A subscription is to be given up at Google.
    case unsubscribeGoogle
    /// A subscription is to be given up at Apple.
    case unsubscribeiOS
    /// A subscription is to be given up at Amazon.
    case unsubscribeAmazon
    /// A purchase on the web was not confirmed.
    case webCheckoutReceiptPollingFailure

    /// What it says.
    public var title: String {
        switch self {
        case .commonError: "Something went wrong."
        case .inAppSuccess: "Something was bought."
        case .inAppDeferred: "A purchase waits to be allowed."
        case .inAppSuccessUnauthentified: "Something was bought, and nobody is logged in."
        case .inAppRestorationSuccess: "Purchases were restored."
        case .inAppRestorationError: "Purchases could not be restored."
        case .inAppError: "A purchase failed."
        case .unsubscribeGoogle: "A subscription is to be given up at Google."
        case .unsubscribeiOS: "A subscription is to be given up at Apple."
        case .unsubscribeAmazon: "A subscription is to be given up at Amazon."
        case .webCheckoutReceiptPollingFailure: "A purchase on the web was not confirmed."
        }
    }

    /// What it says beside that; here nothing.
    public var content: String? { nil }

    /// What its button says.
    public var buttonTitle: String { "OK" }
}

/// What kind of value a property of an event of the app's own has.
///
/// Does nothing: no call takes one.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCustomPropertyDataType), read
/// 2026-11-21.
public enum PLYCustomPropertyDataType: Int, CaseIterable, Codable, Sendable {
    /// A whole number.
    case int
    /// A number.
    case float
    /// Text.
    case string
    /// A point in time.
    case date
    /// True or false.
    case bool

    /// The case's name; the spelling is ours.
    public var name: String { "\(self)" }
}

/// Why a person gives a subscription up.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCancellationReason), read 2026-11-21.
public enum PLYCancellationReason: Int, CaseIterable, Sendable {
    /// It costs too much.
    case price = 1
    /// Another app is better.
    case betterApp = 2
    /// It is no longer of use.
    case noLongerUseful = 3
    /// It is not used.
    case noUse = 4
    /// It does not work.
    case technicalIssues = 5
    /// Another reason.
    case other = 6
    /// Not known.
    case unknown = 7
}
