// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymServer
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Signatures, as providers publish them.
    @Suite struct WebhookHeadersTests {
        @Test func `Published examples of signatures come out as published`() throws {
            var count = 0
            for (key, profile) in EveryProvider.mappings.deliveryProfiles {
                for scheme in profile.signatures {
                    for vector in scheme.vectors {
                        count += 1
                        let value = WebhookHeaders.value(
                            scheme, of: Array(vector.body.utf8), secret: vector.secret,
                            timestamp: vector.timestamp)
                        #expect(value == vector.value, "\(key)")
                    }
                }
            }
            #expect(count > 0)
        }

        private func request(_ headers: [(name: String, value: String)], _ body: String) -> [UInt8]
        {
            let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            return Array("POST /hook HTTP/1.1\r\n\(lines)\r\n\(body)".utf8)
        }

        @Test(arguments: ["revenuecat", "purchasely"])
        func `A saved request is the secret's, or is not`(provider: String) throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles[provider])
            let body = #"{"event":{"id":"1"}}"#
            let headers = WebhookHeaders(profile).all(
                of: Array(body.utf8), authorization: nil, secrets: ["s3cret"],
                timestamp: "1767268800")
            func holds(_ bytes: [UInt8], _ secret: String) throws -> Bool {
                try SignatureCheck(SavedRequest(bytes), under: profile, secret: secret).holds
            }
            #expect(try holds(request(headers, body), "s3cret"))
            #expect(try !holds(request(headers, body), "other"))
            #expect(try !holds(request(headers, body + " "), "s3cret"))
            #expect(try !holds(request([], body), "s3cret"))
        }

        @Test(
            arguments: [
                (-1, "1 byte shorter than its Content-Length of 20"),
                (1, "1 byte longer than its Content-Length of 20"),
                (2, "2 bytes longer than its Content-Length of 20"),
                (0, "signed with another one"),
            ])
        func `A body that is not as long as it was sent is told from one that was changed`(
            difference: Int, says: String
        ) throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles["revenuecat"])
            let body = #"{"event":{"id":"1"}}"#
            let headers = WebhookHeaders(profile).all(
                of: Array((difference == 0 ? "another" : body).utf8), authorization: nil,
                secrets: ["s3cret"], timestamp: "1767268800")
            let saved = (body + "\n\n").prefix(body.utf8.count + difference)
            let length = (name: "Content-Length", value: "\(body.utf8.count)")
            let check = try SignatureCheck(
                SavedRequest(request(headers + [length], String(saved))), under: profile,
                secret: "s3cret")
            #expect(!check.holds)
            #expect(check.description.contains(says), "\(check)")
        }

        @Test(arguments: ["s3cret", "Basic s3cret"])
        func `A fixed authorization is recognised with and without its prefix`(
            secret: String
        ) throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles["qonversion"])
            let saved = try SavedRequest(
                request([(name: "Authorization", value: "Basic s3cret")], "{}"))
            #expect(try SignatureCheck(saved, under: profile, secret: secret).holds)
        }

        @Test func `A provider that does not publish how it signs is said to`() throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles["nami"])
            let saved = try SavedRequest(request([(name: "nami-signature", value: "x")], "{}"))
            #expect(throws: SignatureCheck.Fault.unpublished) {
                try SignatureCheck(saved, under: profile, secret: "s")
            }
        }

        @Test(arguments: [
            "", "GET / HTTP/1.1\n\n", "POST / HTTP/1.1\nno colon\n\n", "POST / HTTP/1.1\na: b",
        ])
        func `What is no saved request is refused`(text: String) {
            #expect(throws: SignatureCheck.Fault.self) { try SavedRequest(Array(text.utf8)) }
        }
    }
#endif
