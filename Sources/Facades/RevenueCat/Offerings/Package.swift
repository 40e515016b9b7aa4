// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A product in an offering, under an identifier by which the app finds it.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Package), read
/// 2026-11-21.
public final class Package: NSObject, Identifiable, Sendable {
    /// Its identifier.
    public let identifier: String
    /// What the identifier says.
    public let packageType: PackageType
    /// What is sold.
    public let storeProduct: StoreProduct
    /// Where it is shown.
    public let presentedOfferingContext: PresentedOfferingContext
    /// Where it is sold on the web; nil for what comes from the catalogue.
    public let webCheckoutUrl: URL?

    /// A package made by hand.
    public convenience init(
        identifier: String, packageType: PackageType, storeProduct: StoreProduct,
        offeringIdentifier: String, webCheckoutUrl: URL?
    ) {
        self.init(
            identifier: identifier, packageType: packageType, storeProduct: storeProduct,
            presentedOfferingContext: PresentedOfferingContext(
                offeringIdentifier: offeringIdentifier),
            webCheckoutUrl: webCheckoutUrl)
    }

    /// A package made by hand, and where it is shown.
    public init(
        identifier: String, packageType: PackageType, storeProduct: StoreProduct,
        presentedOfferingContext: PresentedOfferingContext, webCheckoutUrl: URL?
    ) {
        self.identifier = identifier
        self.packageType = packageType
        self.storeProduct = storeProduct
        self.presentedOfferingContext = presentedOfferingContext
        self.webCheckoutUrl = webCheckoutUrl
        super.init()
    }

    /// The product's price, with its currency.
    public var localizedPriceString: String { storeProduct.localizedPriceString }
    /// The price of the product's introductory offer, with its currency.
    public var localizedIntroductoryPriceString: String? {
        storeProduct.localizedIntroductoryPriceString
    }
    /// The offering that it is in.
    public var offeringIdentifier: String { presentedOfferingContext.offeringIdentifier }
    /// What tells it from others.
    public typealias ID = String
    /// The identifier.
    public var id: String { identifier }

    /// RevenueCat's identifier for a type; nil where there is none.
    public static func string(from packageType: PackageType) -> String? {
        packageType.identifier
    }

    /// What an identifier says: one of RevenueCat's own types; ``PackageType/unknown`` for another
    /// one that begins with `$rc_`, ``PackageType/custom`` for any other.
    public static func packageType(from string: String) -> PackageType {
        PackageType(identifier: string)
    }

    /// Whether both are the same product under the same identifier, shown at the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Package else { return false }
        return identifier == other.identifier && packageType == other.packageType
            && storeProduct == other.storeProduct
            && presentedOfferingContext == other.presentedOfferingContext
            && webCheckoutUrl == other.webCheckoutUrl
    }

    /// Of the identifier and the product.
    public override var hash: Int { identifier.hashValue ^ storeProduct.hash }

    /// The package, for developers.
    public override var description: String {
        "<Package: identifier=\(identifier), product=\(storeProduct.productIdentifier)>"
    }

    /// The same, shown at another place.
    func shown(at placement: String) -> Package {
        Package(
            identifier: identifier, packageType: packageType, storeProduct: storeProduct,
            presentedOfferingContext: PresentedOfferingContext(
                offeringIdentifier: offeringIdentifier, placementIdentifier: placement,
                targetingContext: presentedOfferingContext.targetingContext),
            webCheckoutUrl: webCheckoutUrl)
    }
}
