// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AsyncHTTPClient
    import AllonymCore
    import AllonymInput
    import AllonymJournal
    package import AllonymMappings
    package import AllonymSending
    package import AllonymServer
    package import AllonymService
    import Foundation
    package import HTTPTypes
    import Logging

    /// A target that is simulated in this process.
    ///
    /// The plan's calls come to it over HTTP, as they will to the real one. What is read and what the
    /// app does are calls of the same interfaces, handed to it without a connection: there are far
    /// more of them, and the network has no part in what they find out.
    @available(macOS 14, *)
    package struct SimulatedTarget: Sendable {
        /// The project behind it, for what no call of the provider's does.
        package let project: Project
        /// Its keys, which nobody else ever sees.
        package let keys: NewKeys
        /// What makes the plan's calls.
        package let client: TargetClient
        /// Where every call comes in.
        private let gate: Gate

        /// The provider's ID of the project.
        package var name: String { project.file.name }

        /// How many calls are in flight at once.
        package static let width = 16
        /// How many milliseconds an answer may take: the machine is busy with both sides.
        private static let patience: Int64 = 120_000

        /// Serves a project in memory while something is done with it.
        ///
        /// - Parameters:
        ///   - begun: What it begins with; its clock stands at the moment of that.
        ///   - mappings: What is known of the providers.
        ///   - body: What is done.
        /// - Returns: What that returns.
        /// - Throws: What that throws, or why nothing can be served.
        package static func serving<Answer: Sendable>(
            _ begun: BegunProject, _ mappings: Mappings,
            _ body: @escaping @Sendable (SimulatedTarget) async throws -> Answer
        ) async throws -> Answer {
            let (hosted, made) = try HostedProject.open(
                begun.file, in: MemoryJournal(), mappings,
                clock: ProjectClock(frozen: begun.at ?? Date()), beginning: begun.beginning)
            try await hosted.project.begin()
            guard let made else {
                throw RehearsalFault("a project that is to be rehearsed with has keys already")
            }
            let (addresses, listening) = AsyncStream.makeStream(of: String.self)
            let served = ServedProjects([hosted], mappings)
            let server = AllonymServer(
                host: "127.0.0.1", port: 0, projects: served,
                profiles: [:], logger: Logger(label: "allonym") { _ in SwiftLogNoOpLogHandler() }
            ) { listening.yield($0) }
            return try await server.run {
                guard let address = await addresses.first(where: { _ in true }),
                    let url = URL(string: address)
                else { throw RehearsalFault("the simulated target does not listen") }
                let client = TargetClient.makeHTTPClient(
                    connections: width, patience: patience)
                let target = SimulatedTarget(
                    project: hosted.project, keys: made,
                    client: TargetClient(base: url, client, timeout: patience),
                    gate: Gate(served) { _ in })
                let answer: Result<Answer, any Error>
                do {
                    answer = .success(try await body(target))
                } catch {
                    answer = .failure(error)
                }
                try await client.shutdown()
                return try answer.get()
            }
        }

        // MARK: Calls

        /// Which of its keys a call has.
        package enum Key { case `public`, secret, admin }

        /// Calls it.
        ///
        /// - Returns: The answer, whatever it says.
        /// - Throws: That the task was cancelled.
        package func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], key: Key,
            headers: [(name: String, value: String)] = []
        ) async throws -> TargetAnswer {
            let text =
                switch key {
                case .public: keys.public[0]
                case .secret: keys.secret[0]
                case .admin: keys.admin[0]
                }
            var fields: HTTPFields = [
                .contentType: "application/json", .authorization: "Bearer \(text)",
            ]
            for header in headers {
                if let name = HTTPField.Name(header.name) { fields[name] = header.value }
            }
            try Task.checkCancellation()
            let answer = await gate.answer(method, path, headers: fields, body: body)
            return TargetAnswer(answer.status.code, body: answer.body)
        }

        /// Reads something; nil where there is no such thing.
        ///
        /// - Throws: ``TargetRefusal`` where the target does not read what is asked for,
        ///   ``RehearsalFault`` for any other answer than what is asked for.
        func read<Value: Decodable>(
            _ type: Value.Type, _ path: String, key: Key = .secret
        ) async throws -> Value? {
            let answer = try await call(.get, path, key: key)
            if answer.status == 404 { return nil }
            if let refusal = TargetRefusal(answer) { throw refusal }
            guard answer.status == 200,
                let value = WireJSON.value(type, in: answer.body)
            else {
                throw RehearsalFault(
                    "GET \(ShownText.brief(path)) was answered with \(answer.status)")
            }
            return value
        }
    }

    /// Why a rehearsal cannot go on; never what the plan is to blame for.
    package struct RehearsalFault: Error, CustomStringConvertible {
        package let description: String

        init(_ reason: String) { description = "The rehearsal cannot go on: \(reason)." }
    }

    /// JSON as it goes over the wire.
    ///
    /// Its types name their members as the wire does: names that are converted cost a conversion of
    /// each member of an answer, of those that nobody reads, too.
    enum WireJSON {
        /// A value as it is sent.
        static func bytes(of value: some Encodable) throws -> [UInt8] {
            [UInt8](try JSONEncoder().encode(value))
        }

        /// A value that was answered; nil for anything else.
        static func value<Value: Decodable>(_ type: Value.Type, in body: [UInt8]) -> Value? {
            try? JSONDecoder().decode(type, from: Data(body))
        }
    }

    extension String {
        /// As a segment of a path.
        var pathSegment: String {
            utf8.map { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"):
                    String(UnicodeScalar(byte))
                default: String(format: "%%%02X", byte)
                }
            }.joined()
        }
    }
#endif
