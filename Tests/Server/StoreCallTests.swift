// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import HTTPTypes
    import Testing

    /// What the body of a store event may say.
    @Suite struct StoreCallTests {
        private func event(
            _ members: String, _ server: TestServer, _ token: String
        ) async -> TestServer.Reply {
            await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)",\#(members)}"#,
                key: "admin")
        }

        @Test(
            arguments: [
                (
                    #""event":"renew","to":"year""#,
                    "to: only change names another product; found \"renew\", so leave it out"
                ),
                (
                    #""event":"pause","to":"year""#,
                    "to: only change names another product; found \"pause\", so leave it out"
                ),
                (
                    #""event":"share","with":"app_store:bob","to":"year""#,
                    "to: only change names another product; found \"share\", so leave it out"
                ),
                (
                    #""event":"cancel","atRenewal":true"#,
                    "atRenewal: only change and pause wait for the renewal; found \"cancel\", so "
                        + "leave it out"
                ),
                (
                    #""event":"unshare","with":"app_store:bob","atRenewal":false"#,
                    "atRenewal: only change and pause wait for the renewal; found \"unshare\", so "
                        + "leave it out"
                ),
            ])
        func `A member that the event does not use is refused`(
            members: String, message: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await event(members, server, token)
            #expect(reply.status == 400)
            #expect(reply["error", "message"] as? String == message)
            let after = try await server.project.perform { state, _ in state.sequence }
            #expect(after == before)
        }

        @Test(
            arguments: [
                #""event":"renew""#, #""event":"renew","to":null"#,
                #""event":"change","to":"month""#,
                #""event":"change","to":"month","atRenewal":true"#,
                #""event":"change","to":"month","atRenewal":false"#,
                #""event":"pause","atRenewal":true"#,
            ])
        func `What the event uses is taken`(members: String) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year", by: "play_store:alice")
            _ = await server.post(token, as: "ann")
            let reply = await event(members, server, token)
            #expect(reply.status == 200 && reply["applied"] as? Bool == true, "\(reply.text)")
        }
    }
#endif
