// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Exports from hosts that say the key back.
    @Suite struct ExportSecretTests {
        typealias Answer = ScriptedHost.Answer

        /// What hosts answer with, and what is told of it.
        static let answers: [(answer: Answer, told: String)] = [
            (
                Answer(status: 401, body: #"{"message":"sk_bench is not known"}"#),
                "the key is refused (401: <key> is not known)"
            ),
            (
                Answer(status: 400, body: #"{"error":{"message":"Bearer sk_bench"}}"#),
                "it is refused (400: Bearer <key>)"
            ),
            (Answer(status: 200, body: "You sent sk_bench"), #"begins with "You sent <key>""#),
            // Shortened within the key, a part of it would be left.
            (
                Answer(
                    status: 400,
                    body: #"{"message":"\#(String(repeating: "x", count: 196))sk_bench"}"#),
                "xxxx<key)"
            ),
            (
                Answer(status: 200, body: "\(String(repeating: "x", count: 57))sk_bench"),
                #"xxxx<ke""#
            ),
        ]

        @available(macOS 14, *)
        @Test(arguments: answers.indices)
        func `A key that a host says back is not told`(index: Int) async throws {
            let (answer, told) = Self.answers[index]
            let bench = try ExportBench { path, _ in
                path.contains("/customers?") ? answer : nil
            }
            let text = try #require(try await bench.fault()).description
            #expect(text.contains(told), "\(text)")
            #expect(!text.contains("sk_"))
        }

        @available(macOS 14, *)
        @Test func `A key that is said back of one customer stands in no file`() async throws {
            let bench = try ExportBench { path, _ in
                path.contains("/c3/subscriptions")
                    ? Answer(status: 400, body: #"{"message":"sk_bench may not"}"#) : nil
            }
            #expect(try await bench.run().refused == 1)
            #expect(
                bench.lines("notices.jsonl") == [
                    #"{"customer":"c3","call":"revenuecat.export.subscriptions","refused":400,"#
                        + #""says":"<key> may not"}"#
                ])
        }
    }
#endif
