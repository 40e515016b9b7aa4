// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server && os(Linux)

    import Foundation
    import Testing

    /// The memory of the server as a process, while callers send as much as they may.
    @Suite struct ServedMemoryTests {
        /// As large as a body may be, but for its last byte: it is waited for.
        private static let large = [UInt8](repeating: UInt8(ascii: "a"), count: (4 << 20) - 1)
        private static let head = Array(
            ("POST /v1/receipts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer pk_demo\r\n"
                + "X-Platform: ios\r\nContent-Length: \(4 << 20)\r\n\r\n").utf8)

        /// The process that works in a folder.
        private func process(in workspace: Workspace) throws -> String {
            let files = FileManager.default
            let folder = workspace.folder.resolvingSymlinksInPath().path
            let all = try files.contentsOfDirectory(atPath: "/proc")
            return try #require(
                all.first { name in
                    Int(name) != nil
                        && (try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd"))
                            == folder
                })
        }

        /// How many megabytes of a process are in memory.
        private func resident(_ process: String) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = try #require(
                status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            let kilobytes = try #require(
                line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
            return kilobytes >> 10
        }

        @Test func `Bodies of 512 MB from 128 callers take little more than the 256 MB they may`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(ServeProcessTests.project, to: "demo.json")
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            let process = try process(in: workspace)
            _ = await server.call("GET", "/v1/subscribers/ann", key: "pk_demo")
            let before = try resident(process)
            var held: [OpenConnection] = []
            for _ in 0..<128 {
                let connection = try #require(OpenConnection(to: server.address))
                await aside { _ = connection.send(Self.head) && connection.send(Self.large) }
                held.append(connection)
            }
            // Those who came too late have been told so, and what they send is dropped.
            let said = await aside { [last = held[127]] in last.receive() }
            #expect(said.hasPrefix("HTTP/1.1 503"), "\(said)")
            let grown = try resident(process) - before
            #expect((128..<448).contains(grown), "\(grown) MB")
            held.removeAll()
            var status: Int?
            for _ in 0..<100 where status != 200 {
                status = await server.call(
                    "POST", "/v1/subscribers/ann/attributes",
                    #"{"attributes":{"tea":{"value":"green"}}}"#, key: "pk_demo")?.status
                if status != 200 { try await Task.sleep(for: .milliseconds(100)) }
            }
            #expect(status == 200)
        }
    }
#endif
