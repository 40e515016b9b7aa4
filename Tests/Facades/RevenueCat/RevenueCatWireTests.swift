// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCatFacade
import Testing

/// REST v1's answer, read and written.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse and its
/// tests), read 2026-11-21.
@Suite struct RevenueCatWireTests {
    /// Parts of an answer, to be left out or replaced.
    private struct Body {
        var requestDate: String? = "\"2026-06-01T12:00:00Z\""
        var id: String? = "\"u1\""
        var firstSeen: String? = "\"2026-01-01T12:00:00Z\""
        var more: [String: String] = [:]

        var json: String {
            let members: [String: String?] = ["original_app_user_id": id, "first_seen": firstSeen]
            let all = members.compactMapValues { $0 }.merging(more) { $1 }
            let subscriber = all.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
            let date = requestDate.map { "\"request_date\": \($0), " } ?? ""
            return "{\(date)\"subscriber\": {\(subscriber)}}"
        }
    }

    private func decode(_ body: Body) throws -> CustomerInfo {
        try JSONDecoder().decode(CustomerInfo.self, from: Data(body.json.utf8))
    }

    // MARK: What has to be there, and what may be wrong

    @Test func `Three members are required, maps are not`() throws {
        let info = try decode(Body())
        #expect(info.originalAppUserId == "u1")
        #expect(info.entitlements.all.isEmpty)
        #expect(info.activeSubscriptions.isEmpty)
        #expect(info.nonSubscriptions.isEmpty)
        #expect(info.managementURL == nil)
        #expect(info.originalPurchaseDate == nil)
        #expect(info.originalApplicationVersion == nil)
        for body in [Body(requestDate: nil), Body(id: nil), Body(firstSeen: nil)] {
            #expect(throws: ErrorCode.customerInfoError) { try decode(body) }
        }
    }

    static let dates: [(text: String, seconds: Double?)] = [
        ("2026-06-01T12:00:00Z", 1_780_315_200), ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59Z", -1), ("2024-02-29T00:00:00Z", 1_709_164_800),
        ("2026-06-01T12:00:00.250Z", 1_780_315_200.25),
        ("2026-06-01T14:00:00+02:00", 1_780_315_200),
        ("2026-06-01T10:30:00-0130", 1_780_315_200), ("2223-01-01T00:00:00Z", 7_983_878_400),
        ("2023-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil),
        ("2026-06-01 12:00:00", nil), ("2026-06-01T12:00:00", nil), ("2026-06-01", nil),
        ("2026-06-01T24:00:00Z", nil), ("2026-06-01T12:00:00.Z", nil), ("", nil), ("soon", nil),
        ("2026-06-01T12:00:00ZZ", nil), ("٢٠٢٦-06-01T12:00:00Z", nil),
    ]

    @Test(arguments: dates)
    func `Dates are ISO 8601`(row: (text: String, seconds: Double?)) throws {
        let body = Body(requestDate: "\"\(row.text)\"")
        guard let seconds = row.seconds else {
            #expect(throws: ErrorCode.customerInfoError) { try decode(body) }
            return
        }
        #expect(try decode(body).requestDate.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "\"purchase_date\": \"soon\"", "\"store\": \"app_store\"",
        "\"purchase_date\": \"2026-01-01T12:00:00Z\", \"expires_date\": \"never\"",
        "\"purchase_date\": \"2026-01-01T12:00:00Z\", \"refunded_at\": 17",
    ])
    func `A bad date inside a subscription fails the whole answer`(members: String) {
        let body = Body(more: ["subscriptions": "{\"monthly\": {\(members)}}"])
        #expect(throws: ErrorCode.customerInfoError) { try decode(body) }
    }

    @Test func `Names that are not known, and are no text, become defaults`() throws {
        let info = try decode(
            Body(more: [
                "subscriptions": """
                {"a": {"purchase_date": "2026-01-01T12:00:00Z", "store": "corner_shop",
                  "period_type": "eternal", "ownership_type": "STOLEN"},
                 "b": {"purchase_date": "2026-01-01T12:00:00Z", "store": 5,
                  "period_type": null, "ownership_type": {}}}
                """
            ]))
        for subscription in info.subscriptionsByProductIdentifier.values {
            #expect(subscription.store == .unknownStore)
            #expect(subscription.periodType == .normal)
            #expect(!subscription.isSandbox)
        }
        let subscriptions = info.subscriptionsByProductIdentifier
        #expect(subscriptions["a"]?.ownershipType == .unknown)
        #expect(subscriptions["b"]?.ownershipType == .purchased)
        #expect(info.subscriptionsByProductIdentifier.count == 2)
    }

