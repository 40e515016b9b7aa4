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

    /// The console, read as a browser without scripts reads it.
    @Suite struct ConsoleTests {
        static let root = "/allonym/console/test"

        func visitor(
            _ journal: any Journal = MemoryJournal()
        ) async throws -> ConsoleVisitor {
            var visitor = ConsoleVisitor(try TestServer("revenuecat", journal: journal))
            #expect(await visitor.signIn().status == 303)
            return visitor
        }

        // MARK: What is shown

        @Test func `Nothing that somebody else has written acts on a page`() async throws {
            let visitor = try await visitor()
            let id = #"<script>alert(1)<b>"'&é..."#
            _ = await visitor.server.call(
                .get, "/v1/subscribers/\(ConsoleVisitor.encoded(id))")
            _ = await visitor.server.call(
                .post, "/v1/subscribers/\(ConsoleVisitor.encoded(id))/attributes",
                #"{"attributes":{"<b>":{"value":"</td><script>","updated_at_ms":1767268800000}}}"#)
            _ = await visitor.server.post(
                await visitor.server.buy("month", by: "app_store:<i>"), as: "bob<br>")
            for path in [
                "/", "\(Self.root)?search=\(ConsoleVisitor.encoded(id))", "\(Self.root)/store",
                "\(Self.root)/webhooks", "\(Self.root)/customer?id=\(ConsoleVisitor.encoded(id))",
                "\(Self.root)/customer?id=bob%3Cbr%3E",
            ] {
                let reply = await visitor.look(path)
                #expect(reply.status == 200, "\(path)")
                let page = try readPage(reply.text)
                #expect(
                    page.all("script").isEmpty && page.all("i").isEmpty && page.all("b").isEmpty)
                #expect(page.all("br").isEmpty)
                #expect(page.having("onclick").isEmpty)
                #expect(
                    reply.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
                #expect(page.all("h1").count == 1)
                #expect(page.all("th").allSatisfy { $0["scope"] != nil })
            }
            let links = try await visitor.page("/").all("a").map(\.text)
            #expect(links.contains(id))
        }

        @Test func `Customers are found by a part of an ID, page by page`() async throws {
            let visitor = try await visitor()
            for number in 0..<120 {
                _ = await visitor.server.call(.get, "/v1/subscribers/user-\(number)")
            }
            func ids(_ page: PageElement) -> [String] {
                page.all("tbody").flatMap { $0.all("a") }.map(\.text)
            }
            var found: [String] = []
            var next: String? = "/"
            while let path = next {
                let page = try await visitor.page(path)
                found += ids(page)
                next = page.all("a").first { $0.text == "Older ones" }?["href"]
            }
            #expect(found == (0..<120).reversed().map { "user-\($0)" })
            #expect(
                ids(try await visitor.page("\(Self.root)?search=er-11")).sorted()
                    == (["user-11"] + (110..<120).map { "user-\($0)" }))
            #expect(ids(try await visitor.page("\(Self.root)?search=user-7")).first == "user-7")
            #expect(ids(try await visitor.page("\(Self.root)?search=nobody")) == [])
        }

        @Test func `A timeline has the rule and the source behind every step`() async throws {
            let visitor = try await visitor()
            _ = await visitor.server.post(await visitor.server.buy("month"), as: "ann")
            await visitor.server.advance("P1M")
            let page = try await visitor.page("\(Self.root)/customer?id=ann")
            let steps = page.all("ol").first { $0["class"] == "timeline" }?.children ?? []
            #expect(
                steps.map { step in
                    step.all("span").filter { $0["class"] == "code" }.prefix(2).map(\.text)
                }
                    == [["renew", "applied"], ["buy", "created"], ["own", "applied"]])
            #expect(steps.first?.all("h3").first?.text == "The store charges for the next period.")
            let explained = steps.flatMap { $0.all("details") }
            #expect(explained.isEmpty == false)
            for rule in explained {
                #expect(rule.all("summary").first?.text.contains("revenuecat.") == true)
                #expect(rule.all("a").first?["href"]?.hasPrefix("https://") == true)
            }
        }

        // MARK: Buttons

        @Test func `What is bought, renewed and refunded with buttons is so for the API`()
            async throws
        {
            let visitor = try await visitor()
            let bought = await visitor.submit(
                try await visitor.page("\(Self.root)/store"), to: "buy",
                filling: ["account": "play_store:zoe", "product": "month"])
            #expect(bought?.status == 303)
            let store = try await visitor.page("\(Self.root)/store")
            let token = try #require(
                store.all("input").first { $0["name"] == "token" }?["value"])
            _ = await visitor.server.post(token, as: "zoe")
            let customer = "\(Self.root)/customer?id=zoe"
            let changed = await visitor.press(
                "\(Self.root)/store",
                ["token": token, "event": "change", "to": "year", "back": customer])
            #expect(changed.header("Location") == customer)
            #expect(
                await visitor.submit(
                    try await visitor.page(customer), to: "store", ["event": "refund"]
                )?.status == 303)
            let reply = await visitor.server.call(
                .get, "/allonym/v1/customers/zoe", key: "admin")
            #expect(reply["access"] as? [String] == [])
            // What is refunded is not refunded again, and its page has no such button.
            #expect(
                await visitor.submit(
                    try await visitor.page(customer), to: "store", ["event": "refund"]) == nil)
        }

        @Test(
            arguments: [
                ("2027-03-01T12:00:00Z", "2027-03-01 12:00:00 UTC"), ("", "it is resumed"),
            ])
        func `A pause is set for the renewal with a button, and shown until it begins`(
            resumes: String, end: String
        ) async throws {
            let visitor = try await visitor()
            _ = await visitor.server.post(
                await visitor.server.buy("year", by: "play_store:zoe"), as: "zoe")
            let path = "\(Self.root)/customer?id=zoe"
            func set() async throws -> TestServer.Reply? {
                await visitor.submit(
                    try await visitor.page(path), to: "store",
                    ["event": "pause", "atRenewal": "true"], filling: ["resumes": resumes])
            }
            func card() async throws -> (state: String?, facts: [String]) {
                let card = try await visitor.page(path).all("ul").first { $0["class"] == "cards" }
                let states = card?.all("span").filter { $0["class"]?.hasPrefix("state ") == true }
                return (states?.first?.text, card?.all("dd").map(\.text) ?? [])
            }
            #expect(try await card().state == "active")
            #expect(try await set()?.header("Location") == path)
            #expect(try await card().state == "active, pause set")
            #expect(
                try await card().facts.contains(
                    "2027-01-01 12:00:00 UTC, then paused until \(end)"))
            let timeline = try await visitor.page(path).all("ol").first
            let events = timeline?.children.first?.all("ul").first?.all("li").map(\.text)
            #expect(events?.first?.hasPrefix("year pauses at its next renewal, from ") == true)
            // Just that is set already.
            #expect(try await set()?.status == 409)
            await visitor.server.advance("P1Y")
            #expect(try await card().state == "paused")
            #expect(try await card().facts.contains("2027-01-01 12:00:00 UTC"))
        }

        @Test(
            arguments: [
                ("year", nil, true), ("month", nil, true), ("year", "uncancel", true),
                ("year", "cancel", false), ("year", "fail", false), ("year", "pause", false),
                ("book", nil, false),
            ] as [(String, String?, Bool)])
        func `Only what will renew has a button to pause it at its renewal`(
            product: String, event: String?, hasButton: Bool
        ) async throws {
            let visitor = try await visitor()
            let token = await visitor.server.buy(product)
            if let event {
                _ = await visitor.server.call(
                    .post, "/allonym/v1/store-events",
                    #"{"token":"\#(token)","event":"\#(event)"}"#, key: "admin")
            }
            let buttons = try await visitor.page("\(Self.root)/store").all("button").map(\.text)
            #expect(buttons.contains("pause at renewal") == hasButton)
        }

        @Test(
            arguments: [
                ("buy", ["account": "nowhere:a", "product": "month"], 400),
                ("buy", ["account": "app_store:a", "product": "gone"], 404),
                ("buy", [:], 400), ("store", ["token": "x", "event": "renew"], 404),
                ("store", ["token": "x", "event": "pause", "atRenewal": "true"], 404),
                ("store", ["token": "x", "event": "pause", "resumes": "soon"], 400),
                ("clock", ["advance": "soon"], 400),
                ("clock", ["now": "2020-01-01T00:00:00Z"], 409),
                ("clock", ["freeze": "false"], 303), ("replay", ["id": "7"], 404),
                ("replay", [:], 400), ("undo", ["id": "nobody"], 404), ("explode", [:], 404),
            ] as [(String, [String: String], Int)])
        func `What a button cannot do is said on a page`(
            button: String, fields: [String: String], status: Int
        ) async throws {
            let reply = await (try await visitor()).press("\(Self.root)/\(button)", fields)
            #expect(reply.status == status)
            if status != 303 { #expect(try readPage(reply.text).all("h1").count == 1) }
        }

        @Test func `A webhook is listed with its tries and sent again`() async throws {
            let visitor = try await visitor()
            _ = await visitor.server.post(await visitor.server.buy("month"), as: "ann")
            try await visitor.server.project.withJournal { journal in
                var delivery = try #require(try journal.delivery(1))
                (delivery.state, delivery.tries, delivery.answer) = (.failed, 6, "500")
                try journal.update([delivery])
            }
            let page = try await visitor.page("\(Self.root)/webhooks?state=failed")
            let facts = page.all("li").first?.all("dd").map(\.text) ?? []
            #expect(facts.contains("6") && facts.contains("500"))
            #expect(await visitor.submit(page, to: "replay", ["id": "1"])?.status == 303)
            let state = try await visitor.server.project.withJournal { try $0.delivery(1)?.state }
            #expect(state == .pending)
            #expect(
                try await visitor.page("\(Self.root)/webhooks?state=failed").all("li").isEmpty)
        }

        @Test func `A merge is undone with a button`() async throws {
            let visitor = try await visitor()
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            _ = await visitor.server.call(.get, "/v1/subscribers/ann")
            _ = await visitor.server.post(await visitor.server.buy("month"), as: anonymous)
            _ = await visitor.server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(anonymous)","new_app_user_id":"ann"}"#)
            let path = "\(Self.root)/customer?id=ann"
            let undone = await visitor.submit(try await visitor.page(path), to: "undo")
            #expect(undone?.header("Location") == path)
            let page = try await visitor.page(path)
            #expect(page.all("ul").first { $0["class"] == "names" }?.children.count == 1)
            #expect(await visitor.submit(page, to: "undo") == nil)
        }

        @Test func `Where a project cannot answer, its pages say so`() async throws {
            let visitor = try await visitor()
            #expect(await visitor.look("\(Self.root)/customer?id=nobody").status == 404)
            #expect(await visitor.look("\(Self.root)/nothing").status == 404)
            #expect(await visitor.look("\(Self.root)/customer").status == 404)
            #expect(
                await visitor.server.call(.delete, "/allonym/console/test", key: nil).status == 405)
        }
    }
#endif
