// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymSending
    import AllonymTestSupport
    import Foundation
    import Testing

    /// An export of RevenueCat's form from a scripted host into a folder of a test.
    @available(macOS 14, *)
    struct ExportBench {
        let host: ScriptedHost
        let folder: Folder
        private let source: ExportSource
        var options = ExportRun.Options()

        /// The customers that a host has unless a test says otherwise.
        static let customers = (1...45).map { "c\($0)" }

        /// A bench; where the script has no answer, the host is a good one.
        init(
            _ script: @escaping @Sendable (_ path: String, _ times: Int) -> ScriptedHost.Answer? = {
                _, _ in nil
            }
        ) throws {
            host = try ScriptedHost { path, times in
                script(path, times) ?? ExportBench.answer(path)
            }
            folder = try Folder()
            let key = folder.file("key")
            try Data("sk_bench".utf8).write(to: URL(fileURLWithPath: key))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            let base = try #require(URL(string: host.address))
            let found = ExportSource(
                "revenuecat", EveryProvider.mappings, base: base, project: "p",
                key: try SecretKey(file: key))
            source = try #require(found)
            options.pace = .unlimited
            options.pauses = [.milliseconds(1), .milliseconds(1)]
        }

        /// Runs the export, or goes on with it; the folder may know the host by another address.
        func run(out: String = "out", named url: String? = nil) async throws -> ExportState {
            let folder = try ExportFolder(
                folder.file(out),
                ExportState.Subject(
                    provider: "revenuecat", url: url ?? host.address, project: "p",
                    only: options.only?.joined(separator: ",")))
            defer { folder.close() }
            try await ExportRun.run(source, options, into: folder)
            try ExportReport(source, folder, shown: out).write()
            return folder.state
        }

        /// The fault that it ends with.
        func fault() async throws -> ExportFault? {
            do {
                _ = try await run()
                return nil
            } catch let fault as ExportFault {
                return fault
            }
        }

        /// The lines of a file of the export.
        func lines(_ name: String, of out: String = "out") -> [String] {
            let bytes = FileManager.default.contents(atPath: folder.file("\(out)/\(name)"))
            return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }

        /// The customers that were read, in the order of the file.
        func read(in out: String = "out") -> [String] {
            lines("answers/customer.jsonl", of: out).compactMap { line in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                return (object as? [String: Any])?["id"] as? String
            }
        }

        // MARK: - A good host

        /// A page of a list.
        static func page(_ items: [String], next: String? = nil, url: String = "/x") -> String {
            let next = next.map { "\"\($0)\"" } ?? "null"
            return "{\"object\":\"list\",\"items\":[\(items.joined(separator: ","))],"
                + "\"next_page\":\(next),\n \"url\":\"\(url)\"}"
        }

        private static func answer(_ path: String) -> ScriptedHost.Answer {
            let parts = path.split(separator: "?")
            let names = parts[0].split(separator: "/").map(String.init)
            let query = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
            func value(_ name: String) -> String? {
                query.first { $0.hasPrefix("\(name)=") }.map {
                    String($0.dropFirst(name.count + 1))
                }
            }
            switch (names.count, names.last ?? "") {
            case (4, "customers"):
                let size = value("limit").flatMap { Int($0) } ?? 20
                let last = value("starting_after").flatMap { customers.firstIndex(of: $0) }
                let rest = customers[((last ?? -1) + 1)...]
                let shown = rest.prefix(size)
                let next =
                    rest.count > size
                    ? "\(parts[0])?starting_after=\(shown.last ?? "")&limit=\(size)" : nil
                return ScriptedHost.Answer(
                    status: 200, body: page(shown.map(customer), next: next, url: String(parts[0])))
            case (5, let id): return ScriptedHost.Answer(status: 200, body: customer(id))
            default:
                return ScriptedHost.Answer(status: 200, body: page([], url: String(parts[0])))
            }
        }

        static func customer(_ id: String) -> String {
            "{\"object\":\"customer\",\"id\":\"\(id)\",\"first_seen_at\":1,\"last_seen_at\":2}"
        }
    }
#endif
