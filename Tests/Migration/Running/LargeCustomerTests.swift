// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Foundation
import Testing

/// Customers with very many purchases, and very many transfers.
///
/// Eight times as much may take eight times as long; what grows with the square of it takes sixty-four
/// times as long. Between the two there is room for a machine that is busy.
@Suite(.serialized) struct LargeCustomerTests {
    private static let most = 22.0

    /// Tells files apart by their lengths alone, so that the time is not that of hashes.
    private struct Lengths: Hashing {
        struct Digest: ByteDigest {
            private var count = 0

            mutating func update(_ bytes: Span<UInt8>) { count += bytes.count }

            func finish() -> [UInt8] { (0..<32).map { UInt8(truncatingIfNeeded: count >> $0) } }
        }

        func sha256(_ bytes: [UInt8]) -> [UInt8] {
            Array((bytes + Array(repeating: 0, count: 32)).prefix(32))
        }

        func makeDigest() -> any ByteDigest { Digest() }
    }

    /// How much longer eight times as much takes.
    private func ratio(of few: Int, _ run: (Int) throws -> Duration) rethrows -> Double {
        let least = try (0..<2).map { _ in try run(few) }.min() ?? .zero
        let most = try (0..<2).map { _ in try run(few * 8) }.min() ?? .zero
        return most / least
    }

    private func compare(
        _ few: Int, to target: String, _ text: (Int) -> String
    ) throws -> (plan: Double, verify: Double) {
        let folders = [few: TemporaryFolder(), few * 8: TemporaryFolder()]
        let inputs = [few: TemporaryFolder(), few * 8: TemporaryFolder()]
        for (count, folder) in inputs {
            try FileManager.default.createDirectory(
                atPath: folder.path, withIntermediateDirectories: true)
            try text(count).write(
                toFile: "\(folder.path)/export", atomically: true, encoding: .utf8)
        }
        func folder(_ count: Int) throws -> TemporaryFolder { try #require(folders[count]) }
        let plan = try ratio(of: few) { count in
            let input = try Input.file("\(#require(inputs[count]).path)/export")
            var migration = try Migration(
                from: "revenuecat", to: target, hashing: Lengths(), mappings: mappings())
            migration.threads = 2
            return try ContinuousClock().measure {
                _ = try migration.plan([input], into: folder(count).path)
            }
        }
        // The inputs are read again.
        let verify = try withExtendedLifetime(inputs) {
            try ratio(of: few) { count in
                try ContinuousClock().measure {
                    let report = try Migration.verify(
                        folder(count).path, hashing: Lengths(), mappings: mappings())
                    #expect(report.unexplained == 0 && report.readAgain == report.ids)
                }
            }
        }
        return (plan, verify)
    }

    @Test(arguments: ["nami", "purchasely", "qonversion"])
    func `Purchases of one ID take time in proportion to their number`(target: String) throws {
        let (plan, verify) = try compare(500, to: target) { count in
            let columns = [
                "rc_original_app_user_id", "rc_last_seen_app_user_id_alias", "product_identifier",
                "start_time", "end_time", "effective_end_time", "store", "is_auto_renewable",
                "is_trial_period", "is_in_intro_offer_period", "is_sandbox", "store_transaction_id",
                "original_store_transaction_id", "refunded_at", "entitlement_identifiers",
                "renewal_number", "ownership_type", "updated_at",
            ]
            return columns.joined(separator: ",") + "\n"
                + (0..<count).map { number in
                    "035b30e2-faf4-462d-aec3-caa0fbe26c49,"
                        + "035b30e2-faf4-462d-aec3-caa0fbe26c49,pro_\(number % 9),2026-09-20 08:00:00,"
                        + "2026-12-20 08:00:00,2026-12-20 08:00:00,app_store,true,false,false,false,"
                        + "\(number),\(number),,\"[\"\"pro\(number % 7)\"\"]\",1,PURCHASED,"
                        + "2026-11-18 05:00:00\n"
                }.joined()
        }
        #expect(plan < Self.most)
        #expect(verify < Self.most)
    }

    @Test(arguments: [false, true])
    func `Transfers take time in proportion to their number`(areOfOne: Bool) throws {
        let (plan, verify) = try compare(300, to: "qonversion") { count in
            let start = 1_790_000_000_000
            let bought = (0..<count).map { number in
                #"{"api_version":"1.0","event":{"event_timestamp_ms":\#(start + number),"#
                    + #""type":"INITIAL_PURCHASE","id":"p\#(number)","app_user_id":"user_number_\#(number)","#
                    + #""original_app_user_id":"user_number_\#(number)","product_id":"pro","#
                    + #""purchased_at_ms":\#(start + number),"expiration_at_ms":1799000000000,"#
                    + #""environment":"PRODUCTION","entitlement_ids":["pro"],"store":"APP_STORE","#
                    + #""transaction_id":"t\#(number)","original_transaction_id":"t\#(number)"}}"#
            }
            let moved = (0..<count).map { number in
                let from = areOfOne ? 0 : number
                let to = areOfOne ? number : (number * 7_919 + 1) % count
                return
                    #"{"api_version":"1.0","event":{"event_timestamp_ms":\#(start + count + number),"#
                    + #""type":"TRANSFER","id":"m\#(number)","store":"APP_STORE","#
                    + #""environment":"PRODUCTION","transferred_from":["user_number_\#(from)"],"#
                    + #""transferred_to":["user_number_\#(to)"]}}"#
            }
            return (bought + moved).joined(separator: "\n") + "\n"
        }
        #expect(plan < Self.most)
        #expect(verify < Self.most)
    }
}
