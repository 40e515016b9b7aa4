// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import ArgumentParser
    import AsyncHTTPClient
    import Foundation

    // How fast webhooks are delivered: those of a month that goes by at once, and those of purchases
    // while they are made.

    @available(macOS 15, *)
    extension ServeBenchmark {
        /// Deliveries a second, where there is nothing else to do.
        private static let leastDeliveries = 1_500.0

        func measureWebhooks(
            _ tool: String, _ own: String, _ folder: URL, _ floors: inout Floors
        ) async throws {
            let receiver = try Receiver(own)
            try await measureRenewals(tool, receiver, folder, &floors)
            try await measurePurchases(tool, receiver, folder, &floors)
        }

        /// Counts what comes to it.
        private struct Receiver {
            let server: ServerUnderLoad

            init(_ own: String) throws { server = try ServerUnderLoad(own, ["fixed-bytes"]) }

            var count: Int {
                get async throws {
                    Int(String(decoding: try await server.get("/count"), as: UTF8.self)) ?? 0
                }
            }

            /// Waits until nothing has come for two seconds.
            ///
            /// - Returns: How many have come in all, and when the last did: that counts, not when
            ///   somebody looked.
            func last() async throws -> (count: Int, instant: ContinuousClock.Instant) {
                var last = (count: try await count, instant: ContinuousClock.now)
                while ContinuousClock.now - last.instant < .seconds(2) {
                    let known = try await count
                    if known > last.count { last = (known, ContinuousClock.now) }
                    try await Task.sleep(for: .milliseconds(20))
                }
                return last
            }
        }

        /// Moves the clock by a month at a time, in which everybody's purchase renews.
        private func measureRenewals(
            _ tool: String, _ receiver: Receiver, _ folder: URL, _ floors: inout Floors
        ) async throws {
            // A thousand take long enough to be measured; a hundredth of a million is ten thousand.
            let buyers = max(1_000, customers / 100)
            let arguments = try project("renewals", in: folder, webhook: receiver.server.address)
            try await fill("renewals", buyers, in: folder, buying: "month")
            let server = try ServerUnderLoad(tool, arguments)
            _ = try await server.post("/allonym/v1/clock", #"{"freeze":true}"#, key: "ak")
            var before = try await receiver.last().count
            var speeds: [Double] = []
            for _ in 0..<rounds {
                _ = try await server.post(
                    "/allonym/v1/clock", #"{"advance":"P1M"}"#, key: "ak")
                let (during, moved) = (try await receiver.count, ContinuousClock.now)
                let last = try await receiver.last()
                floors.note("renewals that were not told", holds: last.count - before >= buyers)
                speeds.append(Double(last.count - during) / (last.instant - moved).seconds)
                before = last.count
            }
            print(
                "webhooks of a month's renewals:".padding(34),
                "\(Int(speeds.median).grouped) deliveries/s to a local receiver,",
                "after \(buyers.grouped) renewals at once")
            floors.note("webhooks", speed: speeds.median, floor: Self.leastDeliveries)
        }

        /// Buys for some seconds.
        ///
        /// Load, server and receiver share the cores, so that there is no floor.
        private func measurePurchases(
            _ tool: String, _ receiver: Receiver, _ folder: URL, _ floors: inout Floors
        ) async throws {
            let server = try ServerUnderLoad(
                tool, try project("webhooks", in: folder, webhook: receiver.server.address))
            var (speeds, purchases): ([Double], [Double]) = ([], [])
            for round in 0..<rounds {
                let buy = """
                    local number = \(round * 1_000_000)
                    function request()
                        number = number + 1
                        local body = string.format('{"app_user_id":"buyer-%d",'
                            .. '"fetch_token":"test_%d_%d","product_id":"month"}',
                            number, 1000 + number, number)
                        return wrk.format("POST", "/v1/receipts", {["Authorization"] = "Bearer pk",
                            ["X-Platform"] = "web"}, body)
                    end
                    """
                let (before, start) = (try await receiver.count, ContinuousClock.now)
                guard let run = try LoadRun(buy, at: server.address, seconds: seconds) else {
                    throw ValidationError("wrk is gone.")
                }
                floors.note("purchases that were not answered", holds: run.failures == 0)
                let last = try await receiver.last()
                purchases.append(run.callsPerSecond)
                speeds.append(Double(last.count - before) / (last.instant - start).seconds)
            }
            print(
                "webhooks beside their purchases:".padding(34),
                "\(Int(speeds.median).grouped) deliveries/s, from the first purchase to the last",
                "delivery, \(Int(purchases.median).grouped) purchases/s")
        }
    }
#endif
