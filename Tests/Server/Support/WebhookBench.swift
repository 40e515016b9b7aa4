// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes

    /// A project, a receiver of its webhooks, and what delivers them when a test says so.
    struct WebhookBench: Sendable {
        let server: TestServer
        let receiver: WebhookReceiver
        let client: HTTPClient
        let deliverer: Deliverer

        /// The providers whose webhooks are written.
        static let providers = EveryProvider.keys.filter { provider in
            (try? TestServer(provider))?.project.forms.form(provider) != nil
        }

        /// A user ID that every provider takes.
        static let ann = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
        static let bob = "8f14e45f-ceea-4671-a23b-2c5a1f0d9b11"

        /// Runs a test over a project of a provider, whose endpoint has further members.
        static func run(
            _ provider: String, endpoint: String = "", journal: any Journal = MemoryJournal(),
            _ body: @Sendable (WebhookBench) async throws -> Void
        ) async throws {
            try await WebhookReceiver.running { receiver in
                let server = try TestServer(
                    provider,
                    webhooks: #"[{"url":"\#(receiver.url)","allowLoopback":true\#(endpoint)}]"#,
                    journal: journal)
                let client = HTTPClient(
                    eventLoopGroupProvider: .singleton,
                    configuration: .init(redirectConfiguration: .disallow))
                let bench = WebhookBench(
                    server: server, receiver: receiver, client: client,
                    deliverer: Deliverer(
                        server.project, EveryProvider.mappings.deliveryProfiles, client))
                do {
                    try await body(bench)
                } catch {
                    try await client.shutdown()
                    throw error
                }
                try await client.shutdown()
            }
        }

        /// Sends all that is due.
        func deliver() async { while await deliverer.deliverDue() {} }

        /// Another process that goes on: it knows only what is written down.
        var restarted: Deliverer {
            Deliverer(server.project, EveryProvider.mappings.deliveryProfiles, client)
        }

        /// A user buys at the App Store.
        func buy(_ product: String, as id: String = ann) async throws {
            let account = StoreAccount(.appStore, id)
            try await server.project.perform { state, now in
                guard let purchase = state.buy(product, by: account, now: now) else { return }
                let item = state.world.product(state.ledger.product(of: purchase)).product
                state.perform(
                    .buy(item), by: .user(UserID(unchecked: id), account), now: now)
            }
        }

        /// Moves the clock.
        func wait(_ seconds: Int) async throws {
            try await server.project.perform { state, now in
                let date = now.addingTimeInterval(TimeInterval(seconds))
                state.change(try state.clock.moved(to: date))
                state.settle(date)
            }
        }

        /// All deliveries, the oldest first.
        var deliveries: [Delivery] {
            get async throws {
                try await server.project.withJournal {
                    try $0.deliveries(nil, dueBy: nil, limit: 1_000)
                }
            }
        }
    }
#endif
