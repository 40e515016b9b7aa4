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

        /// What the target's API has given.
        struct Reading {
            /// The files, as arguments.
            let files: String
            /// The options with which a plan reads them.
            let options: String
        }

        private let source: String
        private let target: String
        private let name: String
        private let workspace: Workspace
        /// What was read after the calls; nil where the target has no API that reads.
        private(set) var read: Reading?

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
        func carryOut() async throws -> Report {
            let report = try await rehearse()
            try workspace.write(
                #"{"project":"demo","provider":"\#(target)","keys":{"public":["pk_demo"],"#
                    + #""secret":["sk_demo"],"admin":["ak_demo"]}}"#, to: "\(name).json")
            let server = try await ServerProcess(
                in: workspace, project: "\(name).json", data: "\(name)-data", ["--from-plan", name])
            let keys = try keyNames()
            let given = keys.map { "--key-env '\($0)=\(Self.variable(of: $0))'" }
                .joined(separator: " ")
            let applied = try await workspace.done(
                "migrate apply --plan \(name) --to-url \(server.address) --project demo --rate off "
                    + given)
            #expect(keys.isEmpty || applied.contains("Everything is done."), "\(applied)")
            switch target {
            case "qonversion", "revenuecat": try await compareExport(of: server)
            default: if !keys.isEmpty { try await compareCustomers(of: server) }
            }
            if target == "revenuecat" { try await compareSubscribers(of: server) }
            #expect(server.terminate() == 0)
            return report
        }

        // MARK: - Keys

        /// The names that the plan's calls have for keys; none without calls.
        private func keyNames() throws -> [String] {
            guard let text = try? workspace.content(of: "\(name)/calls.json") else { return [] }
            let named = text.matches(
                of: #/<(?:hex HMAC-SHA256 of the body with the )?([^<>]+)>/#
            ).map { String($0.output.1) }
            return Set(named).filter { $0.contains("key") || $0.contains("secret") }.sorted()
        }

        private static func variable(of key: String) -> String {
            key.contains("secret") ? "SECRET" : "PUBLIC"
        }

        // MARK: - Looking from outside

        /// Compares the plan with what the target's own API gives of all customers.
        private func compareExport(of server: ServerProcess) async throws {
            let project = target == "revenuecat" ? "--project demo " : ""
            let said = try await workspace.done(
                "migrate export --from \(target) --from-url \(server.address) \(project)"
                    + "--rate off --key-env SECRET --out \(name)-read")
            let next = try #require(
                said.firstMatch(of: #/--in (.*?)( --products [^ ]+)? --out PLAN/#))
            let files = String(next.output.1)
            read = Reading(files: files, options: "--in \(files)\(next.output.2 ?? "")")
            try await verify(files)
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

        /// Compares it with the server's own view of each customer, where no API reads.
        private func compareCustomers(of server: ServerProcess) async throws {
            let plan = try PlannedCalls(in: workspace, name)
            for (id, names) in try plan.expected().sorted(by: { $0.key < $1.key }) {
                let reply = await server.call(
                    "GET", "/allonym/v1/customers/\(Self.encoded(id))", key: "ak_demo")
                let found = Set(reply?.object["access"] as? [String] ?? [])
                #expect(found.isSuperset(of: names), "\(id)")
            }
        }

        private static func encoded(_ id: String) -> String {
            id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        }
    }

    extension Workspace {
        /// Runs the tool to its good end, with the keys of ``AppliedMove``'s servers.
        @discardableResult
        func done(_ command: String) async throws -> String {
            let run = try await run(
                command, environment: ["PUBLIC": "pk_demo", "SECRET": "sk_demo"])
            #expect(run.code == 0, "\(command): \(run.errors)\(run.output)")
            return run.output
        }
    }
#endif
