// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Setting user attributes, one call for each kind of value.
///
/// Of the two forms, the delegate is told the same; without a legal basis it is `optional`.
extension Purchasely {
    /// Sets an attribute to a text.
    public static func setUserAttribute(withStringValue value: String, forKey key: String) {
        PurchaselySession.current().set([key: .string(value)], .optional)
    }

    /// Sets an attribute to a text, and says why it may be processed.
    public static func setUserAttribute(
        withStringValue value: String, forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .string(value)], processingLegalBasis)
    }

    /// Sets an attribute to a whole number.
    public static func setUserAttribute(withIntValue value: Int, forKey key: String) {
        PurchaselySession.current().set([key: .int(value)], .optional)
    }

    /// Sets an attribute to a whole number, and says why it may be processed.
    public static func setUserAttribute(
        withIntValue value: Int, forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .int(value)], processingLegalBasis)
    }

    /// Sets an attribute to a number.
    public static func setUserAttribute(withDoubleValue value: Double, forKey key: String) {
        PurchaselySession.current().set([key: .double(value)], .optional)
    }

    /// Sets an attribute to a number, and says why it may be processed.
    public static func setUserAttribute(
        withDoubleValue value: Double, forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .double(value)], processingLegalBasis)
    }

    /// Sets an attribute to a date.
    public static func setUserAttribute(withDateValue value: Date, forKey key: String) {
        PurchaselySession.current().set([key: .date(value)], .optional)
    }

    /// Sets an attribute to a date, and says why it may be processed.
    public static func setUserAttribute(
        withDateValue value: Date, forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .date(value)], processingLegalBasis)
    }

    /// Sets an attribute to a truth value.
    public static func setUserAttribute(withBoolValue value: Bool, forKey key: String) {
        PurchaselySession.current().set([key: .bool(value)], .optional)
    }

    /// Sets an attribute to a truth value, and says why it may be processed.
    public static func setUserAttribute(
        withBoolValue value: Bool, forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .bool(value)], processingLegalBasis)
    }

    /// Sets an attribute to a list of truth values.
    public static func setUserAttribute(withBoolArray value: [Bool], forKey key: String) {
        PurchaselySession.current().set([key: .bools(value)], .optional)
    }

    /// Sets an attribute to a list of truth values, and says why it may be processed.
    public static func setUserAttribute(
        withBoolArray value: [Bool], forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .bools(value)], processingLegalBasis)
    }

    /// Sets an attribute to a list of whole numbers.
    public static func setUserAttribute(withIntArray value: [Int], forKey key: String) {
        PurchaselySession.current().set([key: .ints(value)], .optional)
    }

    /// Sets an attribute to a list of whole numbers, and says why it may be processed.
    public static func setUserAttribute(
        withIntArray value: [Int], forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .ints(value)], processingLegalBasis)
    }

    /// Sets an attribute to a list of texts.
    public static func setUserAttribute(withStringArray value: [String], forKey key: String) {
        PurchaselySession.current().set([key: .strings(value)], .optional)
    }

    /// Sets an attribute to a list of texts, and says why it may be processed.
    public static func setUserAttribute(
        withStringArray value: [String], forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .strings(value)], processingLegalBasis)
    }

    /// Sets an attribute to a list of numbers.
    public static func setUserAttribute(withDoubleArray value: [Double], forKey key: String) {
        PurchaselySession.current().set([key: .doubles(value)], .optional)
    }

    /// Sets an attribute to a list of numbers, and says why it may be processed.
    public static func setUserAttribute(
        withDoubleArray value: [Double], forKey key: String,
        processingLegalBasis: PLYDataProcessingLegalBasis = .optional
    ) {
        PurchaselySession.current().set([key: .doubles(value)], processingLegalBasis)
    }
}