    @Test(arguments: [
        ("\"https://apps.apple.com/account/subscriptions\"", true), ("\"\"", false),
        ("\"this is no address\"", false), ("17", false), ("null", false),
    ])
    func `An invalid address is none`(url: String, isTaken: Bool) throws {
        let info = try decode(Body(more: ["management_url": url]))
        #expect((info.managementURL != nil) == isTaken)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{}", "{\"request_date\": 5}", "{\"subscriber\": []}",
        "{\"request_date\": \"2026-06-01T12:00:00Z\", \"subscriber\": {\"entitlements\": 5}}",
    ])
    func `What is no answer is an error`(json: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(CustomerInfo.self, from: Data(json.utf8))
        }
    }

    // MARK: Round trips

    /// An answer as the server writes it, with sorted keys.
    static let answer = """
        {"request_date":"2026-06-01T12:00:00Z","request_date_ms":1780315200000,"subscriber":{\
        "entitlements":{"pro":{"expires_date":"2026-07-01T12:00:00Z",\
        "grace_period_expires_date":null,"product_identifier":"monthly",\
        "purchase_date":"2026-06-01T12:00:00Z"}},"first_seen":"2026-01-01T12:00:00Z",\
        "management_url":"https://apps.apple.com/account/subscriptions",\
        "non_subscriptions":{"coins":[{"display_name":"Coins","id":"rc1","is_sandbox":false,\
        "original_purchase_date":"2026-05-01T12:00:00Z","price":{"amount":0.99,\
        "currency":"USD"},"purchase_date":"2026-05-01T12:00:00Z","store":"app_store",\
        "store_transaction_id":"1"}]},"original_app_user_id":"$RCAnonymousID:1df42e73e8ff4c36",\
        "original_application_version":null,"original_purchase_date":null,\
        "subscriptions":{"monthly":{"auto_resume_date":null,"billing_issues_detected_at":null,\
        "display_name":"Monthly","expires_date":"2026-07-01T12:00:00Z",\
        "grace_period_expires_date":null,"is_sandbox":false,\
        "original_purchase_date":"2026-06-01T12:00:00Z","ownership_type":"PURCHASED",\
        "period_type":"trial","price":{"amount":9.99,"currency":"USD"},\
        "purchase_date":"2026-06-01T12:00:00Z","refunded_at":null,"store":"app_store",\
        "store_transaction_id":"2","unsubscribe_detected_at":null}}}}
        """

    private func encode(_ info: CustomerInfo) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(info), as: UTF8.self)
    }

    @Test func `An answer is written as it was read`() throws {
        let info = try JSONDecoder().decode(CustomerInfo.self, from: Data(Self.answer.utf8))
        #expect(try encode(info) == Self.answer)
        #expect(info.entitlements["pro"]?.periodType == .trial)
        let again = try JSONDecoder().decode(
            CustomerInfo.self, from: Data(try encode(info).utf8))
        #expect(again == info)
    }

    @Test func `What was read is there as raw data, with what the SDK does not know`() throws {
        let info = try decode(
            Body(more: [
                "entitlements": """
                {"pro": {"product_identifier": "monthly", "expires_date": null, "x": [1, 2.5]}}
                """,
                "subscriptions": "{\"monthly\": {\"purchase_date\": \"2026-01-01T12:00:00Z\"}}",
                "colour": "\"green\"",
            ]))
        let subscriber = info.rawData["subscriber"] as? [String: Any]
        #expect(subscriber?["colour"] as? String == "green")
        let pro = info.entitlements["pro"]?.rawData
        #expect(pro?["product_identifier"] as? String == "monthly")
        #expect((pro?["x"] as? [Any])?.count == 2)
        #expect(pro?["expires_date"] is NSNull)
    }

    @Test(arguments: [
        "u1", "$RCAnonymousID:1df42e73e8ff4c36a19bc5b4d8ed7a1f", "a \"quoted\" one", "back\\slash",
        "é", "line\nend", "\u{1F600}", "tab\t",
    ])
    func `The short way to write a customer without purchases writes the same`(id: String) throws {
        let text = String(decoding: try JSONEncoder().encode(id), as: UTF8.self)
        let info = try decode(Body(id: text))
        #expect(info.originalAppUserId == id)
        #expect(info.json == (try encode(info)))
    }

    @Test func `Dates are read and written as Foundation does`() throws {
        var seconds = -3_000_000_000.0
        var generator = SystemRandomNumberGenerator()
        while seconds < 8_000_000_000 {
            let date = Date(timeIntervalSince1970: seconds)
            let text = ISO8601DateFormatter().string(from: date)
            let info = try decode(Body(requestDate: "\"\(text)\""))
            #expect(info.requestDate == date)
            #expect(try encode(info).contains("\"request_date\":\"\(text)\""))
            seconds += (Double.random(in: 1...60_000_000, using: &generator)).rounded()
        }
    }
}
