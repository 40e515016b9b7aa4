// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymServer
    import AllonymService
    import Dispatch
    import Foundation
    import NIOCore
    import Testing

    /// Where webhooks may go, and what finding that out costs others.
    @Suite struct WebhookTargetTests {
        private static let endpoint = Endpoint(
            id: "hook", url: "https://hooks.example.com/", form: "revenuecat",
            allowLoopback: false, created: 0)

        @Test func `A name server that does not answer keeps nobody else waiting`() async throws {
            struct Unanswered: Error {}
            let answers = DispatchSemaphore(value: 0)
            let count = ProcessInfo.processInfo.activeProcessorCount + 1
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try await WebhookTarget.check(Self.endpoint) { _ in
                            guard answers.wait(timeout: .now() + 60) == .success else {
                                throw Unanswered()
                            }
                            return [try SocketAddress(ipAddress: "203.0.113.7", port: 443)]
                        }
                    }
                }
                // It needs a thread of those that answer calls.
                group.addTask { for _ in 0..<count { answers.signal() } }
                try await group.waitForAll()
            }
        }

        @Test(arguments: [
            ("203.0.113.7", true), ("127.0.0.1", false), ("10.1.2.3", false),
            ("172.16.0.1", false), ("172.32.0.1", true), ("192.168.1.1", false),
            ("169.254.169.254", false), ("100.64.0.1", false), ("0.0.0.0", false),
            ("::1", false), ("fe80::1", false), ("fd00::1", false), ("::ffff:10.0.0.1", false),
            ("2001:db8::1", true),
        ])
        func `A name that leads into a private network is refused`(
            address: String, isTaken: Bool
        ) async throws {
            let found = try SocketAddress(ipAddress: address, port: 443)
            if isTaken {
                try await WebhookTarget.check(Self.endpoint) { _ in [found] }
            } else {
                await #expect(throws: WebhookTarget.Refusal.self) {
                    try await WebhookTarget.check(Self.endpoint) { _ in [found] }
                }
            }
        }

        @Test(
            arguments: [
                (["203.0.113.7", "2001:db8::1"], true), (["203.0.113.7", "10.0.0.1"], false),
                (["10.0.0.1", "203.0.113.7"], false), (["203.0.113.7", "::1"], false), ([], false),
            ] as [([String], Bool)])
        func `Of a name with several addresses each has to be public`(
            addresses: [String], isTaken: Bool
        ) async throws {
            let found = try addresses.map { try SocketAddress(ipAddress: $0, port: 443) }
            if isTaken {
                try await WebhookTarget.check(Self.endpoint) { _ in found }
            } else {
                await #expect(throws: WebhookTarget.Refusal.self) {
                    try await WebhookTarget.check(Self.endpoint) { _ in found }
                }
            }
        }

        @Test func `The system finds this machine's addresses, which are refused`() async throws {
            let found = try WebhookTarget.addresses(of: "localhost")
            #expect(!found.isEmpty)
            #expect(found.allSatisfy { ["127.0.0.1", "::1"].contains($0.ipAddress) })
            let endpoint = Endpoint(
                id: "hook", url: "https://localhost/", form: "revenuecat", allowLoopback: false,
                created: 0)
            await #expect(throws: WebhookTarget.Refusal.self) {
                try await WebhookTarget.check(endpoint)
            }
        }
    }
#endif
