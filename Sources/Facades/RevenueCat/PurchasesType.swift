// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What ``Purchases`` can do, for apps that put something of their own in its place in tests.
///
/// The SDK's protocol has one member more, which takes a purchase of StoreKit's.
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

    /// The country of the store.
    var storeFrontCountryCode: String? { get }
    /// Tells of the storefront.
    func getStorefront(completion: @escaping GetStorefrontBlock)
    /// Tells of the storefront.
    func getStorefront() async -> Storefront?
    /// Tells of the offerings.
    func getOfferings(completion: @escaping (Offerings?, PublicError?) -> Void)
    /// Tells of the offerings.
    func offerings() async throws -> Offerings
    /// The offerings that are in memory.
    var cachedOfferings: Offerings? { get }
    /// Buys.
    func purchase(package: Package, completion: @escaping PurchaseCompletedBlock)
    /// Buys.
    func purchase(package: Package) async throws -> PurchaseResultData
    /// Buys.
    func purchase(
        product: StoreProduct, promotionalOffer: PromotionalOffer,
        completion: @escaping PurchaseCompletedBlock)
    /// Buys.
    func purchase(product: StoreProduct, promotionalOffer: PromotionalOffer) async throws
        -> PurchaseResultData
    /// Buys.
    func purchase(
        package: Package, promotionalOffer: PromotionalOffer,
        completion: @escaping PurchaseCompletedBlock)
    /// Buys.
    func purchase(package: Package, promotionalOffer: PromotionalOffer) async throws
        -> PurchaseResultData
    /// Finds out who gets introductory offers.
    func checkTrialOrIntroDiscountEligibility(
        productIdentifiers: [String],
        completion receiveEligibility: @escaping ([String: IntroEligibility]) -> Void)
    /// Finds out who gets introductory offers.
    func checkTrialOrIntroDiscountEligibility(productIdentifiers: [String]) async -> [String:
        IntroEligibility]
    /// Finds out who gets introductory offers.
    func checkTrialOrIntroDiscountEligibility(
        product: StoreProduct, completion: @escaping (IntroEligibilityStatus) -> Void)
    /// Finds out who gets introductory offers.
    func checkTrialOrIntroDiscountEligibility(product: StoreProduct) async -> IntroEligibilityStatus
    /// Has a discount signed.
    func getPromotionalOffer(
        forProductDiscount discount: StoreProductDiscount, product: StoreProduct,
        completion: @escaping (PromotionalOffer?, PublicError?) -> Void)
    /// Has a discount signed.
    func promotionalOffer(forProductDiscount discount: StoreProductDiscount, product: StoreProduct)
        async throws -> PromotionalOffer
    /// The promotional offers that the user gets.
    func eligiblePromotionalOffers(forProduct product: StoreProduct) async -> [PromotionalOffer]
    /// The offers for those who have left.
    func eligibleWinBackOffers(
        forProduct product: StoreProduct,
        completion: @escaping @Sendable ([WinBackOffer]?, PublicError?) -> Void)
    /// The offers for those who have left.
    func eligibleWinBackOffers(
        forPackage package: Package,
        completion: @escaping @Sendable ([WinBackOffer]?, PublicError?) -> Void)
    /// Asks for a refund.
    func beginRefundRequest(forProduct productID: String) async throws -> RefundRequestStatus
    /// Asks for a refund.
    func beginRefundRequest(forEntitlement entitlementID: String) async throws
        -> RefundRequestStatus
    /// Asks for a refund.
    func beginRefundRequestForActiveEntitlement() async throws -> RefundRequestStatus
    /// Shows the sheet for codes.
    func presentCodeRedemptionSheet()
    /// Asks the person to agree to a new price.
    func showPriceConsentIfNeeded()
    /// Shows the page to manage subscriptions.
    func showManageSubscriptions(completion: @escaping (PublicError?) -> Void)
    /// Shows the page to manage subscriptions.
    func showManageSubscriptions() async throws
    /// Sets attributes of the user's.
    var attribution: Attribution { get }
    /// Sends attributes and asks for the offerings.
    func syncAttributesAndOfferingsIfNeeded(
        completion: @escaping (Offerings?, PublicError?) -> Void)
    /// Sends attributes and asks for the offerings.
    func syncAttributesAndOfferingsIfNeeded() async throws -> Offerings?
    /// Redeems what was bought on the web.
    func redeemWebPurchase(
        webPurchaseRedemption: WebPurchaseRedemption,
        completion: @escaping (CustomerInfo?, PublicError?) -> Void)
    /// Tells of virtual currencies.
    func getVirtualCurrencies(
        completion: @escaping @Sendable (VirtualCurrencies?, PublicError?) -> Void)
    /// The virtual currencies that are in memory.
    var cachedVirtualCurrencies: VirtualCurrencies? { get }
    /// Forgets the virtual currencies.
    func invalidateVirtualCurrenciesCache()
    /// Sets attributes.
    func setAttributes(_ attributes: [String: String])
    /// Whether a purchase goes over to the user of now.
    @available(*, deprecated)
    var allowSharingAppStoreAccount: Bool { get set }
    /// Sets an attribute.
    @available(*, deprecated)
    func setEmail(_ email: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setPhoneNumber(_ phoneNumber: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setDisplayName(_ displayName: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setPushToken(_ pushToken: Data?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setPushTokenString(_ pushToken: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setAdjustID(_ adjustID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setAppsflyerID(_ appsflyerID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setFBAnonymousID(_ fbAnonymousID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setMparticleID(_ mparticleID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setOnesignalID(_ onesignalID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setMediaSource(_ mediaSource: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setCampaign(_ campaign: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setAdGroup(_ adGroup: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setAd(_ value: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setKeyword(_ keyword: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setCreative(_ creative: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setCleverTapID(_ cleverTapID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setMixpanelDistinctID(_ mixpanelDistinctID: String?)
    /// Sets an attribute.
    @available(*, deprecated)
    func setFirebaseAppInstanceID(_ firebaseAppInstanceID: String?)
    /// Collects identifiers of the device.
    @available(*, deprecated)
    func collectDeviceIdentifiers()
    /// Buys.
    @available(*, deprecated)
    func purchaseWithParams(_ params: PurchaseParams, completion: @escaping PurchaseCompletedBlock)
    /// Whether the SDK completes the store's transactions.
    @available(*, deprecated)
    var finishTransactions: Bool { get set }
}

/// What only Swift can use of ``Purchases``.
public protocol PurchasesSwiftType: AnyObject {
    /// What is known of the customer, and every change of it.
    var customerInfoStream: AsyncStream<CustomerInfo> { get }
    /// Asks for a refund.
    func beginRefundRequest(
        forProduct productID: String,
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void)
    /// Asks for a refund.
    func beginRefundRequest(
        forEntitlement entitlementID: String,
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void)
    /// Asks for a refund.
    func beginRefundRequestForActiveEntitlement(
        completion: @escaping (Result<RefundRequestStatus, PublicError>) -> Void)
    /// Shows messages of the store.
    func showStoreMessages(for types: Set<StoreMessageType>) async
    /// Redeems what was bought on the web.
    func redeemWebPurchase(_ webPurchaseRedemption: WebPurchaseRedemption) async
        -> WebPurchaseRedemptionResult
    /// The offers for those who have left.
    func eligibleWinBackOffers(forProduct product: StoreProduct) async throws -> [WinBackOffer]
    /// The offers for those who have left.
    func eligibleWinBackOffers(forPackage package: Package) async throws -> [WinBackOffer]
    /// Tells of virtual currencies.
    func virtualCurrencies() async throws -> VirtualCurrencies
}
