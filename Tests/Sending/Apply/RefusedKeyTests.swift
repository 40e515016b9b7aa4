// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Keys that the target does not take, or not for everything.
    @Suite struct RefusedKeyTests {
        @Test func `A key that is not taken ends the run at once, and nothing is written of it`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(401, headers: [:])
            }
            let report = try await plan.run(at: server.address)
            #expect(report.stopped == "key-refused")
            // Everybody's first call is one with this key.
            #expect(
                report.stoppedBecause == "the target does not take the key \"project key\": 401")
            #expect(report.next.last?.hasPrefix("The same key will be refused again") == true)
            #expect(!report.next.contains { $0.hasPrefix("Start the same command again") })
            #expect(report.customers.left == report.customers.all)
            #expect(report.sent <= 8)
            for file in try FileManager.default.contentsOfDirectory(atPath: plan.path) {
                let bytes = FileManager.default.contents(atPath: "\(plan.path)/\(file)") ?? Data()
                #expect(bytes.range(of: Data("sk_faulty".utf8)) == nil, "\(file)")
                #expect(bytes.range(of: Data("pk_faulty".utf8)) == nil, "\(file)")
            }
        }

        @Test func `Of several keys the one that is not taken is named, and where it comes from`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let folder = try Folder()
            let file = folder.file("secret")
            #expect(
                FileManager.default.createFile(
                    atPath: file, contents: Data("sk_faulty\n".utf8),
                    attributes: [.posixPermissions: 0o600]))
            let keys = TargetKeys(named: [
                "project key": try SecretKey(made: "pk_faulty"),
                "secret key": try SecretKey(file: file),
            ])
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasSuffix("/entitlements") && line.hasPrefix("POST")
                    ? .answer(403, headers: [:]) : .none
            }
            let report = try await plan.run(at: server.address, keys: keys)
            #expect(report.stopped == "key-refused")
            #expect(
                report.stoppedBecause
                    == "the target does not take the key \"secret key\" from \(file): 403")
        }

        @Test func `A key that may not read ends the run: nothing is taken to be as wanted`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let mayRead = Locked(true)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasPrefix("GET ") && !mayRead.withLock { $0 }
                    ? .answer(403, headers: [:]) : .none
            }
            #expect(try await plan.run(at: server.address).isComplete)
            // In another copy of the plan all is there already, and has to be compared.
            try plan.forget()
            mayRead.withLock { $0 = false }
            let refused = try await plan.run(at: server.address)
            #expect(refused.stoppedBecause?.contains("does not take the key") == true)
            #expect(refused.calls["there already"] == nil)
            #expect(!refused.isComplete)
            let look = try await plan.look(at: server.address)
            #expect(look.stopped?.contains("does not take the key") == true)

            mayRead.withLock { $0 = true }
            let rest = try await plan.run(at: server.address)
            #expect(rest.isComplete, "\(rest.lines.joined(separator: "\n"))")
        }
    }
#endif
