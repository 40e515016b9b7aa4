// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// A move by calls: planned, rehearsed, applied at a server of its own, and read there.
    final class AppliedMove {
        /// What a rehearsal says, as far as anybody looks at it.
        struct Report: Decodable {
            let customers, confirmed: [String: Int]
            let holds: Bool
        }

        /// What a provider's API has given.
        struct Reading {
            /// The files, as arguments.
            let files: String
            /// The options with which a plan reads them.
            let options: String
        }

        /// A customer with access at the target, as its server has it.
        struct Holder {
            var ids: Set<String> = []
            let access: Set<String>
        }

        private let source: String
        private let target: String
        private let name: String
        private let workspace: Workspace
        /// What was read after the calls; nil where the target has no API that reads.
        private(set) var read: Reading?
        /// Whoever has access after the calls to what somebody has access to at the source.
        private(set) var holders: [Holder] = []

        /// A move.
        ///
        /// - Parameters:
        ///   - source: The provider, or `neutral`.
        ///   - target: The provider.
        ///   - name: The folder of the plan.
        ///   - workspace: Where everything is.
        init(from source: String, to target: String, named name: String, in workspace: Workspace) {
            (self.source, self.target, self.name) = (source, target, name)
            self.workspace = workspace
        }

        /// Plans it with calls wherever there are such.
        func plan(_ options: String) async throws {
            try await workspace.done(
                "migrate plan --from \(source) --to \(target) --route api --out \(name) \(options)")
            try await workspace.done("migrate verify --plan \(name)")
        }

        /// Rehearses the plan, whose every customer has what it says.
        @discardableResult
        func rehearse() async throws -> Report {
            let text = try await workspace.done("migrate rehearse --plan \(name) --format json")
            let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
            #expect(report.holds)
            #expect(report.confirmed["kept"] == report.customers["kept"])
            #expect(report.confirmed["byApp"] == report.customers["byApp"])
            return report
        }

        /// Rehearses the plan, applies it, and looks at the target.
        func carryOut() async throws {
            try await rehearse()
            let server = try await workspace.serve(plan: name, at: target)
            let plan = try PlannedCalls(in: workspace, name)
            let applied = try await workspace.done(
                "migrate apply --plan \(name) --to-url \(server.address) --project demo --rate off "
                    + plan.keyOptions)
            #expect(plan.calls.isEmpty || applied.contains("Everything is done."), "\(applied)")
            if Workspace.exports(target) { try await compareExport(of: server) }
            if target == "revenuecat" { try await compareSubscribers(of: server) }
            if !plan.calls.isEmpty { try await compareCustomers(of: server, plan) }
            #expect(server.terminate() == 0)
        }

        // MARK: - Looking from outside

        /// Compares the plan with what the target's own API gives of all customers.
        private func compareExport(of server: ServerProcess) async throws {
            let given = try await workspace.export(target, from: server, into: "\(name)-read")
            read = given
            try await verify(given.files)
        }

        /// Compares it with RevenueCat's REST v1, which is asked about one customer at a time.
        private func compareSubscribers(of server: ServerProcess) async throws {
            var lines: [String] = []
            for id in try PlannedCalls(in: workspace, name).expected().keys.sorted() {
                let reply = try #require(
                    await server.call(
                        "GET", "/v1/subscribers/\(Self.encoded(id))", key: "sk_demo"))
                #expect(reply.status == 200, "\(id)")
                lines.append(String(decoding: reply.body, as: UTF8.self) + "\n")
            }
            try workspace.write(lines.joined(), to: "\(name)-v1.jsonl")
            if !lines.isEmpty { try await verify("\(name)-v1.jsonl") }
        }

        private func verify(_ files: String) async throws {
            let seen = try await workspace.done("migrate verify --plan \(name) --export \(files)")
            #expect(seen.contains("missing: 0; different: 0."), "\(seen)")
        }

        /// Compares it with the server's own view of each customer, who has what the import gives,
        /// and nothing more that no finding names.
        private func compareCustomers(of server: ServerProcess, _ plan: PlannedCalls) async throws {
            let sought = try plan.sought()
            var seen: [String: (holder: Holder, promise: PlannedCalls.Promise)] = [:]
            for (id, promise) in try plan.promises().sorted(by: { $0.key < $1.key }) {
                let reply = try #require(
                    await server.call(
                        "GET", "/allonym/v1/customers/\(Self.encoded(id))", key: "ak_demo"))
                let access = Set(reply.object["access"] as? [String] ?? [])
                // Whoever is not there is alone.
                let original = reply.object["original"] as? String ?? id
                var customer =
                    seen[original] ?? (Holder(access: access.intersection(sought)), .init())
                customer.holder.ids.formUnion(reply.object["aliases"] as? [String] ?? [id])
                customer.promise.kept.formUnion(promise.kept)
                customer.promise.explained.formUnion(promise.explained)
                seen[original] = customer
            }
            for (id, customer) in seen.sorted(by: { $0.key < $1.key }) {
                let (found, promise) = (customer.holder.access, customer.promise)
                #expect(promise.kept.subtracting(found) == [], "\(id) has less")
                #expect(
                    found.subtracting(promise.kept).subtracting(promise.explained) == [],
                    "\(id) has more")
            }
            holders = seen.values.map(\.holder).filter { !$0.access.isEmpty }
        }

        private static func encoded(_ id: String) -> String {
            id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        }
    }
#endif
