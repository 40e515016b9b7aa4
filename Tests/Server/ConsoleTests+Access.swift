// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Who gets in, and where forms may come from.
    extension ConsoleTests {
        // MARK: Who gets in

        @Test(
            arguments: [
                ("ak_test", 303), ("sk_test", 401), ("pk_test", 401), ("", 401), ("nobody", 401),
            ])
        func `An admin key opens it, no other`(key: String, status: Int) async throws {
            var visitor = ConsoleVisitor(try TestServer("revenuecat"))
            #expect(await visitor.look("/").status == 401)
            let reply = await visitor.signIn(key)
            #expect(reply.status == status)
            #expect((visitor.cookie != nil) == (status == 303))
            #expect(await visitor.look("/").status == (status == 303 ? 200 : 401))
        }

        @Test func `The cookie is for this server alone and holds no key`() async throws {
            var visitor = ConsoleVisitor(try TestServer("revenuecat"))
            let cookie = try #require(await visitor.signIn().header("Set-Cookie"))
            let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
            for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
                #expect(parts.contains { $0 == part })
            }
            #expect(!cookie.contains("ak_test"))
        }

        @Test func `Who signs out is out, and a made-up cookie opens nothing`() async throws {
            let visitor = try await visitor()
            let reply = await visitor.press("/allonym/console/sign-out", [:])
            #expect(reply.header("Set-Cookie")?.contains("Max-Age=0") == true)
            #expect(await visitor.look("/").status == 401)
            for cookie in ["allonym_console=", "allonym_console=x", "other=1; allonym_console=y"] {
                let reply = await visitor.server.call(
                    .get, "/", key: nil, headers: ["Cookie": cookie])
                #expect(reply.status == 401)
            }
        }

        @Test func `A key opens the projects that it is for`() async throws {
            let visitor = try await visitor()
            for (name, key) in [("own", "ak_test"), ("other", "ak_other")] {
                let made = await visitor.server.call(
                    .post, "/allonym/v1/projects",
                    #"{"project":"\#(name)","provider":"nami","keys":{"admin":["\#(key)"]}}"#,
                    key: "admin")
                #expect(made.status == 201)
            }
            let names = try await visitor.page("/").all("nav")
                .first { $0["aria-label"] == "Projects" }?.all("a").map(\.text)
            #expect(names == ["test", "own"])
            #expect(await visitor.look("/allonym/console/own").status == 200)
            for page in ["", "/store", "/webhooks", "/customer?id=ann"] {
                #expect(await visitor.look("/allonym/console/other\(page)").status == 404)
            }
            let pressed = await visitor.press("/allonym/console/other/clock", ["freeze": "true"])
            #expect(pressed.status == 404)
        }

        // MARK: Where forms may come from

        @Test(
            arguments: [
                (["Host": "a:1", "Origin": "http://a:1"], true),
                (["Host": "a:1", "Origin": "https://a:1"], true),
                (["Host": "A:1", "Origin": "http://a:1"], true),
                (["Host": "a:1", "Sec-Fetch-Site": "same-origin"], true),
                (["Host": "a:1", "Origin": "http://a:2"], false),
                (["Host": "a:1", "Origin": "http://b"], false),
                (["Host": "a:1", "Origin": "null"], false),
                (["Host": "a:1", "Origin": "http://a:1.b"], false),
                (["Host": "a:1", "Origin": "http://b", "Sec-Fetch-Site": "same-origin"], false),
                (["Host": "a:1", "Sec-Fetch-Site": "same-site"], false),
                (["Host": "a:1", "Sec-Fetch-Site": "none"], false), (["Host": "a:1"], false),
                (["Origin": "http://a:1"], false), ([:], false),
            ] as [([String: String], Bool)])
        func `A form counts only if a page of this server has sent it`(
            headers: [String: String], counts: Bool
        ) async throws {
            let visitor = try await visitor()
            let reply = await visitor.press("\(Self.root)/clock", ["advance": "P1D"], headers)
            #expect(reply.status == (counts ? 303 : 403))
            let clock = await visitor.server.call(.get, "/allonym/v1/clock", key: "admin")
            #expect(
                clock["now"] as? String == "2026-01-0\(counts ? 2 : 1)T12:00:00.000Z")
        }

        @Test func `A form without a cookie does nothing, and GET does nothing at all`()
            async throws
        {
            let visitor = ConsoleVisitor(try TestServer("revenuecat"))
            #expect(
                await visitor.press("\(Self.root)/clock", ["advance": "P1D"]).status == 401)
            let inside = try await self.visitor()
            #expect(await inside.look("\(Self.root)/clock?advance=P1D").status == 404)
            let clock = await inside.server.call(.get, "/allonym/v1/clock", key: "admin")
            #expect(clock["now"] as? String == "2026-01-01T12:00:00.000Z")
        }

        @Test(
            arguments: [
                ("https://evil.example/", "/allonym/console/test"),
                ("//evil.example/", "/allonym/console/test"),
                ("/allonym/console/test/store", "/allonym/console/test/store"),
                ("/allonym/console/test\r\nX: 1", "/allonym/console/testX:1"),
            ])
        func `A button leads back to a page of its project, nowhere else`(
            back: String, location: String
        ) async throws {
            let reply = await (try await visitor()).press(
                "\(Self.root)/clock", ["advance": "P1D", "back": back])
            #expect(reply.status == 303)
            #expect(reply.header("Location") == location)
        }
    }
#endif
