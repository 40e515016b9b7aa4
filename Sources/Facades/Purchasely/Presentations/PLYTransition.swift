// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// In which way a screen is shown (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYTransitionType), read 2026-11-21.
public enum PLYTransitionType: Int, CaseIterable, Sendable {
    /// Over everything.
    case fullScreen
    /// As a sheet.
    case modal
    /// From below, over a part.
    case drawer
    /// In the middle, over a part.
    case popin
    /// In a navigation.
    case push
    /// Inside of another screen.
    case inlinePaywall
}

/// ``PLYTransitionType`` under the name of SDK 5.7.
public typealias PLYDisplayModeType = PLYTransitionType

/// ``PLYTransition`` under the name of SDK 5.7.
public typealias PLYDisplayMode = PLYTransition

/// How large a screen is (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYDimension), read 2026-11-21.
public enum PLYDimension: Hashable, Sendable {
    /// In points.
    case value(Int)
    /// As a part of the device's screen, from 0 to 1.
    case percentage(Float)
}

/// How a screen is shown (SDK 6; in 5.7 `PLYDisplayMode`).
///
/// Nothing is drawn. A screen that is not ``dismissible`` cannot be swiped away.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYTransition), read 2026-11-21.
public final class PLYTransition: NSObject, @unchecked Sendable {
    // Unchecked because every property is set once, and a number cannot change; `NSNumber` is not
    // declared Sendable everywhere.
    /// In which way.
    public let type: PLYTransitionType
    /// How high.
    public let height: PLYDimension?
    /// How wide.
    public let width: PLYDimension?
    /// How high, as a part of the device's screen.
    public let heightPercentage: NSNumber?
    /// Whether the person can swipe it away.
    public let dismissible: Bool

    /// A way to show a screen.
    ///
    /// - Parameters:
    ///   - type: In which way; nil for over everything, which is inferred.
    ///   - height: How high.
    ///   - width: How wide.
    ///   - heightPercentage: How high, as a part of the device's screen.
    ///   - backgroundColors: Of no effect.
    ///   - dismissible: Whether the person can swipe it away.
    public init(
        type: PLYTransitionType?, height: PLYDimension? = nil, width: PLYDimension? = nil,
        heightPercentage: NSNumber? = nil, backgroundColors: PLYColors? = nil,
        dismissible: Bool = true
    ) {
        self.type = type ?? .fullScreen
        self.height = height
        self.width = width
        self.heightPercentage = heightPercentage
        self.dismissible = dismissible
    }

    /// A way to show a screen, as SDK 5.7 writes it.
    ///
    /// - Parameters:
    ///   - type: In which way.
    ///   - heightPercentage: How high, as a part of the device's screen.
    ///   - backgroundColors: Of no effect.
    ///   - dismissible: Whether the person can swipe it away.
    public convenience init(
        type: PLYTransitionType?, heightPercentage: Double, _ backgroundColors: PLYColors? = nil,
        dismissible: Bool = true
    ) {
        self.init(
            type: type, height: nil, heightPercentage: NSNumber(value: heightPercentage),
            dismissible: dismissible)
    }

    /// A way to show a screen, for Objective-C.
    ///
    /// - Parameters:
    ///   - type: In which way.
    ///   - heightPercentage: How high, as a part of the device's screen.
    ///   - backgroundColors: Of no effect.
    ///   - dismissible: Whether the person can swipe it away.
    public convenience init(
        type: PLYTransitionType, heightPercentage: NSNumber?, backgroundColors: PLYColors?,
        dismissible: Bool = true
    ) {
        self.init(
            type: type, height: nil, heightPercentage: heightPercentage, dismissible: dismissible)
    }

    /// Over everything.
    public static let fullScreen = PLYTransition(type: .fullScreen, height: nil)
    /// As a sheet.
    public static let modal = PLYTransition(type: .modal, height: nil)
    /// In a navigation.
    public static let push = PLYTransition(type: .push, height: nil)
    /// Inside of another screen.
    public static let inlinePaywall = PLYTransition(type: .inlinePaywall, height: nil)

    /// As a sheet.
    ///
    /// Sizes are kept and shown nowhere; one that is not dismissible cannot be swiped away.
    public static func modal(dismissible: Bool) -> PLYTransition {
        PLYTransition(type: .modal, height: nil, dismissible: dismissible)
    }

    /// From below.
    ///
    /// Sizes are kept and shown nowhere; one that is not dismissible cannot be swiped away.
    public static func drawer(height: PLYDimension?, dismissible: Bool = true) -> PLYTransition {
        PLYTransition(type: .drawer, height: height, dismissible: dismissible)
    }

    /// In the middle.
    ///
    /// Sizes are kept and shown nowhere; one that is not dismissible cannot be swiped away.
    public static func popin(
        width: PLYDimension?, height: PLYDimension?, dismissible: Bool = true
    ) -> PLYTransition {
        PLYTransition(type: .popin, height: height, width: width, dismissible: dismissible)
    }

    /// From below, as SDK 5.7 writes it; deprecated by SDK 6.
    ///
    /// Sizes are kept and shown nowhere; one that is not dismissible cannot be swiped away.
    public static func drawer(
        heightPercentage: Double = 0.5, dismissible: Bool = true
    ) -> PLYTransition {
        PLYTransition(
            type: .drawer, heightPercentage: heightPercentage, dismissible: dismissible)
    }

    /// In the middle, as SDK 5.7 writes it; deprecated by SDK 6.
    ///
    /// Sizes are kept and shown nowhere; one that is not dismissible cannot be swiped away.
    public static func popin(
        heightPercentage: Double = 0.5, dismissible: Bool = true
    ) -> PLYTransition {
        PLYTransition(type: .popin, heightPercentage: heightPercentage, dismissible: dismissible)
    }
}
