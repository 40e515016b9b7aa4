// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import HTTPTypes
    import Testing

    /// The cases that grant and revoke entitlements.
    extension QonversionLiveCasesTests {
        // MARK: Direct API tests, Grant entitlements

        @Test func `grant entitlement`() async throws {
            let reply = await grant(try await server("uid"), "uid")
            #expect(reply.status == 200)
            #expect(
                reply.text
                    == #"{"active":true,"expires":\#(Self.new + 10_000),"id":"gold","#
                    + #""source":"manual","started":\#(Self.new)}"# + "\n")
        }

        @Test func `grant entitlement twice`() async throws {
            let server = try await server("uid")
            let first = await grant(server, "uid", in: 1_000)
            let second = await grant(server, "uid", in: 10_000)
            #expect(second.status == 200 && second["expires"] as? Int == Self.new + 1_000)
            #expect(second.body == first.body)
        }

        @Test func `grant entitlement with wrong expires`() async throws {
            fails(
                await grant(try await server("uid"), "uid", in: -10_000), 400,
                "Invalid expires at value has been provided, should be in unix timestamp format "
                    + "in seconds in future",
                type: "request", code: "invalid_entitlement_data")
        }

        @Test func `grant entitlement with wrong token`() async throws {
            fails(
                await grant(try await server("uid"), "uid", key: "public"), 401,
                "Authorization error: project not found", type: "request",
                code: "control_unauthorized")
        }

        @Test func `grant entitlement with wrong id`() async throws {
            fails(
                await grant(try await server("uid"), "uid", "Non existent entitlement"), 400,
                "Invalid entitlement uid, no such entitlement found", type: "request",
                code: "invalid_entitlement_data")
        }

        @Test func `grant entitlement for non-existent user`() async throws {
            fails(
                await grant(try server(), "uid", "Non existent entitlement"), 404,
                "User not found", type: "resource", code: "not_found")
        }

        // MARK: Revoke entitlements

        private func revoke(
            _ server: TestServer, _ user: String, _ entitlement: String = "gold",
            key: String = "secret"
        ) async -> TestServer.Reply {
            await server.call(
                .delete, "/v3/users/\(user)/entitlements/\(entitlement)", key: key)
        }

        @Test(arguments: [true, false])
        func `revoke existing entitlement, revoke non-existent entitlement`(
            isThere: Bool
        ) async throws {
            let server = try await server("uid")
            if isThere { _ = await grant(server, "uid") }
            #expect(await revoke(server, "uid").status == 200)
            let left = await server.call(.get, "/v3/users/uid/entitlements")
            #expect((left["data"] as? [Any])?.isEmpty == true)
        }

        @Test func `revoke entitlement with non-existent id`() async throws {
            fails(
                await revoke(try await server("uid"), "uid", "Non-existent%20entitlement%20id"),
                400, "Invalid entitlement uid, no such entitlement found", type: "request",
                code: "invalid_entitlement_data")
        }

        @Test func `revoke entitlement with wrong token`() async throws {
            fails(
                await revoke(try await server("uid"), "uid", key: "public"), 401,
                "Authorization error: project not found", type: "request",
                code: "control_unauthorized")
        }

        @Test func `revoke entitlement for non-existent user`() async throws {
            fails(
                await revoke(try server(), "uid"), 404, "User not found", type: "resource",
                code: "not_found")
        }
    }
#endif
