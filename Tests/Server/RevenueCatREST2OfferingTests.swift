// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import HTTPTypes
    import Testing

    /// What apps are shown, as backends set it up with RevenueCat's REST v2.
    @Suite struct RevenueCatREST2OfferingTests {
        @Test func `Apps are shown the packages of the current offering`() async throws {
            let server = try TestServer("revenuecat")
            let spring = try #require(
                await server.v2(
                    .post, "/offerings",
                    #"{"lookup_key":"spring","display_name":"Spring","metadata":{"hue":"red"}}"#
                )["id"] as? String)
            let package = try #require(
                await server.v2(
                    .post, "/offerings/\(spring)/packages",
                    #"{"lookup_key":"$rc_monthly","display_name":"Monthly"}"#)["id"] as? String)
            let month = try await server.v2ID("/products", "store_identifier", "month")
            let attached = await server.v2(
                .post, "/packages/\(package)/actions/attach_products",
                #"{"products":[{"product_id":"\#(month)","eligibility_criteria":"all"}]}"#)
            #expect(attached.status == 200, "\(attached.text)")
            func shown() async -> (current: String?, packages: [String: Int]) {
                let reply = await server.call(.get, "/v1/subscribers/ann/offerings")
                let offerings = reply["offerings"] as? [[String: Any]] ?? []
                let counts = offerings.map {
                    ($0["identifier"] as? String ?? "", ($0["packages"] as? [Any])?.count ?? 0)
                }
                return (
                    current: reply["current_offering_id"] as? String,
                    packages: Dictionary(counts) { $1 }
                )
            }
            var (current, packages) = await shown()
            #expect(current == "default" && packages == ["default": 2, "spring": 1])
            let body = #"{"is_current":true,"display_name":"Soon"}"#
            let updated = await server.v2(.post, "/offerings/\(spring)", body)
            #expect(updated["is_current"] as? Bool == true)
            #expect(updated["display_name"] as? String == "Soon")
            #expect(updated["metadata", "hue"] as? String == "red")
            let off = await server.v2(.post, "/offerings/\(spring)", #"{"is_current":false}"#)
            #expect(off.status == 422)
            (current, packages) = await shown()
            #expect(current == "spring")
            _ = await server.v2(
                .post, "/packages/\(package)/actions/detach_products",
                #"{"product_ids":["\#(month)"]}"#)
            #expect(await server.v2Items("/packages/\(package)/products").isEmpty)
            #expect(await shown().packages == ["default": 2, "spring": 0])
            _ = await server.v2(.delete, "/offerings/\(spring)")
            #expect(await shown().current == "default")
        }

        @Test func `A package goes to the position that it is given`() async throws {
            let server = try TestServer("revenuecat")
            let offering = try await server.v2ID("/offerings", "lookup_key", "default")
            let list = "/offerings/\(offering)/packages"
            func order() async -> [String] {
                await server.v2Items(list).compactMap { $0["lookup_key"] as? String }
            }
            let made = await server.v2(
                .post, list, #"{"lookup_key":"top","display_name":"Top","position":1}"#)
            #expect(made["position"] as? Int == 1)
            #expect(await order() == ["top", "$rc_annual", "$rc_monthly"])
            let id = try #require(made["id"] as? String)
            let moved = await server.v2(
                .post, "/packages/\(id)", #"{"position":9,"display_name":"Last"}"#)
            #expect(moved["position"] as? Int == 3 && moved["display_name"] as? String == "Last")
            #expect(await order() == ["$rc_annual", "$rc_monthly", "top"])
            #expect(
                await server.v2(.post, "/packages/\(id)", #"{"position":0}"#).status == 400)
        }
    }
#endif
