// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What tests do to stores and time, and what they are told.
    @Suite struct ControlAPITests {
        @Test(
            arguments: [
                (#"{"account":"app_store:a","product":"month"}"#, 201),
                (#"{"account":"app_store:a","product":"gone"}"#, 404),
                (#"{"account":"nowhere:a","product":"month"}"#, 400),
                (#"{"account":"app_store:","product":"month"}"#, 400),
                (#"{"account":"rc_billing:a","product":"month","customer":"ann"}"#, 201),
                (#"{"account":"rc_billing:a","product":"month","customer":"guest"}"#, 400),
                (#"{"account":"app_store:a","product":"month","customer":"ann"}"#, 400),
                (#"{"account":"app_store:a"}"#, 400),
                (#"{"account":"app_store:a","product":"month","price":1}"#, 400), ("{}", 400),
                ("nothing", 400),
            ])
        func `A purchase is made, or refused with what was expected`(body: String, status: Int)
            async throws
        {
            let server = try TestServer("revenuecat")
            let reply = await server.call(.post, "/allonym/v1/purchases", body, key: "admin")
            #expect(reply.status == status)
            #expect((reply["token"] != nil) == (status == 201))
            #expect((reply["error", "message"] != nil) == (status != 201))
        }

        @Test func `A wrong query is told from a wrong body`() async throws {
            let server = try TestServer("revenuecat")
            let query = await server.call(
                .get, "/allonym/v1/deliveries?state=zzz", key: "admin")
            #expect(query.status == 400)
            #expect(query["error", "code"] as? String == "wrong-query")
            #expect(
                query["error", "message"] as? String
                    == "state: expected one of pending, delivered, failed, dropped, found \"zzz\"")
            for (path, message) in [
                (
                    "deliveries?foo=1",
                    "foo: there is no such name in this query; expected state, after or limit"
                ),
                (
                    "deliveries?limit=1&stat=failed",
                    "stat: there is no such name in this query; did you mean \"state\"?"
                ), ("clock?now=1", "now: this path takes no query"),
                ("projects?limit=1", "limit: this path takes no query"),
            ] {
                let reply = await server.call(.get, "/allonym/v1/\(path)", key: "admin")
                #expect(reply.status == 400, "\(path)")
                #expect(reply["error", "code"] as? String == "wrong-query")
                #expect(reply["error", "message"] as? String == message)
            }
            #expect(await server.call(.get, "/allonym/v1/healthz?at=1", key: nil).status == 200)
            let body = await server.call(.post, "/allonym/v1/clock", "{}", key: "admin")
            #expect(body.status == 400 && body["error", "code"] as? String == "wrong-body")
        }

        @Test func `The clock fires what is due, in order, and does not go back`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann")
            let moved = await server.call(
                .post, "/allonym/v1/clock", #"{"advance":"P2M"}"#, key: "admin")
            #expect(moved["now"] as? String == "2026-03-01T12:00:00.000Z")
            let deliveries = await server.call(.get, "/allonym/v1/deliveries", key: "admin")
            let names = (deliveries["deliveries"] as? [[String: Any]])?.compactMap {
                $0["name"] as? String
            }
            #expect(names == ["INITIAL_PURCHASE", "RENEWAL", "RENEWAL"])
            let back = await server.call(
                .post, "/allonym/v1/clock", #"{"now":"2026-01-01T00:00:00Z"}"#, key: "admin")
            #expect(back.status == 409)
            for body in [
                "{}", #"{"advance":"soon"}"#, #"{"now":"today"}"#,
                #"{"advance":"P1M","freeze":true}"#,
            ] {
                #expect(
                    await server.call(.post, "/allonym/v1/clock", body, key: "admin").status == 400)
            }
        }

        @Test(arguments: [
            ("P1M", "2026-02-01T12:00:00.000Z"), ("P1W", "2026-01-08T12:00:00.000Z"),
            ("P1Y2M", "2027-03-01T12:00:00.000Z"), ("P2W3D", "2026-01-18T12:00:00.000Z"),
            ("PT5M", "2026-01-01T12:05:00.000Z"), ("P1DT2H", "2026-01-02T14:00:00.000Z"),
            ("PT90S", "2026-01-01T12:01:30.000Z"), ("PT86400S", "2026-01-02T12:00:00.000Z"),
            ("P1MT1H1M1S", "2026-02-01T13:01:01.000Z"), ("P0DT1S", "2026-01-01T12:00:01.000Z"),
        ])
        func `The clock is moved by a duration with days, with a time, or with both`(
            step: String, now: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .post, "/allonym/v1/clock", #"{"advance":"\#(step)"}"#, key: "admin")
            #expect(reply.status == 200)
            #expect(reply["now"] as? String == now)
            let clock = await server.call(.get, "/allonym/v1/clock", key: "admin")
            #expect(clock["now"] as? String == now)
        }

        @Test(arguments: [
            "soon", "", "P", "PT", "P0D", "PT0S", "P1DT", "T5M", "PT5", "5M", "P5H", "PT5D",
            "P1D2W",
            "-P1D", "P-1D", "P1.5D", "PT0.5S", "p1d", "P1D ", "P10001D", "PT1000001S",
            "P99999999999999999999D",
        ])
        func `What is no duration is refused, with what can be written`(step: String) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .post, "/allonym/v1/clock", #"{"advance":"\#(step)"}"#, key: "admin")
            #expect(reply.status == 400)
            #expect(
                reply["error", "message"] as? String
                    == "advance: expected a duration such as P1M, P7D, P1DT2H or PT5M, found "
                    + "\"\(step)\"; a moment goes into now")
        }

        @Test(
            arguments: [
                (#""advance":"P10000Y""#, nil), (#""now":"9999-12-31T00:00:00Z""#, nil),
                (#""now":"9999-12-31T00:00:01Z""#, 400), (#""now":"10000-01-01T00:00:00Z""#, 400),
                (#""now":"9999999999-01-01T00:00:00Z""#, 400),
            ] as [(String, Int?)])
        func `The clock ends with the year 9999, and nothing happens after it`(
            step: String, refusal: Int?
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("year"), as: "ann")
            let reply = await server.call(.post, "/allonym/v1/clock", "{\(step)}", key: "admin")
            let last = refusal == nil ? "9999-12-31T00:00:00.000Z" : "2026-01-01T12:00:00.000Z"
            #expect(reply.status == refusal ?? 200)
            #expect(refusal != nil || reply["now"] as? String == last)
            let clock = await server.call(.get, "/allonym/v1/clock", key: "admin")
            #expect(clock["now"] as? String == last)
            try await server.project.perform { state, now in
                let bought = state.world.records[0].transactions.map(\.date)
                #expect(bought.count == (refusal == nil ? 7_974 : 1))
                #expect(bought.allSatisfy { $0 <= now })
            }
        }

        @Test func `A clock that goes with the machine's is frozen before it is moved`()
            async throws
        {
            let server = try TestServer("revenuecat")
            #expect(
                await server.call(.post, "/allonym/v1/clock", #"{"freeze":false}"#, key: "admin")
                    .status
                    == 200)
            let moved = await server.call(
                .post, "/allonym/v1/clock", #"{"advance":"P1M"}"#, key: "admin")
            #expect(moved.status == 409)
        }

        @Test func `A clock that is ahead of the machine's is not let go, which would set it back`()
            async throws
        {
            let server = try TestServer("revenuecat")
            _ = await server.call(
                .post, "/allonym/v1/clock", #"{"now":"2999-01-01T00:00:00Z"}"#, key: "admin")
            let freed = await server.call(
                .post, "/allonym/v1/clock", #"{"freeze":false}"#, key: "admin")
            #expect(freed.status == 409)
            #expect(freed.text.contains("2999-01-01T00:00:00Z, which is later than the machine's"))
            let clock = await server.call(.get, "/allonym/v1/clock", key: "admin")
            #expect(clock["now"] as? String == "2999-01-01T00:00:00.000Z")
        }

        @Test func `The store does what it is told to a purchase`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            _ = await server.post(token, as: "ann")
            func event(_ members: String) async -> TestServer.Reply {
                await server.call(
                    .post, "/allonym/v1/store-events", #"{"token":"\#(token)",\#(members)}"#,
                    key: "admin")
            }
            #expect(await event(#""event":"cancel""#)["state"] as? String == "cancelled")
            #expect(await event(#""event":"cancel""#)["applied"] as? Bool == false)
            #expect(await event(#""event":"uncancel""#)["state"] as? String == "active")
            #expect(await event(#""event":"change","to":"year""#)["applied"] as? Bool == true)
            #expect(await event(#""event":"refund""#)["state"] as? String == "refunded")
            #expect(await event(#""event":"explode""#).status == 400)
            #expect(await event(#""event":"change","to":"gone""#).status == 400)
            let customer = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(customer["access"] as? [String] == [])
        }

        @Test func `Looking at a customer makes none`() async throws {
            let server = try TestServer("revenuecat")
            for _ in 0..<2 {
                let reply = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
                #expect(reply.status == 404)
            }
            #expect(await server.call(.get, "/v1/subscribers/ann").status == 201)
        }

        @Test func `A history says what happened, by which rules, and outlives a snapshot`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            _ = await server.post(await server.buy("month"), as: anonymous)
            _ = await server.call(.post, "/allonym/v1/snapshot", key: "admin")
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(anonymous)","new_app_user_id":"ann"}"#)
            await server.advance("P1M")
            let reply = await server.call(.get, "/allonym/v1/customers/ann/history", key: "admin")
            let steps = try #require(reply["steps"] as? [[String: Any]])
            #expect(
                steps.compactMap { $0["action"] as? String } == ["own", "buy", "log in", "renew"])
            #expect(
                steps.compactMap { $0["at"] as? String }
                    == [String](repeating: "2026-01-01T12:00:00Z", count: 3) + [
                        "2026-01-08T12:00:00Z"
                    ])
            #expect(
                (steps.dropFirst(2).first?["rules"] as? [String])?.first == "revenuecat.identify.2")
            #expect(steps.allSatisfy { ($0["events"] as? [String])?.isEmpty == false })
            #expect(
                await server.call(.get, "/allonym/v1/customers/zoe/history", key: "admin").status
                    == 404)
        }

        @Test(
            arguments: [
                (
                    #""atRenewal":true,"resumes":"2027-02-01T12:00:00Z""#,
                    "year pauses at its next renewal, from 2027-01-01T12:00:00Z until "
                        + "2027-02-01T12:00:00Z."
                ),
                (
                    #""atRenewal":true"#,
                    "year pauses at its next renewal, from 2027-01-01T12:00:00Z until it is resumed."
                ),
                (#""resumes":"2027-02-01T12:00:00Z""#, "At the store year is paused."),
            ])
        func `A history says when a pause was set, and from when until when it will be`(
            members: String, sentence: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year", by: "play_store:ann")
            _ = await server.post(token, as: "ann")
            await server.advance("P1M")
            let paused = await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"pause",\#(members)}"#, key: "admin")
            #expect(paused["applied"] as? Bool == true)
            let reply = await server.call(.get, "/allonym/v1/customers/ann/history", key: "admin")
            let step = try #require((reply["steps"] as? [[String: Any]])?.last)
            #expect(step["action"] as? String == "pause" && step["outcome"] as? String == "applied")
            #expect(step["at"] as? String == "2026-02-01T12:00:00Z")
            #expect(step["by"] as? String == "ann with play_store:ann")
            #expect((step["events"] as? [String])?.first == sentence)
            let export = await server.call(.get, "/allonym/v1/customers/ann/export", key: "admin")
            let exported = (export["history"] as? [[String: Any]])?.last
            #expect((exported?["events"] as? [String])?.first == sentence)
        }

        @Test func `A fault that was asked for fails so many calls`() async throws {
            let server = try TestServer("revenuecat")
            #expect(
                await server.call(
                    .post, "/allonym/v1/faults", #"{"calls":"fail","next":2}"#, key: "admin"
                ).status == 204)
            for expected in [503, 503, 201] {
                #expect(await server.call(.get, "/v1/subscribers/ann").status == expected)
            }
            #expect(
                await server.call(
                    .post, "/allonym/v1/faults", #"{"webhooks":"explode"}"#, key: "admin"
                ).status == 400)
        }
    }
#endif
