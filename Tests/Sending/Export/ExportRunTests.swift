// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Exports from hosts that do not behave.
    @Suite struct ExportRunTests {
        typealias Answer = ScriptedHost.Answer

        @available(macOS 14, *)
        @Test func `All customers are read once each, in the order of the list`() async throws {
            let bench = try ExportBench()
            let state = try await bench.run()
            #expect(state.isFinished)
            #expect(bench.read() == ExportBench.customers)
            #expect(bench.lines("answers/customers.jsonl").count == 3)
            #expect(bench.lines("answers/aliases.jsonl").count == 45)
            #expect(bench.host.paths.allSatisfy { $0.hasPrefix("/v2/projects/p/") })
            #expect(Set(bench.host.paths).count == bench.host.paths.count)
            #expect(state.calls == bench.host.paths.count)
            // Whoever starts it again asks for nothing more.
            let calls = bench.host.paths.count
            _ = try await bench.run()
            #expect(bench.host.paths.count == calls)
        }

        @available(macOS 14, *)
        @Test(
            arguments: [
                (nil, false), ("http://localhost:8080", false), ("http://[::1]:8080", false),
                ("https://api.revenuecat.com", true),
            ] as [(String?, Bool)])
        func `The next command has the moment of the answers, unless the host is this machine`(
            address: String?, hasMoment: Bool
        ) async throws {
            let bench = try ExportBench()
            let begin = Date.now
            let state = try await bench.run(named: address)
            let finished = try #require(state.finished)
            let moment = Date(timeIntervalSince1970: Double(finished) / 1_000)
            #expect(moment.timeIntervalSince(begin) > -1 && moment.timeIntervalSinceNow < 1)
            let next = try #require(
                bench.lines("export.md").first { $0.contains("migrate plan --from revenuecat") })
            let option = " --at \(moment.formatted(.iso8601.dateSeparator(.dash)).prefix(10))"
            #expect(next.contains(option) == hasMoment, "\(next)")
            #expect(next.contains("--at") == hasMoment)
        }

        @available(macOS 14, *)
        @Test func `Stopped by failures it goes on where it was, and has the same files`()
            async throws
        {
            let isDown = Locked(true)
            let bench = try ExportBench { path, _ in
                path.contains("/c27/purchases") && isDown.withLock { $0 }
                    ? Answer(status: 500) : nil
            }
            let fault = try #require(try await bench.fault())
            #expect(fault.code == 75)
            #expect(fault.description.contains("answered 500"))
            #expect(bench.read() == Array(ExportBench.customers.prefix(20)))
            // What a step was writing when it was stopped does not count.
            let file = bench.folder.file("out/answers/customer.jsonl")
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("{\"object\":\"cus".utf8))
            try handle.close()
            isDown.withLock { $0 = false }
            #expect(try await bench.run().isFinished)
            let whole = try await bench.run(out: "whole")
            #expect(whole.isFinished)
            for name in ["customers", "customer", "aliases", "subscriptions", "purchases"] {
                let file = "answers/\(name).jsonl"
                #expect(bench.lines(file) == bench.lines(file, of: "whole"))
            }
        }

        @available(macOS 14, *)
        @Test func `A customer who is gone is counted and told, and the others are read`()
            async throws
        {
            let bench = try ExportBench { path, _ in
                path.contains("/c3/subscriptions") ? Answer(status: 404) : nil
            }
            let state = try await bench.run()
            #expect(state.gone == 1)
            #expect(state.read == 44)
            #expect(!bench.read().contains("c3"))
            #expect(
                bench.lines("notices.jsonl") == [
                    #"{"customer":"c3","call":"revenuecat.export.subscriptions","gone":404}"#
                ])
        }

        @available(macOS 14, *)
        @Test func `A customer whom the host refuses is counted and told`() async throws {
            let bench = try ExportBench { path, _ in
                path.contains("/c3/") ? Answer(status: 400, body: #"{"message":"Odd."}"#) : nil
            }
            let state = try await bench.run()
            #expect(state.refused == 1)
            #expect(
                bench.lines("notices.jsonl").first?.contains(#""refused":400,"says":"Odd.""#)
                    == true)
        }

        @available(macOS 14, *)
        @Test
        func `What the list and the single answer say of a customer is told where it differs`()
            async throws
        {
            let bench = try ExportBench { path, _ in
                path.hasSuffix("/c3?expand=attributes")
                    ? Answer(
                        status: 200,
                        body: ExportBench.customer("c3").replacing("\":2}", with: "\":9}")) : nil
            }
            let state = try await bench.run()
            #expect(state.changed == 1)
            #expect(
                bench.lines("notices.jsonl") == [
                    #"{"customer":"c3","call":"revenuecat.export.customer","#
                        + #""changed":"last_seen_at","list":2,"single":9}"#
                ])
        }

        @available(macOS 14, *)
        @Test func `Every page of a customer's list is read, and a list that is cut is told`()
            async throws
        {
            let bench = try ExportBench { path, _ in
                if path.hasSuffix("/c3/purchases?limit=20") {
                    return Answer(
                        status: 200,
                        body: ExportBench.page(
                            [#"{"object":"purchase"}"#],
                            next: "/v2/projects/p/customers/c3/purchases?starting_after=a"))
                }
                guard path.hasSuffix("/c4?expand=attributes") else { return nil }
                let more = #","attributes":{"items":[],"next_page":"/more"}}"#
                return Answer(
                    status: 200, body: ExportBench.customer("c4").replacing("}", with: more))
            }
            let state = try await bench.run()
            #expect(state.cut == 1)
            #expect(bench.lines("answers/purchases.jsonl").count == 46)
            #expect(bench.host.paths.contains { $0.hasSuffix("purchases?starting_after=a") })
            #expect(bench.lines("notices.jsonl").first?.hasSuffix(#""cut":"attributes"}"#) == true)
        }

        @available(macOS 14, *)
        @Test(arguments: [
            ("", "nothing at all"), ("<html>", "begins with \"<html>\""), ("[1]", "a list"),
            ("{\"object\":\"list\"}", "no member \"items\""),
            (#"{"object":"list","items":1,"url":"x"}"#, "no list \"items\""),
            (#"{"object":"list","items":[{}],"url":"x"}"#, "customer 1 of the page has no text"),
            (#"{"object":"list","items":[],"url":"x","next_page":1}"#, "a text or null"),
            (
                #"{"object":"list","items":[{"id":"a"}],"url":"x","next_page":"https://x.y/z"}"#,
                "not a path of the same host"
            ),
            (
                #"{"object":"list","items":[],"url":"x","next_page":"/z"}"#,
                "there is a next one"
            ),
            (
                #"{"object":"list","items":[{"id":"a"}],"url":"x","next_page":"/v2/projects/p/customers?limit=20"}"#,
                "the same page again"
            ),
        ])
        func `An answer off its shape ends it, with the path and what was expected`(
            body: String, words: String
        ) async throws {
            let bench = try ExportBench { path, _ in
                path.hasPrefix("/v2/projects/p/customers?") ? Answer(status: 200, body: body) : nil
            }
            let fault = try #require(try await bench.fault())
            #expect(fault.code == 65)
            #expect(fault.description.contains("GET /v2/projects/p/customers?limit=20: "))
            #expect(fault.description.contains(words), "\(fault)")
        }

        @available(macOS 14, *)
        @Test func `Pages that lead back, and a list of nobody, end it`() async throws {
            let round = try ExportBench { path, _ in
                guard path.hasPrefix("/v2/projects/p/customers?") else { return nil }
                let next = path.contains("starting_after=c1") ? "c2" : "c1"
                return Answer(
                    status: 200,
                    body: ExportBench.page(
                        [ExportBench.customer(next)],
                        next: "/v2/projects/p/customers?starting_after=\(next)"))
            }
            #expect(try await round.fault()?.description.contains("lead back") == true)
            let nobody = try ExportBench { path, _ in
                path.contains("/customers/") ? Answer(status: 404) : nil
            }
            #expect(try await nobody.fault()?.description.contains("none of the 20") == true)
        }

        @available(macOS 14, *)
        @Test func `IDs are encoded, so that no one leads to another path`() async throws {
            var bench = try ExportBench()
            bench.options.only = ["a/b?c", "..", "é%2F", "$RCAnonymousID:1"]
            _ = try await bench.run()
            let asked = bench.host.paths.filter { $0.hasSuffix("aliases?limit=20") }.sorted()
            #expect(
                asked
                    == ["%24RCAnonymousID%3A1", "%2E%2E", "%C3%A9%252F", "a%2Fb%3Fc"].map {
                        "/v2/projects/p/customers/\($0)/aliases?limit=20"
                    })
        }

        @available(macOS 14, *)
        @Test func `No more calls start than the pace allows, and none is refused`() async throws {
            var bench = try ExportBench()
            bench.options.pace = .most(20, seconds: 1)
            bench.options.most = 8
            let clock = ContinuousClock()
            let begin = clock.now
            let state = try await bench.run()
            // 2 calls of the project, 1 page, 8 customers of 5 calls: two windows have passed.
            #expect(state.calls == 43)
            #expect(clock.now - begin >= .seconds(2))
        }

        @available(macOS 14, *)
        @Test func `A folder of another export is refused, and so is a file that was cut`()
            async throws
        {
            var bench = try ExportBench()
            bench.options.most = 20
            _ = try await bench.run()
            var other = bench
            other.options.only = ["c1"]
            #expect(try await other.fault()?.code == 64)
            let file = bench.folder.file("out/answers/customer.jsonl")
            try Data("{}".utf8).write(to: URL(fileURLWithPath: file))
            bench.options.most = nil
            let fault = try #require(try await bench.fault())
            #expect(fault.code == 65)
            #expect(fault.description.contains("2 bytes"))
        }

        @Test func `One customer is told of in the singular`() async throws {
            var bench = try ExportBench()
            bench.options.most = 1
            _ = try await bench.run()
            let told = bench.lines("export.md")
            #expect(told.contains { $0.hasPrefix("- 1 customer was read with ") })
        }
    }
#endif
