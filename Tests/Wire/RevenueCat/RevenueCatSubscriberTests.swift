// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCatWire
import Testing

/// The customer of REST v1, and its dates.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-22.
@Suite struct RevenueCatSubscriberTests {
    static func body(_ more: String = "", subscriber: String = "") -> String {
        """
        {"request_date":"2026-06-01T12:00:00Z","request_date_ms":1780315200000,"subscriber":{\
        "entitlements":{},"first_seen":"2026-01-01T12:00:00Z","management_url":null,\
        "non_subscriptions":{},"original_app_user_id":"u","original_application_version":null,\
        "original_purchase_date":null,"subscriptions":{}\(subscriber)}\(more)}
        """
    }

    static let samples = [
        WireSample(SubscriberResponse.self, body()),
        WireSample(
            SubscriberResponse.self,
            body(
                subscriber: """
                    ,"last_seen":"2026-02-01T00:00:00Z","other_purchases":{},\
                    "subscriber_attributes":{"$email":{"value":"a@b.c","updated_at_ms":5}}
                    """)),
        // What the SDK does not read never fails an answer.
        WireSample(
            SubscriberResponse.self,
            body(subscriber: #","last_seen":"soon","other_purchases":3,"more":[]"#),
            writes: body()),
        WireSample(
            ReceiptResponse.self, body(#","purchased_products":{"c":{"should_consume":true}}"#)),
        WireSample(
            ReceiptResponse.self,
            body(
                """
                ,"attributes_error_response":{"attribute_errors":[{"key_name":"k",\
                "message":"m"}]}
                """)),
        WireSample(ReceiptResponse.self, body()),
        .refused(ReceiptResponse.self, "{}"),
        .refused(SubscriberResponse.self, #"{"request_date":"2026-06-01T12:00:00Z"}"#),
    ]

    @Test(arguments: samples)
    func `Answers are read and written as documented, or refused`(sample: WireSample) throws {
        try sample.check()
    }

    @Test func `What a short cut writes is what a coder writes, or nothing`() throws {
        var answer = SubscriberResponse(
            requestDate: Date(timeIntervalSince1970: 1_780_315_200),
            subscriber: .init(originalAppUserID: "u", firstSeen: Date(timeIntervalSince1970: 0)))
        #expect(answer.json == answer.encodedJSON)
        answer.subscriber.lastSeen = Date(timeIntervalSince1970: 1)
        #expect(answer.json == answer.encodedJSON)
        let json = String(decoding: try #require(answer.json), as: UTF8.self)
        #expect(json.contains("\"last_seen\":\"1970-01-01T00:00:01Z\""))
        answer.subscriber.otherPurchases = [:]
        #expect(answer.json == answer.encodedJSON)
        answer.subscriber.lastSeen = answer.subscriber.firstSeen
        #expect(answer.json == answer.encodedJSON)
        let both: [[String: SubscriberAttribute]] = [
            [:], ["$email": SubscriberAttribute(value: "a@b.c")],
        ]
        for attributes in both {
            answer.subscriber.subscriberAttributes = attributes
            #expect(answer.json == answer.encodedJSON)
        }
    }

    static let dates: [(text: String, written: String?)] = [
        ("2026-06-01T12:00:00Z", "2026-06-01T12:00:00Z"),
        ("2026-06-01T12:00:00.999Z", "2026-06-01T12:00:00Z"),
        ("2026-06-01T14:00:00+02:00", "2026-06-01T12:00:00Z"),
        ("2026-01-01T00:30:00+0100", "2025-12-31T23:30:00Z"),
        ("2000-02-29T23:59:59Z", "2000-02-29T23:59:59Z"),
        ("1900-02-28T23:59:59-00:01", "1900-03-01T00:00:59Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
        ("9999-12-31T23:59:59-01:00", "9999-12-31T23:59:59Z"),
        ("1900-02-29T00:00:00Z", nil), ("2026-00-01T00:00:00Z", nil),
        ("2026-04-31T00:00:00Z", nil), ("2026-01-01T23:60:00Z", nil),
        ("2026-01-01T23:59:60Z", nil), ("2026-01-01T00:00:00+24:00", nil),
        ("2026-01-01t00:00:00z", nil), (" 2026-01-01T00:00:00Z", nil),
    ]

    @Test(arguments: dates)
    func `Dates are written in whole seconds at UTC, and wrong ones refused`(
        row: (text: String, written: String?)
    ) {
        #expect(WireDate(row.text)?.text == row.written)
    }

    static let milliseconds: [(seconds: Double, written: Int64)] = [
        (0, 0), (1.5, 1_500), (-0.0005, -1), (1e30, .max), (-1e30, .min),
    ]

    @Test(arguments: milliseconds)
    func `Milliseconds are whole and never overflow`(row: (seconds: Double, written: Int64)) {
        #expect(Date(timeIntervalSince1970: row.seconds).wireMilliseconds == row.written)
    }
}
