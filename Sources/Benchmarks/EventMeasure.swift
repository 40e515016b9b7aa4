// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymInput
    import AllonymMigration
    import ArgumentParser
    import Foundation

    /// How fast webhook events become records, on one core, beside Foundation's two readers of JSON
    /// on the first lines of the same file.
    struct EventMeasure {
        private let readers: [FormatReader]
        private let rounds: Int
        /// Megabytes a second, of all bytes of the lines.
        private static let least = 250.0
        /// Foundation gets so many bytes.
        private static let peerBytes = 20_000_000

        init(_ mappings: Mappings, rounds: Int) throws {
            guard let formats = mappings.formats["revenuecat"] else {
                throw ValidationError("There are no formats of RevenueCat.")
            }
            readers = formats.readers
            self.rounds = rounds
        }

        func measure(
            _ folder: SampleFolder, megabytes: Int, _ floors: inout Floors
        ) throws {
            let sample = SampleEvents(bytes: megabytes * 1_000_000)
            let file = try folder.file(sample)
            let lines = try Self.firstLines(of: file.path)
            let peerBytes = lines.reduce(0) { $0 + $1.count + 1 }
            var (own, decoder, serialization) = ([Double](), [Double](), [Double]())
            for _ in 0..<rounds {
                var records = 0
                let time = try Self.seconds { records = try scan(file.path) }
                floors.note("a record for each event", holds: records == sample.count)
                own.append(Double(file.bytes) / time / 1e6)
                let decoded = try Self.seconds { try Self.decode(lines) }
                decoder.append(Double(peerBytes) / decoded / 1e6)
                let parsed = try Self.seconds {
                    for line in lines { _ = try JSONSerialization.jsonObject(with: line) }
                }
                serialization.append(Double(peerBytes) / parsed / 1e6)
            }
            print("\n\(sample.count.grouped) events, \(file.bytes / 1_000_000) MB, one core")
            print("allonym, records:".padding(28), "\(Int(own.median)) MB/s")
            for (name, speeds) in [
                ("Foundation, JSONDecoder:", decoder),
                ("Foundation, JSONSerialization:", serialization),
            ] {
                print(
                    name.padding(28), "\(Int(speeds.median)) MB/s; allonym is",
                    "\((own.median / speeds.median).rounded(places: 1)) times as fast")
            }
            floors.note("MB/s of events", speed: own.median, floor: Self.least)
            folder.release(sample)
        }

        /// The processor's time, which is that of one core, however busy the machine is.
        private static func seconds(of work: () throws -> Void) rethrows -> Double {
            let start = clock()
            try work()
            return Double(clock() - start) / Double(CLOCKS_PER_SEC)
        }

        private func scan(_ path: String) throws -> Int {
            var count = 0
            _ = try Scan(readers, threads: 1).run([.file(path)]) { count += $0.count }
            return count
        }

        private static func firstLines(of path: String) throws -> [Data] {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let data = try handle.read(upToCount: peerBytes) ?? Data()
            try handle.close()
            let lines = data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
            return data.last == UInt8(ascii: "\n") ? lines : lines.dropLast()
        }

        private static func decode(_ lines: [Data]) throws {
            let decoder = JSONDecoder()
            for line in lines { _ = try decoder.decode(Envelope.self, from: line) }
        }

        /// What the format's reader takes of an event, as somebody would write it down by hand.
        private struct Envelope: Decodable {
            var event: Event

            struct Event: Decodable {
                var id: String
                var type: String
                var eventTimestampMs: Int64
                var appUserID: String?
                var originalAppUserID: String?
                var aliases: [String]?
                var productID: String?
                var periodType: String?
                var purchasedAtMs: Int64?
                var expirationAtMs: Int64?
                var gracePeriodExpirationAtMs: Int64?
                var environment: String?
                var entitlementIDs: [String]?
                var transactionID: String?
                var originalTransactionID: String?
                var isFamilyShare: Bool?
                var countryCode: String?
                var currency: String?
                var price: Decimal?
                var renewalNumber: Int?
                var store: String?
                var attributes: [String: Attribute]?

                private enum CodingKeys: String, CodingKey {
                    case id, type, aliases, environment, currency, store
                    case eventTimestampMs = "event_timestamp_ms"
                    case appUserID = "app_user_id"
                    case originalAppUserID = "original_app_user_id"
                    case productID = "product_id"
                    case periodType = "period_type"
                    case purchasedAtMs = "purchased_at_ms"
                    case expirationAtMs = "expiration_at_ms"
                    case gracePeriodExpirationAtMs = "grace_period_expiration_at_ms"
                    case entitlementIDs = "entitlement_ids"
                    case transactionID = "transaction_id"
                    case originalTransactionID = "original_transaction_id"
                    case isFamilyShare = "is_family_share"
                    case countryCode = "country_code"
                    case price = "price_in_purchased_currency"
                    case renewalNumber = "renewal_number"
                    case attributes = "subscriber_attributes"
                }
            }

            struct Attribute: Decodable {
                var value: String
            }
        }
    }
#endif
