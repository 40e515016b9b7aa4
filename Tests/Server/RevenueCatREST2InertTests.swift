// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// The operations of RevenueCat's v2 that are answered without effect.
    @Suite struct RevenueCatREST2InertTests {
        /// The `object` of an answer that is neither an error nor a list.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, read 2026-11-25; no body is documented for
        /// the offering of a customer.
        private static let objects = [
            "revenuecat.v2.assign-customer-offering": "customer",
            "revenuecat.v2.get-app": "app",
            "revenuecat.v2.get-authorized-subscription-management-url":
                "authenticated_management_url",
            "revenuecat.v2.get-chart-data": "chart_data",
            "revenuecat.v2.get-chart-options": "chart_options",
            "revenuecat.v2.get-overview-metrics": "overview_metrics",
            "revenuecat.v2.refund-play-store-subscription-transaction": "subscription_transaction",
        ]

        @Test func `Each answers as its row in the data says, in v2's form, and changes nothing`()
            async throws
        {
            let operations = try #require(EveryProvider.mappings.operations["revenuecat"])
            let server = try TestServer("revenuecat")
            let names = try await names(in: server)
            let onWeb = try await namesOnWeb(names, in: server)
            for operation in operations.operations(of: "v2") where operation.support == .inert {
                let why = operation.why ?? ""
                guard let row = why.firstMatch(of: /: (\d{3})(?: with ([a-z]+_[a-z_]+))?/) else {
                    Issue.record("\(operation.id) has no status")
                    continue
                }
                let method = try #require(HTTPRequest.Method(rawValue: operation.method.rawValue))
                let isOnWeb = operation.id.hasSuffix("management-url")
                let path = try path(of: operation, isOnWeb ? onWeb : names)
                let before = try await server.project.perform { state, _ in state.sequence }
                let reply = await server.call(
                    method, path, #"{"offering_id":null}"#, key: "secret")
                let after = try await server.project.perform { state, _ in state.sequence }
                let about = Comment(rawValue: "\(operation.id): \(reply.status) \(reply.text)")
                #expect(after == before, about)
                #expect(reply.status == Int(row.1), about)
                if let type = row.2 {
                    let fault = try #require(
                        operations.errors.first { fault in
                            fault.api == "v2" && fault.status == reply.status
                                && fault.code == String(type)
                        }, about)
                    expectError(reply, String(type), fault, about)
                } else if operation.id.hasPrefix("revenuecat.v2.list-") {
                    expectList(reply, at: path, isEmpty: why.contains("empty list"), about)
                } else {
                    let object = try #require(Self.objects[operation.id], about)
                    #expect(reply["object"] as? String == object, about)
                }
            }
        }

        /// What the operations are asked about, by the names in their paths: a customer with a
        /// subscription of Google Play.
        private func names(in server: TestServer) async throws -> [String: String] {
            _ = await server.post(await server.buy("month", by: "play_store:ann"), as: "ann")
            let held = "/customers/ann/subscriptions"
            let subscription = try await server.v2ID(held, "store", "play_store")
            return [
                "project_id": "test", "customer_id": "ann", "subscription_id": subscription,
                "transaction_id": try await server.v2ID(
                    "/subscriptions/\(subscription)/transactions", "product_store_identifier",
                    "month"),
                "app_id": try await server.v2ID("/apps", "name", "test"),
                "product_id": try await server.v2ID("/products", "store_identifier", "month"),
                "paywall_id": "pw1", "invoice_id": "rcbin1", "virtual_currency_code": "GLD",
                "chart_name": "revenue",
            ]
        }

        /// The same about a subscription that was sold on the web.
        private func namesOnWeb(
            _ names: [String: String], in server: TestServer
        ) async throws -> [String: String] {
            _ = await server.buy("month", by: "rc_billing:ann", for: "ann")
            var names = names
            names["subscription_id"] = try await server.v2ID(
                "/customers/ann/subscriptions", "store", "rc_billing")
            return names
        }

        private func path(
            of operation: Operations.Operation, _ names: [String: String]
        ) throws -> String {
            var path = ""
            for segment in operation.path.segments {
                switch segment {
                case .verbatim(let text): path += "/" + text
                case .name(let name):
                    let value = try #require(names[name], "\(name)")
                    path += "/" + value
                }
            }
            return path
        }

        /// Expects an error of a type, which says why in words of its own.
        private func expectError(
            _ reply: TestServer.Reply, _ type: String, _ fault: Operations.Fault, _ about: Comment
        ) {
            #expect(
                reply.object.keys.sorted() == [
                    "doc_url", "message", "object", "retryable", "type",
                ], about)
            #expect(reply["object"] as? String == "error", about)
            #expect(reply["type"] as? String == type, about)
            #expect(reply["retryable"] as? Bool == false, about)
            #expect(
                reply["doc_url"] as? String
                    == "https://errors.rev.cat/" + type.replacing("_", with: "-"), about)
            let message = reply["message"] as? String ?? ""
            #expect(!message.isEmpty, about)
            #expect(message != fault.text && message != fault.citation.says, about)
        }

        /// Expects the last page of a list.
        private func expectList(
            _ reply: TestServer.Reply, at path: String, isEmpty: Bool, _ about: Comment
        ) {
            #expect(
                reply.object.keys.sorted() == ["items", "next_page", "object", "url"], about)
            #expect(reply["object"] as? String == "list", about)
            #expect(reply["next_page"] is NSNull, about)
            #expect(reply["url"] as? String == path, about)
            let items = reply["items"] as? [[String: Any]]
            #expect(items?.isEmpty == isEmpty, about)
            #expect(
                items?.allSatisfy { $0["object"] is String && $0["id"] is String } == true, about)
        }
    }
#endif
