// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1

    // One try of a webhook, and what follows from it.

    extension Deliverer {
        /// Says what becomes of a delivery after a try, made at a date.
        func settle(
            _ delivery: inout Delivery, _ isTaken: Bool, _ profile: DeliveryProfile?, _ date: Date
        ) {
            if isTaken {
                delivery.state = .delivered
            } else if let pause = profile?.pauseSeconds(afterTries: delivery.tries) {
                delivery.due = date.addingTimeInterval(TimeInterval(pause)).milliseconds
            } else {
                delivery.state = .failed
            }
        }

        /// Sends a request, and notes when, how long it took and what was answered.
        ///
        /// - Parameters:
        ///   - delivery: What is sent.
        ///   - endpoint: Where it is sent.
        ///   - date: When, by the project's clock.
        ///   - isFailing: Whether the answer counts as 500 in any case.
        /// - Returns: Whether it was accepted; nil where it was cut off, which counts as none.
        func attempt(
            _ delivery: inout Delivery, _ endpoint: Endpoint, at date: Date,
            failing isFailing: Bool = false
        ) async -> Bool? {
            let start = ContinuousClock.now
            guard var outcome = await request(delivery, endpoint) else { return nil }
            let duration = (ContinuousClock.now - start) / .milliseconds(1)
            if isFailing, outcome.isTaken { outcome = (false, "500 on demand") }
            delivery.answer = outcome.answer
            delivery.add(
                Delivery.Attempt(
                    time: date.milliseconds, milliseconds: Int(duration.rounded()),
                    answer: outcome.answer),
                keeping: profiles[endpoint.form]?.mostAttempts ?? 1)
            return outcome.isTaken
        }

        private func request(
            _ delivery: Delivery, _ endpoint: Endpoint
        ) async -> (isTaken: Bool, answer: String)? {
            let profile = profiles[endpoint.form]
            do {
                try await WebhookTarget.check(endpoint)
                var request = HTTPClientRequest(url: endpoint.url)
                request.method = .POST
                request.headers.add(name: "User-Agent", value: "allonym")
                let timestamp = String(Int(Date().timeIntervalSince1970))
                let headers = profile.map { profile in
                    WebhookHeaders(profile).all(
                        of: delivery.body, authorization: endpoint.authorization,
                        secrets: endpoint.secrets, timestamp: timestamp)
                }
                for (name, value) in headers ?? [] { request.headers.add(name: name, value: value) }
                request.body = .bytes(ByteBuffer(bytes: delivery.body))
                let status = try await status(
                    of: request, within: profile?.timeoutSeconds ?? 60)
                return (profile?.isSuccess(status) ?? (200..<300).contains(status), "\(status)")
            } catch {
                return Task.isCancelled ? nil : (false, "\(error)")
            }
        }

        /// The status of the answer to a request, once all of the answer is there.
        ///
        /// The client's own limit ends with the head of an answer, so this one is kept beside it.
        private func status(
            of request: HTTPClientRequest, within seconds: Int
        ) async throws -> Int {
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    let response = try await client.execute(
                        request, timeout: .seconds(Int64(seconds)))
                    // What else it says is of no use, but the connection is once it is read.
                    do {
                        _ = try await response.body.collect(upTo: 1 << 16)
                    } catch {
                        try Task.checkCancellation()
                    }
                    return Int(response.status.code)
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    throw HTTPClientError.deadlineExceeded
                }
                defer { group.cancelAll() }
                return try await group.next() ?? 0
            }
        }
    }
#endif
