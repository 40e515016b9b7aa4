// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// Webhook events of RevenueCat as JSON lines, as a backend keeps them: of the kinds and with the
    /// fields of the documented samples, whose values differ from line to line.
    struct SampleEvents: SampleLines {
        /// A line is about as long.
        static let averageBytes = 1_010

        let count: Int
        private let customers: Int

        init(bytes: Int) {
            count = max(1, bytes / SampleEvents.averageBytes)
            customers = max(1, count / 5)
        }

        var name: String { "webhooks-\(count).jsonl" }

        let head = ""

        private static let stores = [
            "APP_STORE", "PLAY_STORE", "APP_STORE", "STRIPE", "APP_STORE", "PLAY_STORE", "AMAZON",
            "RC_BILLING",
        ]
        private static let prices = [
            "7.99", "59.99", "4.490", "129", "0", "1.2e1", "-7.99", "0.99",
        ]

        func append(_ line: Int, to bytes: inout [UInt8]) {
            let number = line &* 7_919 % customers
            let customer = SampleCustomer(number)
            let bits = SampleCustomer.bits(of: line, 4)
            let sent = 1_780_272_000_000 + line * 911
            let purchased = sent - 2_592_000_000 + Int(bits >> 40)
            let transaction = 200_000_000_000_000 + number * 64
            let (type, more) = kind(bits, sent)

            bytes +=
                "{\"event\":{\"event_timestamp_ms\":\(sent),\"type\":\"\(type)\",\"id\":\"".utf8
            let start = bytes.count
            bytes.append(digits: SampleCustomer.bits(of: line, 5))
            bytes.append(digits: bits)
            for offset in [8, 13, 18, 23] { bytes.insert(UInt8(ascii: "-"), at: start + offset) }
            bytes += "\",\"app_id\":\"app1a2b3c4d\",\"app_user_id\":\"".utf8
            bytes += customer.lastSeen(in: 0)
            bytes += "\",\"original_app_user_id\":\"".utf8
            bytes += customer.original
            bytes += "\",\"aliases\":[".utf8
            for (offset, id) in customer.all.enumerated() {
                bytes += (offset == 0 ? "\"" : ",\"").utf8
                bytes += id
                bytes.append(UInt8(ascii: "\""))
            }
            bytes += "],\"product_id\":\"\(bits & 8 == 0 ? "pro_monthly" : "gold:yearly")\",".utf8
            bytes += "\"period_type\":\"\(bits & 48 == 0 ? "TRIAL" : "NORMAL")\",".utf8
            bytes += "\"purchased_at_ms\":\(purchased),".utf8
            bytes += "\"expiration_at_ms\":\(purchased + 2_678_400_000),".utf8
            bytes += "\"environment\":\"PRODUCTION\",\"entitlement_id\":null,".utf8
            bytes += "\"entitlement_ids\":[\"pro\"\(bits & 8 == 0 ? "" : ",\"gold\"")],".utf8
            bytes += "\"presented_offering_id\":null,".utf8
            bytes += "\"transaction_id\":\"\(transaction + line / customers)\",".utf8
            bytes +=
                "\"original_transaction_id\":\"\(transaction)\",\"is_family_share\":false,".utf8
            bytes += "\"country_code\":\"\(customer.country)\",".utf8
            bytes += "\"currency\":\"\(customer.currency)\",\"price\":9.99,".utf8
            let price = Self.prices[Int(bits >> 6 & 7)]
            bytes += "\"price_in_purchased_currency\":\(price),\"subscriber_attributes\":{".utf8
            if bits & 3 != 0 { appendAttributes(number, bits, to: &bytes) }
            bytes += "},\"store\":\"\(Self.stores[number & 7])\",\"takehome_percentage\":0.7,".utf8
            bytes += "\"tax_percentage\":0.1,\"commission_percentage\":0.3,".utf8
            bytes += "\"offer_code\":null\(more)},\"api_version\":\"1.0\"}\n".utf8
        }

        /// What has happened, and what such an event has besides.
        private func kind(_ bits: UInt64, _ sent: Int) -> (String, String) {
            switch bits >> 10 & 15 {
            case 0, 1, 2: ("INITIAL_PURCHASE", "")
            case 3: ("CANCELLATION", ",\"cancel_reason\":\"UNSUBSCRIBE\"")
            case 4: ("UNCANCELLATION", "")
            case 5: ("EXPIRATION", ",\"expiration_reason\":\"BILLING_ERROR\"")
            case 6: ("BILLING_ISSUE", ",\"grace_period_expiration_at_ms\":\(sent + 1_382_400_000)")
            case 7: ("PRODUCT_CHANGE", ",\"new_product_id\":\"pro_yearly\"")
            default: ("RENEWAL", ",\"is_trial_conversion\":false,\"renewal_number\":\(bits & 31)")
            }
        }

        private func appendAttributes(_ number: Int, _ bits: UInt64, to bytes: inout [UInt8]) {
            bytes += "\"$email\":{\"updated_at_ms\":1780000000000,".utf8
            bytes += "\"value\":\"user\(number)@mail.example\"}".utf8
            guard bits & 1 == 0 else { return }
            bytes += ",\"$displayName\":{\"updated_at_ms\":1780000000000,".utf8
            bytes += "\"value\":\"Zo\\u00eb \\\"Z\\\" \\ud83d\\ude00 名前 \(number)\"}".utf8
        }
    }
#endif
