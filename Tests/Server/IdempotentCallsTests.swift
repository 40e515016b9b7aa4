// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// `Idempotency-Key`: what is remembered of calls, and Qonversion's calls that take one.
    @Suite struct IdempotentCallsTests {
        private func call(
            _ body: String, _ path: String = "/v4/users"
        ) throws -> Call {
            try #require(Call(.post, path, body: Array(body.utf8)))
        }

        @Test func `Keys beyond the capacity are forgotten, the oldest first`() async throws {
            let calls = IdempotentCalls(capacity: 2)
            let made = Locked(0)
            func send(_ key: String) async throws {
                _ = try await calls.answer(try call(key), under: key, of: "make") {
                    made.withLock { $0 += 1 }
                    return Answer(.created)
                }
            }
            for (key, expected) in [
                ("a", 1), ("b", 2), ("a", 2), ("c", 3), ("b", 3), ("c", 3), ("a", 4), ("c", 4),
                ("b", 5),
            ] {
                try await send(key)
                #expect(made.withLock { $0 } == expected, "\(key)")
            }
        }

        @Test func `A key says nothing of another operation`() async throws {
            let calls = IdempotentCalls()
            for operation in ["make", "change", "make"] {
                let answer = try await calls.answer(try call(""), under: "k", of: operation) {
                    Answer(.ok, Array(operation.utf8))
                }
                #expect(answer.map { String(decoding: $0.body, as: UTF8.self) } == operation)
            }
        }

        @Test func `Of calls at once one is made, and a failed one can be made again`()
            async throws
        {
            let calls = IdempotentCalls()
            let made = Locked(0)
            let request = try call("")
            let send: @Sendable (Bool) async throws -> Answer? = { fails in
                try await calls.answer(request, under: "k", of: "make") {
                    made.withLock { $0 += 1 }
                    try await Task.sleep(for: .milliseconds(20))
                    if fails { throw Refused(Answer(.badRequest)) }
                    return Answer(.created)
                }
            }
            await #expect(throws: Refused.self) { try await send(true) }
            try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<20 { group.addTask { try await send(false)?.status.code } }
                for try await status in group { #expect(status == 201) }
            }
            #expect(made.withLock { $0 } == 2)
        }

        // MARK: Qonversion's

        private func send(
            _ path: String, _ body: String, under key: String?, to server: TestServer
        ) async -> TestServer.Reply {
            await server.call(
                .post, "/v4/\(path)", body, key: "secret",
                headers: key.map { ["Idempotency-Key": $0] } ?? [:])
        }

        @Test(
            arguments: [
                ("users", #"{"environment":"prod"}"#, #"{"environment":"sandbox"}"#),
                ("identities", #"{"identity_id":"a"}"#, #"{"identity_id":"b"}"#),
                (
                    "users/ann/properties", #"{"properties":[{"key":"x","value":"1"}]}"#,
                    #"{"properties":[{"key":"x","value":"2"}]}"#
                ),
            ])
        func `The same call under the same key gets the first answer, another call 409`(
            path: String, body: String, other: String
        ) async throws {
            let server = try TestServer("qonversion")
            _ = await send("users", #"{"id":"ann"}"#, under: nil, to: server)
            let first = await send(path, body, under: "k", to: server)
            #expect([200, 201].contains(first.status))
            let again = await send(path, body, under: "k", to: server)
            #expect(again.status == first.status && again.body == first.body)
            #expect(again.headers == first.headers)
            let another = await send(path, other, under: "k", to: server)
            #expect(another.status == 409, "\(another.text)")
            #expect(another["error", "code"] as? String == "already_exists")
            #expect([200, 201].contains(await send(path, other, under: "l", to: server).status))
        }

        @Test func `A user is made once for a key, and with every call that has none`()
            async throws
        {
            let server = try TestServer("qonversion")
            var ids: [String] = []
            for key in ["k", "k", nil, nil, "l", "k"] {
                let made = await send("users", #"{"environment":"prod"}"#, under: key, to: server)
                ids.append(try #require(made["id"] as? String))
            }
            #expect(ids[0] == ids[1] && ids[0] == ids[5])
            #expect(Set(ids).count == 4)
        }

        @Test func `A repeated call does not undo what came between`() async throws {
            let server = try TestServer("qonversion")
            _ = await send("users", #"{"id":"ann"}"#, under: nil, to: server)
            for (value, key) in [("1", "k"), ("2", "l"), ("1", "k")] {
                _ = await send(
                    "users/ann/properties",
                    #"{"properties":[{"key":"x","value":"\#(value)"}]}"#, under: key, to: server)
            }
            let list = await server.call(.get, "/v4/users/ann/properties", key: "secret")
            #expect(list.text.contains(#""value":"2""#), "\(list.text)")
        }

        @Test func `An erasure forgets every answer that was kept`() async throws {
            let server = try TestServer("qonversion")
            let body = #"{"identity_id":"a"}"#
            let first = await send("identities", body, under: "k", to: server)
            let erased = await server.call(
                .delete, "/allonym/v1/customers/a", key: "admin")
            #expect(erased.status == 204, "\(erased.text)")
            let again = await send("identities", body, under: "k", to: server)
            #expect(again.body != first.body)
        }

        @Test func `A refused call is not remembered`() async throws {
            let server = try TestServer("qonversion")
            let body = #"{"identity_id":"a","user_id":"ann"}"#
            #expect(await send("identities", body, under: "k", to: server).status == 404)
            _ = await send("users", #"{"id":"ann"}"#, under: nil, to: server)
            #expect(await send("identities", body, under: "k", to: server).status == 201)
            #expect(await send("identities", body, under: "k", to: server).status == 201)
            #expect(await send("identities", body, under: nil, to: server).status == 409)
        }
    }
#endif
