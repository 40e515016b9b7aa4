// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// The rows of a RevenueCat scheduled export, version 5, as a large app has it: each is one
    /// period of a purchase.
    ///
    /// For each 10 rows there are 3 customers, of whom one in five has several IDs, and 3.3
    /// purchases. The rows of a purchase, and of a customer, lie far apart. The same number of rows
    /// gives the same bytes.
    struct SampleExport: SampleLines {
        let count: Int
        private let customers: Int
        private let purchases: Int
        private let stride: Int

        init(rows: Int) {
            count = rows
            customers = max(1, rows * 3 / 10)
            let purchases = max(1, rows / 3)
            self.purchases = purchases
            // A prime that does not divide the count reaches all purchases.
            stride = [2_654_435_761, 1_000_000_007].first { purchases % $0 != 0 } ?? 1
        }

        var name: String { "export-v5-\(count).csv" }

        /// All documented columns, in their order.
        let head = """
            rc_original_app_user_id,rc_last_seen_app_user_id_alias,country,country_source,\
            product_identifier,product_display_name,product_duration,start_time,end_time,\
            grace_period_end_time,effective_end_time,store,is_auto_renewable,is_trial_period,\
            is_in_intro_offer_period,is_sandbox,price_in_usd,purchase_price_in_usd,\
            takehome_percentage,tax_percentage,commission_percentage,store_transaction_id,\
            original_store_transaction_id,refunded_at,unsubscribe_detected_at,\
            billing_issues_detected_at,purchased_currency,price_in_purchased_currency,\
            purchase_price_in_purchased_currency,entitlement_identifiers,renewal_number,\
            is_trial_conversion,presented_offering,ownership_type,reserved_subscriber_attributes,\
            custom_subscriber_attributes,platform,experiment_id,experiment_variant,updated_at,\
            offer,offer_type,first_seen_time,auto_resume_time

            """

        func append(_ row: Int, to bytes: inout [UInt8]) {
            let purchase = row % purchases * stride % purchases
            let period = row / purchases
            let customer = SampleCustomer(purchase % customers)
            let facts = SampleCustomer.bits(of: purchase, 3)
            let store = Store.of[Int(facts % 20)]
            let isPromotional = store == .promotional
            let start = (purchase % 60) * 86_400 + Int(facts >> 20 % 86_400) + period * 2_592_000
            let end = start + 2_592_000
            let isLate = facts % 97 == 1
            let offset = Int(facts >> 8 & 3)

            bytes += customer.original
            bytes.append(comma)
            bytes += customer.lastSeen(in: period)
            bytes += ",\(customer.country),from_sdk,\(Self.products[offset]),,P1M,".utf8
            bytes.append(moment: start)
            bytes.append(comma)
            bytes.append(moment: end)
            bytes.append(comma)
            let grace = end + 16 * 86_400
            if isLate { bytes.append(moment: grace) }
            bytes.append(comma)
            let refunded = (facts >> 5 + UInt64(period)) % 60 == 3 ? start + 18_000 : nil
            bytes.append(moment: refunded ?? (isLate ? grace : end))
            bytes += ",\(store.rawValue),\(isPromotional ? "false" : "true"),".utf8
            bytes += (period == 0 && facts & 3 == 0 ? "true,false," : "false,false,").utf8
            bytes += (facts % 101 == 5 ? "true" : "false").utf8
            bytes += ",9.99,9.99,0.7,0.1442,0.15,".utf8
            store.append(purchase, period, to: &bytes)
            bytes.append(comma)
            store.append(purchase, 0, to: &bytes)
            bytes.append(comma)
            if let refunded { bytes.append(moment: refunded) }
            bytes.append(comma)
            if period == 2, facts % 5 == 2 { bytes.append(moment: start + 32_000) }
            bytes.append(comma)
            if isLate { bytes.append(moment: start + 64_000) }
            bytes += ",\(customer.currency),7.99,\(Self.prices[offset]),".utf8
            bytes += "\(Self.entitlements[offset]),\(period + 1),false,Default Offering,".utf8
            bytes += (facts % 61 == 7 ? "FAMILY_SHARED," : "PURCHASED,").utf8
            customer.appendReserved(to: &bytes)
            bytes.append(comma)
            customer.appendCustom(to: &bytes)
            bytes += (store == .playStore ? ",android,,," : ",iOS,,,").utf8
            bytes.append(moment: start + 24)
            bytes += ",,,".utf8
            bytes.append(moment: customer.firstSeen)
            bytes += ",\n".utf8
        }

        private var comma: UInt8 { UInt8(ascii: ",") }

        private static let products = [
            "pro_monthly", "pro_yearly", "com.example.premium.monthly", "gold:monthly",
        ]
        private static let prices = ["7.99", "59.99", "4.49", "129.00"]
        private static let entitlements = [
            "\"[\"\"pro\"\"]\"", "\"[\"\"pro\"\"]\"", "\"[\"\"pro\"\", \"\"gold\"\"]\"",
            "\"[\"\"gold\"\"]\"",
        ]
    }

    extension SampleExport {
        private enum Store: String {
            case appStore = "app_store"
            case macAppStore = "mac_app_store"
            case playStore = "play_store"
            case amazon, stripe, promotional
            case billing = "rc_billing"

            /// Of 20 purchases.
            static let of: [Store] =
                [.stripe, .amazon, .billing, .promotional, .macAppStore]
                + [Store](repeating: .playStore, count: 6)
                + [Store](repeating: .appStore, count: 9)

            /// The transaction of a period; of the first one that of the purchase.
            func append(_ purchase: Int, _ period: Int, to bytes: inout [UInt8]) {
                switch self {
                case .appStore, .macAppStore:
                    bytes += String(200_000_000_000_000 + purchase * 8 + period).utf8
                case .playStore:
                    let number = String(10_000_000_000_000_000 + purchase * 16_777_259)
                    bytes += "GPA.".utf8
                    for (offset, digit) in number.utf8.enumerated() {
                        if offset > 0, offset % 4 == 0, offset < 13 {
                            bytes.append(UInt8(ascii: "-"))
                        }
                        bytes.append(digit)
                    }
                    if period > 0 { bytes += "..\(period - 1)".utf8 }
                case .stripe:
                    bytes += "sub_1O\(purchase)QjW".utf8
                case .amazon, .billing, .promotional:
                    bytes += "\(rawValue)_\(purchase * 8 + period)".utf8
                }
            }
        }
    }
#endif
