// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONBodies

/// The answer as the server writes it: JSON with sorted keys.
extension SubscriberResponse {
    package var json: [UInt8]? { plainJSON.map { Array($0.utf8) } ?? encodedJSON }

    /// The same as a coder writes it.
    package var encodedJSON: [UInt8]? { try? JSONBody.bytes(of: self) }

    /// The same for a customer who has nothing, at a fraction of the cost: it is written at
    /// every log-in and log-out.
    var plainJSON: String? {
        guard subscriber.entitlements.isEmpty, subscriber.subscriptions.isEmpty,
            subscriber.nonSubscriptions.isEmpty, subscriber.managementURL == nil,
            subscriber.originalApplicationVersion == nil, subscriber.originalPurchaseDate == nil,
            let lastSeen = subscriber.lastSeen, subscriber.otherPurchases?.isEmpty == true,
            subscriber.subscriberAttributes?.isEmpty ?? true,
            subscriber.originalAppUserID.utf8.allSatisfy(SubscriberResponse.isPlain)
        else { return nil }
        let seconds = requestDate.timeIntervalSince1970
        guard seconds == seconds.rounded(), abs(seconds) < 1e12 else { return nil }
        let first = WireDate(subscriber.firstSeen).text
        let last = lastSeen == subscriber.firstSeen ? first : WireDate(lastSeen).text
        let attributes =
            subscriber.subscriberAttributes == nil ? "" : #""subscriber_attributes":{},"#
        return """
            {"request_date":"\(WireDate(requestDate).text)","request_date_ms":\(Int(seconds) * 1_000),\
            "subscriber":{"entitlements":{},"first_seen":"\(first)","last_seen":"\(last)",\
            "management_url":null,"non_subscriptions":{},\
            "original_app_user_id":"\(subscriber.originalAppUserID)",\
            "original_application_version":null,"original_purchase_date":null,\
            "other_purchases":{},\(attributes)"subscriptions":{}}}
            """
    }

    /// Whether a byte stands in JSON as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
