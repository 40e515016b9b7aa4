// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an app says about its user.
///
/// An attribute is stored on the device at once, started or not, with a network or without, and
/// stays until it is cleared, the user is logged out, or the app is deleted. Attributes of the
/// anonymous user come along at a log-in; ``userLogout(_:)`` clears those of the user, unless it is
/// told not to. That a change from one user to another leaves each with their own is chosen here;
/// the documents are silent.
/// Sources: https://docs.purchasely.com/docs/user-identification and
/// https://docs.purchasely.com/docs/custom-user-attributes, read 2026-11-24.
extension Purchasely {
    /// Every attribute of the user, with the type that it was set with.
    public static var userAttributes: [String: Any] {
        PurchaselySession.current().attributes().mapValues(\.value)
    }

    /// The attribute of a key, with the type that it was set with; nil where there is none.
    public static func getUserAttribute(for key: String) -> Any? {
        PurchaselySession.current().attributes()[key]?.value
    }

    /// Sets several attributes.
    ///
    /// A value that is not of one of the types that can be set by itself is left out, and logged.
    public static func setUserAttributes(_ attributes: [String: Any]) {
        setAll(attributes, .optional)
    }

    /// Sets several attributes, and says why they may be processed.
    ///
    /// A value that is not of one of the types that can be set by itself is left out, and logged.
    public static func setUserAttributes(
        _ attributes: [String: Any],
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        setAll(attributes, processingLegalBasis)
    }

    private static func setAll(
        _ attributes: [String: Any], _ basis: PLYDataProcessingLegalBasis
    ) {
        let session = PurchaselySession.current()
        var values: [String: AttributeValue] = [:]
        for (key, value) in attributes {
            values[key] = AttributeValue(value)
            if values[key] == nil {
                session.log("\(key) is not set: no attribute has this type.", .warn)
            }
        }
        session.set(values, basis)
    }

    /// Adds to a whole number, which is 0 where there is none.
    public static func incrementUserAttribute(withKey key: String, value: Int = 1) {
        PurchaselySession.current().add(value, to: key, .optional)
    }

    /// Adds to a whole number, which is 0 where there is none; one of another type stays as it is.
    public static func incrementUserAttribute(
        withKey key: String, value: Int = 1,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().add(value, to: key, processingLegalBasis)
    }

    /// Takes from a whole number, which is 0 where there is none.
    public static func decrementUserAttribute(withKey key: String, value: Int = 1) {
        PurchaselySession.current().take(value, from: key, .optional)
    }

    /// Takes from a whole number, which is 0 where there is none; one of another type stays as it
    /// is.
    public static func decrementUserAttribute(
        withKey key: String, value: Int = 1,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().take(value, from: key, processingLegalBasis)
    }

    /// Removes every attribute of the user.
    public static func clearUserAttributes() { PurchaselySession.current().clearAttributes() }

    /// Removes an attribute of the user.
    public static func clearUserAttribute(forKey key: String) {
        PurchaselySession.current().clearAttribute(key)
    }

    /// Does nothing: it is always empty, since the keys of what the SDK counts are not documented.
    public static func getBuiltInAttributes() -> [String: Any] { [:] }

    /// Does nothing: it is always nil, since the keys of what the SDK counts are not documented.
    public static func getBuiltInAttribute(with key: String) -> Any? { nil }

    /// Does nothing: the simulation counts nothing by itself.
    public static func clearBuiltInAttributes() {}

    /// Tells a delegate of attributes that are set and removed from now on.
    ///
    /// - Parameter userAttributeDelegate: It is kept until the app ends, since the documentation
    ///   hands over one that nobody else keeps, and called on the main actor. Another takes its
    ///   place.
    public static func setUserAttributeDelegate(
        _ userAttributeDelegate: any PLYUserAttributeDelegate
    ) {
        PurchaselySession.current().replace(
            \.attributeDelegate, with: Kept(userAttributeDelegate))
    }
}
