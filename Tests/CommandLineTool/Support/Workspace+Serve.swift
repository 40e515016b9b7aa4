// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymTestSupport
    import Testing

    extension Workspace {
        /// The keys of the projects that serve plans, by the variables that hold them.
        static let keys = ["PUBLIC": "pk_demo", "SECRET": "sk_demo"]

        /// Runs the tool to its good end, with the keys of served plans.
        @discardableResult
        func done(_ command: String) async throws -> String {
            let run = try await run(command, environment: Self.keys)
            #expect(run.code == 0, "\(command): \(run.errors)\(run.output)")
            return run.output
        }

        /// Serves a project of a plan's target, `demo`, whose stores know the plan's purchases.
        func serve(plan name: String, at target: String) async throws -> ServerProcess {
            try await serve(name, of: target, ["--from-plan", name])
        }

        /// Serves a project of a provider, `demo`, that begins with what the arguments say.
        private func serve(
            _ name: String, of provider: String, _ arguments: [String]
        ) async throws -> ServerProcess {
            try write(
                #"{"project":"demo","provider":"\#(provider)","keys":{"public":["pk_demo"],"#
                    + #""secret":["sk_demo"],"admin":["ak_demo"]}}"#, to: "\(name).json")
            return try await ServerProcess(
                in: self, project: "\(name).json", data: "\(name)-data", arguments)
        }

        /// Whether a provider's API gives its customers.
        static func exports(_ provider: String) -> Bool {
            EveryProvider.mappings.formats[provider]?.export != nil
        }

        /// Reads a served project by its provider's API, into a folder.
        func export(
            _ provider: String, from server: ServerProcess, into folder: String
        ) async throws -> AppliedMove.Reading {
            let project = provider == "revenuecat" ? "--project demo " : ""
            let said = try await done(
                "migrate export --from \(provider) --from-url \(server.address) \(project)"
                    + "--rate off --key-env SECRET --out \(folder)")
            let next = try #require(
                said.firstMatch(of: #/--in (.*?)( --products [^ ]+)? --out PLAN/#))
            let files = String(next.output.1)
            return AppliedMove.Reading(
                files: files, options: "--in \(files)\(next.output.2 ?? "")")
        }

        /// Invents customers of a provider, and returns the options with which a plan reads them:
        /// what the API of a project gives that serves them, or the file where no API does.
        func customers(of provider: String, _ count: Int) async throws -> String {
            try await done("migrate sample --from \(provider) --customers \(count) --output given")
            guard Self.exports(provider) else { return "--in given" }
            let server = try await serve(
                "source", of: provider, ["--from-export", "given", "--from", provider])
            let reading = try await export(provider, from: server, into: "source-read")
            #expect(server.terminate() == 0)
            return reading.options
        }
    }
#endif
