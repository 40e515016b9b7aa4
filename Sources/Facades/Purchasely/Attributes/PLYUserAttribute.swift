// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What kind of value a user attribute has.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYUserAttributeType), read 2026-11-21.
public enum PLYUserAttributeType: Int, CaseIterable, Sendable {
    /// Text.
    case string = 0
    /// True or false.
    case bool
    /// A whole number.
    case int
    /// A number.
    case double
    /// A point in time.
    case date
    /// Several texts.
    case stringArray
    /// Several whole numbers.
    case intArray
    /// Several numbers.
    case doubleArray
    /// Several of true or false.
    case boolArray
    /// Values by key; no call here sets one.
    case dictionary
    /// Not known.
    case unknown
}

/// Who has set a user attribute.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYUserAttributeSource), read 2026-11-21.
public enum PLYUserAttributeSource: Int, CaseIterable, Sendable {
    /// The provider: a survey on a screen. In a test, ``SimulatedPaywall/answer(_:forKey:)``.
    case purchasely
    /// The app, by a call.
    case client
}

/// Hears of user attributes that are set and removed.
///
/// Each member is optional, as in the SDK; without Objective-C, by an empty implementation.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYUserAttributeDelegate), read 2026-11-21.
public protocol PLYUserAttributeDelegate: AnyObject {
    /// An attribute was set.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - type: What kind of value it has.
    ///   - value: The value.
    ///   - source: Who has set it.
    func onUserAttributeSet(
        key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource)

    /// An attribute was set; where both are implemented, only this one is called.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - type: What kind of value it has.
    ///   - value: The value.
    ///   - source: Who has set it.
    ///   - processingLegalBasis: Why it may be processed.
    func onUserAttributeSet(
        key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource,
        processingLegalBasis: PLYDataProcessingLegalBasis)

    /// An attribute was removed.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - source: Who has removed it.
    func onUserAttributeRemoved(key: String, source: PLYUserAttributeSource)
}

extension PLYUserAttributeDelegate {
    /// Does nothing: the delegate does not want to hear of it.
    public func onUserAttributeSet(
        key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource
    ) {}

    /// Calls the form without the legal basis.
    public func onUserAttributeSet(
        key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource,
        processingLegalBasis: PLYDataProcessingLegalBasis
    ) {
        onUserAttributeSet(key: key, type: type, value: value, source: source)
    }

    /// Does nothing: the delegate does not want to hear of it.
    public func onUserAttributeRemoved(key: String, source: PLYUserAttributeSource) {}
}
