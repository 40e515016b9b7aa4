// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a record can say of a customer, a purchase, a grant or an event, in neutral words.
package enum NeutralField: UInt8, Hashable, Sendable, CaseIterable {
    case userID
    case originalID
    case anonymousID
    case aliases
    case anonymousAliases
    case transferredFrom
    case transferredTo
    case anonymousTransferredFrom
    case anonymousTransferredTo
    case product
    case storeProduct
    case store
    case kind
    case transactionID
    case originalTransactionID
    case purchaseToken
    case receipt
    case orderID
    case purchaseID
    case purchaseDate
    case originalPurchaseDate
    case expiryDate
    case graceExpiryDate
    case resumeDate
    case cancelledDate
    case billingProblemDate
    case refundedDate
    case eventTime
    case versionDate
    case firstSeenDate
    case lastSeenDate
    case periodType
    case state
    case givesAccess
    case renews
    case familyShared
    case environment
    case country
    case currency
    case price
    case entitlement
    case eventID
    case eventName
    case renewalNumber
    case attributes
    case reservedAttributes
    case device
    case platform
    /// The end of what was paid for, where the record has an end of access beside it.
    case periodEndDate
    /// What of the time of an event or a version is less than a millisecond, in microseconds.
    case timeFraction
    /// Original transactions of a customer, of which it is not said which one a purchase is.
    case transactions
    /// An ID of whoever held the purchase before, who need not be the holder.
    case formerID
    /// The devices of a customer.
    case devices
    /// The provider's own IDs of the entitlements that ``entitlement`` names, in the same order; of an
    /// ``RecordKind/access``, which it is.
    case entitlementIDs

    /// Its name in data files, such as `purchase-date`.
    package var name: String {
        switch self {
        case .userID: "user-id"
        case .originalID: "original-id"
        case .anonymousID: "anonymous-id"
        case .aliases: "aliases"
        case .anonymousAliases: "anonymous-aliases"
        case .transferredFrom: "transferred-from"
        case .transferredTo: "transferred-to"
        case .anonymousTransferredFrom: "anonymous-transferred-from"
        case .anonymousTransferredTo: "anonymous-transferred-to"
        case .product: "product"
        case .storeProduct: "store-product"
        case .store: "store"
        case .kind: "kind"
        case .transactionID: "transaction-id"
        case .originalTransactionID: "original-transaction-id"
        case .purchaseToken: "purchase-token"
        case .receipt: "receipt"
        case .orderID: "order-id"
        case .purchaseID: "purchase-id"
        case .purchaseDate: "purchase-date"
        case .originalPurchaseDate: "original-purchase-date"
        case .expiryDate: "expiry-date"
        case .graceExpiryDate: "grace-expiry-date"
        case .resumeDate: "resume-date"
        case .cancelledDate: "cancelled-date"
        case .billingProblemDate: "billing-problem-date"
        case .refundedDate: "refunded-date"
        case .eventTime: "event-time"
        case .versionDate: "version-date"
        case .firstSeenDate: "first-seen-date"
        case .lastSeenDate: "last-seen-date"
        case .periodType: "period-type"
        case .state: "state"
        case .givesAccess: "gives-access"
        case .renews: "renews"
        case .familyShared: "family-shared"
        case .environment: "environment"
        case .country: "country"
        case .currency: "currency"
        case .price: "price"
        case .entitlement: "entitlement"
        case .eventID: "event-id"
        case .eventName: "event-name"
        case .renewalNumber: "renewal-number"
        case .attributes: "attributes"
        case .reservedAttributes: "reserved-attributes"
        case .device: "device"
        case .platform: "platform"
        case .periodEndDate: "period-end-date"
        case .timeFraction: "time-fraction"
        case .transactions: "transactions"
        case .formerID: "former-id"
        case .devices: "devices"
        case .entitlementIDs: "entitlement-ids"
        }
    }

    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The field of a name, as data files write it.
    package init?(name: String) {
        guard let field = NeutralField.named[name] else { return nil }
        self = field
    }

    /// Its index among all fields.
    package var number: Int { Int(rawValue) }

    /// What a field holds.
    package enum Content: Hashable, Sendable {
        /// One text; of ``NeutralField/price`` the decimal number as it was written.
        case text
        /// Any number of texts.
        case list
        /// A moment.
        case instant
        /// Yes or no.
        case flag
        /// A whole number.
        case integer
        /// One of the words of a closed list.
        case word
    }

    /// What it holds.
    package var content: Content {
        switch self {
        case .aliases, .anonymousAliases, .transferredFrom, .transferredTo,
            .anonymousTransferredFrom,
            .anonymousTransferredTo, .entitlement, .transactions, .devices,
            .entitlementIDs:
            .list
        case .purchaseDate, .originalPurchaseDate, .expiryDate, .graceExpiryDate, .resumeDate,
            .cancelledDate, .billingProblemDate, .refundedDate, .eventTime, .versionDate,
            .firstSeenDate, .lastSeenDate, .periodEndDate:
            .instant
        case .givesAccess, .renews, .familyShared: .flag
        case .renewalNumber, .timeFraction: .integer
        case .store, .kind, .periodType, .state, .environment: .word
        default: .text
        }
    }

    /// The words that it can hold, in a fixed order; empty where it holds none.
    package var words: [String] {
        switch self {
        case .store: NeutralStore.allCases.map(\.rawValue)
        case .kind: NeutralKind.allCases.map(\.rawValue)
        case .periodType: NeutralPeriod.allCases.map(\.rawValue)
        case .state: NeutralState.allCases.map(\.rawValue)
        case .environment: NeutralEnvironment.allCases.map(\.rawValue)
        default: []
        }
    }
}
