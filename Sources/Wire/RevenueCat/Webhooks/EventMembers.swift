// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whom an event is about; every type has these but `TRANSFER`.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventCustomer: Hashable, Codable, Sendable {
    /// An experiment that the customer is in.
    package struct Experiment: Hashable, Codable, Sendable {
        package var experimentID: String
        package var experimentVariant: String
        package var enrolledAtMilliseconds: Int64?

        package init(
            experimentID: String, experimentVariant: String, enrolledAtMilliseconds: Int64? = nil
        ) {
            self.experimentID = experimentID
            self.experimentVariant = experimentVariant
            self.enrolledAtMilliseconds = enrolledAtMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case experimentID = "experiment_id"
            case experimentVariant = "experiment_variant"
            case enrolledAtMilliseconds = "enrolled_at_ms"
        }
    }

    package var appUserID: String
    package var originalAppUserID: String
    package var aliases: [String]
    package var subscriberAttributes: [String: SubscriberAttribute]?
    package var experiments: [Experiment]?

    package init(
        appUserID: String, originalAppUserID: String, aliases: [String],
        subscriberAttributes: [String: SubscriberAttribute]? = nil, experiments: [Experiment]? = nil
    ) {
        self.appUserID = appUserID
        self.originalAppUserID = originalAppUserID
        self.aliases = aliases
        self.subscriberAttributes = subscriberAttributes
        self.experiments = experiments
    }

    private enum CodingKeys: String, CodingKey {
        case aliases, experiments
        case appUserID = "app_user_id"
        case originalAppUserID = "original_app_user_id"
        case subscriberAttributes = "subscriber_attributes"
    }
}

/// What a `TRANSFER` says: who lost purchases and who has them now.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventTransfer: Hashable, Codable, Sendable {
    package var store: String
    package var environment: EventEnvironment
    package var transferredFrom: [String]
    package var transferredTo: [String]

    package init(
        store: String, environment: EventEnvironment, transferredFrom: [String],
        transferredTo: [String]
    ) {
        self.store = store
        self.environment = environment
        self.transferredFrom = transferredFrom
        self.transferredTo = transferredTo
    }

    private enum CodingKeys: String, CodingKey {
        case store, environment
        case transferredFrom = "transferred_from"
        case transferredTo = "transferred_to"
    }
}

/// What changed in a balance of virtual currency.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventVirtualCurrency: Hashable, Codable, Sendable {
    /// How much of which.
    package struct Adjustment: Hashable, Codable, Sendable {
        package var amount: Int
        package var currency: Currency

        package init(amount: Int, currency: Currency) {
            self.amount = amount
            self.currency = currency
        }
    }

    /// A virtual currency.
    package struct Currency: Hashable, Codable, Sendable {
        package var code: String
        package var name: String
        @Nullable package var description: String?

        package init(code: String, name: String, description: String? = nil) {
            self.code = code
            self.name = name
            self.description = description
        }
    }

    package var adjustments: [Adjustment]
    package var productDisplayName: String?
    package var purchaseEnvironment: EventEnvironment?
    /// `in_app_purchase` or `admin_api`.
    package var source: String
    package var virtualCurrencyTransactionID: String

    package init(
        adjustments: [Adjustment], productDisplayName: String? = nil,
        purchaseEnvironment: EventEnvironment? = nil, source: String,
        virtualCurrencyTransactionID: String
    ) {
        self.adjustments = adjustments
        self.productDisplayName = productDisplayName
        self.purchaseEnvironment = purchaseEnvironment
        self.source = source
        self.virtualCurrencyTransactionID = virtualCurrencyTransactionID
    }

    private enum CodingKeys: String, CodingKey {
        case adjustments, source
        case productDisplayName = "product_display_name"
        case purchaseEnvironment = "purchase_environment"
        case virtualCurrencyTransactionID = "virtual_currency_transaction_id"
    }
}

/// Which experiment a customer was enrolled in.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventExperiment: Hashable, Codable, Sendable {
    package var experimentID: String
    package var experimentVariant: String
    package var offeringID: String?
    package var enrolledAtMilliseconds: Int64?

    package init(
        experimentID: String, experimentVariant: String, offeringID: String? = nil,
        enrolledAtMilliseconds: Int64? = nil
    ) {
        self.experimentID = experimentID
        self.experimentVariant = experimentVariant
        self.offeringID = offeringID
        self.enrolledAtMilliseconds = enrolledAtMilliseconds
    }

    private enum CodingKeys: String, CodingKey {
        case experimentID = "experiment_id"
        case experimentVariant = "experiment_variant"
        case offeringID = "offering_id"
        case enrolledAtMilliseconds = "enrolled_at_ms"
    }
}
