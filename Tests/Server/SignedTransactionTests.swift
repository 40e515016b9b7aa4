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

    /// Which App Store transactions are believed.
    @Suite struct SignedTransactionTests {
        /// A way to sign a transaction.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let isTaken: Bool
            let jws: @Sendable (TestAppStore) throws -> String

            init(
                _ description: String, taken isTaken: Bool = false,
                _ jws: @escaping @Sendable (TestAppStore) throws -> String
            ) {
                testDescription = description
                self.isTaken = isTaken
                self.jws = jws
            }
        }

        private static func members(_ others: [String: Any]) -> [String: Any] {
            TestAppStore.transaction(others)
        }

        static let cases: [Case] = [
            Case("as Apple signs", taken: true) { try $0.sign() },
            Case("without the root, which the project has", taken: true) {
                try $0.sign(chain: [$0.leaf, $0.intermediate])
            },
            Case("by the very certificate that the project names", taken: true) {
                try $0.sign(chain: [$0.root], key: $0.root.key)
            },
            Case("in Xcode's environment", taken: true) {
                try $0.sign(members(["environment": "Xcode"]))
            },
            Case("with members that nobody knows", taken: true) {
                try $0.sign(members(["advanced": ["x": 1]]))
            },
            Case("under another root") { _ in try TestAppStore().sign() },
            Case("by another's leaf under the named root's certificates") { store in
                let other = try TestAppStore()
                return try store.sign(
                    chain: [other.leaf, store.intermediate, store.root], key: other.leaf.key)
            },
            Case("by the leaf of an expired certificate") {
                try $0.sign(members(["signedDate": 1_767_268_800_000 + 86_400_000 * 31]))
            },
            Case("before the certificate was valid") {
                try $0.sign(members(["signedDate": 1_767_268_800_000 - 86_400_000 * 31]))
            },
            Case("by another key") { try $0.sign(key: $0.intermediate.key) },
            Case("with a chain out of order") {
                try $0.sign(chain: [$0.leaf, $0.root, $0.intermediate])
            },
            Case("with the intermediate first") {
                try $0.sign(
                    chain: [$0.intermediate, $0.leaf, $0.root], key: $0.intermediate.key)
            },
            Case("by the intermediate") {
                try $0.sign(chain: [$0.intermediate, $0.root], key: $0.intermediate.key)
            },
            Case("without the intermediate") { try $0.sign(chain: [$0.leaf, $0.root]) },
            Case("without certificates") { try $0.sign(chain: []) },
            Case("with five certificates") {
                try $0.sign(chain: [$0.leaf, $0.intermediate, $0.root, $0.root, $0.root])
            },
            Case("with one certificate twice") {
                try $0.sign(chain: [$0.leaf, $0.intermediate, $0.intermediate, $0.root])
            },
            Case("with the algorithm none") { try $0.sign(algorithm: "none") },
            Case("with HS256") { try $0.sign(algorithm: "HS256") },
            Case("with RS256") { try $0.sign(algorithm: "RS256") },
            Case("with an extension that has to be known") { try $0.sign(crit: ["b64"]) },
            Case("without a signature") {
                try $0.sign().split(separator: ".").prefix(2).joined(separator: ".") + "."
            },
            Case("truncated") { String(try $0.sign().dropLast(10)) },
            Case("with padding") { try $0.sign() + "==" },
            Case("with another payload") { store in
                var parts = try store.sign().components(separatedBy: ".")
                let other = try JSONSerialization.data(
                    withJSONObject: members(["productId": "year"]))
                parts[1] = TestAppStore.encoded(other)
                return parts.joined(separator: ".")
            },
            Case("of a megabyte") {
                try $0.sign(members(["x": String(repeating: "x", count: 700_000)]))
            },
            Case("of two dots") { _ in ".." },
            Case("of text that is no JSON") { _ in "e30.e30.e30" },
            Case("of another app") { try $0.sign(members(["bundleId": "com.example.other"])) },
            Case("of a product that is not sold") {
                try $0.sign(members(["productId": "week"]))
            },
            Case("of a product of another kind") {
                try $0.sign(members(["type": "Consumable"]))
            },
            Case("of a subscription without an end") {
                try $0.sign(members(["expiresDate": NSNull()]))
            },
            Case("of an unknown environment") {
                try $0.sign(members(["environment": "Mars"]))
            },
            Case("with an end beyond the year 9999") {
                try $0.sign(members(["expiresDate": 253_402_300_800_000]))
            },
            Case("with a time before 1970") { try $0.sign(members(["purchaseDate": -1])) },
            Case("with an empty ID") { try $0.sign(members(["originalTransactionId": ""])) },
            Case("with an ID that is no number") {
                try $0.sign(members(["originalTransactionId": "alice"]))
            },
            Case("without the time of signing") {
                try $0.sign(members(["signedDate": NSNull()]))
            },
        ]

        @Test(arguments: cases)
        func `A transaction counts where it can be checked, and nowhere else`(_ given: Case)
            async throws
        {
            let store = try TestAppStore()
            let server = try TestServer("revenuecat", appStoreRoots: [store.pem])
            let reply = await server.post(try given.jws(store), as: "ann")
            #expect(reply.status == (given.isTaken ? 200 : 400), "\(reply.text)")
            #expect(reply["code"] as? Int == (given.isTaken ? nil : 7103))
            let view = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect((view["access"] as? [String] == ["gold"]) == given.isTaken)
        }

        @Test(
            arguments: [
                (.init(), 200), (.init(isLeafAuthority: true), 400),
                (.init(isLeafMarked: false), 400), (.init(isIntermediateMarked: false), 400),
                (.init(isIntermediateAuthority: false), 400),
                (.init(leafDays: -30...(-1)), 400),
            ] as [(TestAppStore.Differences, Int)])
        func `Only certificates that Apple signs transactions with count`(
            differences: TestAppStore.Differences, status: Int
        ) async throws {
            let store = try TestAppStore(differences)
            let server = try TestServer("revenuecat", appStoreRoots: [store.pem])
            #expect(await server.post(try store.sign(), as: "ann").status == status)
        }

        @Test func `A project that names no root takes no signed transaction`() async throws {
            let reply = await (try TestServer("revenuecat")).post(
                try TestAppStore().sign(), as: "ann")
            #expect(reply.status == 400 && reply["code"] as? Int == 7103)
        }

        @Test(
            arguments: [
                (#""appStoreRoots":["ROOT"],"appStoreBundles":["com.example.app"]"#, nil),
                (#""appStoreRoots":[],"appStoreBundles":[]"#, nil),
                (#""appStoreRoots":["ROOT"]"#, "appStoreBundles"),
                (
                    #""appStoreRoots":["ROOT","x"],"appStoreBundles":["com.example.app"]"#,
                    "appStoreRoots[1]"
                ),
                (
                    #""appStoreRoots":["ROOTROOT"],"appStoreBundles":["com.example.app"]"#,
                    "appStoreRoots[0]"
                ),
                (#""appStoreRoots":[7]"#, "appStoreRoots[0]"),
                (#""appStoreRoots":"ROOT""#, "appStoreRoots"),
            ] as [(String, String?)])
        func `Roots are looked at when a project is opened`(members: String, fault: String?) throws
        {
            let pem = try TestAppStore().pem.replacing("\n", with: "\\n")
            let text =
                #"{"project":"test","provider":"revenuecat",\#(members)}"#
                .replacing("ROOT", with: pem + "\\n")
            var found: String?
            do {
                let file = try ProjectFile(Array(text.utf8), providers: EveryProvider.keys)
                _ = try HostedProject.open(
                    file, in: MemoryJournal(), EveryProvider.mappings, clock: ProjectClock())
            } catch let error as DocumentFault {
                found = error.member
            }
            #expect(found == fault)
        }
    }
#endif
