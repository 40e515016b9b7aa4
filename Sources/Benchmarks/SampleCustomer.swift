// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// A customer of the samples that migrating is measured with, known by a number alone.
    ///
    /// Of a hundred customers 20 have an anonymous ID and a custom one, 5 of them another custom one;
    /// 30 have an anonymous ID only, 30 a UUID, 20 another text. Of a hundred thousand two have an
    /// ID that every provider blocks.
    struct SampleCustomer {
        private let number: Int
        private let high: UInt64
        private let low: UInt64

        init(_ number: Int) {
            self.number = number
            high = SampleCustomer.bits(of: number, 1)
            low = SampleCustomer.bits(of: number, 2)
        }

        /// Bits that look random, of a number and a purpose.
        static func bits(of number: Int, _ purpose: UInt64) -> UInt64 {
            var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ purpose &* 0xD6E8_FEB8_6659_FD93
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }

        private var kind: Int { number % 100 }
        private var isBlocked: Bool { number % 50_000 == 77 }

        // MARK: - IDs

        /// The ID that the customer had first.
        var original: [UInt8] {
            if isBlocked { return Self.blocked[number / 50_000 % Self.blocked.count] }
            return kind < 50 ? anonymous : custom
        }

        /// The ID that the customer had last when a period began.
        func lastSeen(in period: Int) -> [UInt8] {
            if kind < 5, period == 1 { return Array("account-\(number)".utf8) }
            return kind < 20 ? custom : original
        }

        /// All IDs.
        var all: [[UInt8]] {
            var all = [original]
            for period in 0..<2 where !all.contains(lastSeen(in: period)) {
                all.append(lastSeen(in: period))
            }
            return all
        }

        private var anonymous: [UInt8] {
            var bytes = Array("$RCAnonymousID:".utf8)
            bytes.append(digits: high)
            bytes.append(digits: low)
            return bytes
        }

        private var custom: [UInt8] {
            switch kind {
            case 80..<90: return Array(String(100_000 + number).utf8)
            case 90..<95: return Array("user\(number)@mail.example".utf8)
            case 95...: return Array("customer_\(number)".utf8)
            default:
                var bytes: [UInt8] = []
                bytes.append(digits: low)
                bytes.append(digits: high)
                (bytes[12], bytes[16]) = (UInt8(ascii: "4"), UInt8(ascii: "a"))
                for offset in [8, 13, 18, 23] { bytes.insert(UInt8(ascii: "-"), at: offset) }
                return bytes
            }
        }

        private static let blocked = ["null", "guest", "anonymous", "undefined", "no_user", "0"]
            .map { Array($0.utf8) }

        // MARK: - Facts

        var country: String { Self.countries[Int(high & 7)] }
        var currency: String { Self.currencies[Int(high & 7)] }

        private static let countries = ["US", "GB", "DE", "FR", "JP", "BR", "IN", "SE"]
        private static let currencies = ["USD", "GBP", "EUR", "EUR", "JPY", "BRL", "INR", "SEK"]

        /// When the customer was there first, in seconds of the samples; before any purchase.
        var firstSeen: Int { -Int(low % 15_000_000) - 1 }

        /// Attributes as a cell of an export.
        func appendReserved(to bytes: inout [UInt8]) {
            guard low % 3 == 0 else { return }
            bytes += "\"{\"\"$email\"\": {\"\"value\"\": \"\"user\(number)@mail.example\"\", ".utf8
            bytes += "\"\"updated_at_ms\"\": 1790000000000}}\"".utf8
        }

        /// Attributes as a cell of an export.
        func appendCustom(to bytes: inout [UInt8]) {
            guard low % 10 == 0 else { return }
            bytes += "\"{\"\"level\"\": {\"\"value\"\": \"\"\(number % 90)\"\", ".utf8
            bytes += "\"\"updated_at_ms\"\": 1790000000000}}\"".utf8
        }
    }

    extension [UInt8] {
        /// Adds 16 hexadecimal digits.
        mutating func append(digits bits: UInt64) {
            for shift in Swift.stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(bits >> shift & 15)
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
            }
        }

        /// Adds a moment, in seconds since 1 June 2026, as exports write it.
        mutating func append(moment: Int) {
            let second = moment + 20_605 * 86_400
            let time = second % 86_400
            // Howard Hinnant, http://howardhinnant.github.io/date_algorithms.html, civil_from_days.
            let days = second / 86_400 + 719_468
            let era = days / 146_097
            let ofEra = days % 146_097
            let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
            let ofYear = ofEra - (365 * year + year / 4 - year / 100)
            let part = (5 * ofYear + 2) / 153
            let month = part < 10 ? part + 3 : part - 9
            let number = year + era * 400 + (month <= 2 ? 1 : 0)
            append(two: number / 100)
            append(two: number % 100)
            append(UInt8(ascii: "-"))
            append(two: month)
            append(UInt8(ascii: "-"))
            append(two: ofYear - (153 * part + 2) / 5 + 1)
            append(UInt8(ascii: " "))
            append(two: time / 3600)
            append(UInt8(ascii: ":"))
            append(two: time / 60 % 60)
            append(UInt8(ascii: ":"))
            append(two: time % 60)
        }

        private mutating func append(two number: Int) {
            append(UInt8(ascii: "0") + UInt8(number / 10))
            append(UInt8(ascii: "0") + UInt8(number % 10))
        }
    }
#endif
