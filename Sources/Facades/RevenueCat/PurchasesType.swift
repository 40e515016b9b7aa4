// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What ``Purchases`` can do, for apps that put something of their own in its place in tests.
///
/// The members that the façade imitates; the SDK's protocol has more.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchasesType), read
/// 2026-11-21.
public protocol PurchasesType: AnyObject {
    /// The ID in use.
    var appUserID: String { get }
    /// Whether that is an anonymous ID.
    var isAnonymous: Bool { get }
    /// Who completes the store's transactions.
    var purchasesAreCompletedBy: PurchasesAreCompletedBy { get set }
    /// Learns of changes.
    var delegate: (any PurchasesDelegate)? { get set }
    /// What was heard of the customer last.
    var cachedCustomerInfo: CustomerInfo? { get }

    /// Logs in.
    func logIn(
        _ appUserID: String, completion: @escaping (CustomerInfo?, Bool, PublicError?) -> Void)
    /// Logs in.
    func logIn(_ appUserID: String) async throws -> (customerInfo: CustomerInfo, created: Bool)
    /// Logs out.
    func logOut(completion: ((CustomerInfo?, PublicError?) -> Void)?)
    /// Logs out.
    func logOut() async throws -> CustomerInfo
    /// Tells of the customer.
    func getCustomerInfo(completion: @escaping (CustomerInfo?, PublicError?) -> Void)
    /// Tells of the customer.
    func getCustomerInfo(
        fetchPolicy: CacheFetchPolicy, completion: @escaping (CustomerInfo?, PublicError?) -> Void)
    /// Tells of the customer.
    func customerInfo() async throws -> CustomerInfo
    /// Tells of the customer.
    func customerInfo(fetchPolicy: CacheFetchPolicy) async throws -> CustomerInfo
    /// Forgets what was heard of the customer.
    func invalidateCustomerInfoCache()
    /// Finds products.
    func getProducts(_ productIdentifiers: [String], completion: @escaping ([StoreProduct]) -> Void)
    /// Finds products.
    func products(_ productIdentifiers: [String]) async -> [StoreProduct]
    /// Buys.
    func purchase(product: StoreProduct, completion: @escaping PurchaseCompletedBlock)
    /// Buys.
    func purchase(product: StoreProduct) async throws -> PurchaseResultData
    /// Buys.
    func purchase(_ params: PurchaseParams, completion: @escaping PurchaseCompletedBlock)
    /// Buys.
    func purchase(_ params: PurchaseParams) async throws -> PurchaseResultData
    /// Presents what the store account holds.
    func restorePurchases(completion: ((CustomerInfo?, PublicError?) -> Void)?)
    /// Presents what the store account holds.
    func restorePurchases() async throws -> CustomerInfo
    /// Presents what the store account holds, without asking the person.
    func syncPurchases(completion: ((CustomerInfo?, PublicError?) -> Void)?)
    /// Presents what the store account holds, without asking the person.
    func syncPurchases() async throws -> CustomerInfo
}

/// What only Swift can use of ``Purchases``.
public protocol PurchasesSwiftType: AnyObject {
    /// What is known of the customer, and every change of it.
    var customerInfoStream: AsyncStream<CustomerInfo> { get }
}
