// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation
    import Hummingbird
    import NIOCore
    import Synchronization

    /// A server that answers every call with the same bytes, and counts: the peer of `serve`, and the
    /// receiver of its webhooks.
    @available(macOS 15, *)
    struct FixedBytes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fixed-bytes", abstract: "Answer every call with the same bytes.",
            shouldDisplay: false)

        @Option(help: "How many bytes an answer has.")
        var bytes = 2

        private final class Count: Sendable {
            let calls = Atomic(0)
        }

        func run() async throws {
            let count = Count()
            let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
            let responder = CallbackResponder<BasicRequestContext> { request, _ in
                if request.uri.path == "/count" {
                    let calls = count.calls.load(ordering: .relaxed)
                    return Response(
                        status: .ok, body: .init(byteBuffer: ByteBuffer(string: "\(calls)")))
                }
                _ = try? await request.body.collect(upTo: 1 << 20)
                count.calls.add(1, ordering: .relaxed)
                return Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: .init(byteBuffer: body))
            }
            let application = Application(
                responder: responder,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in
                    let address = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
                    FileHandle.standardOutput.write(Data("{\"listening\":\"\(address)\"}\n".utf8))
                })
            try await application.runService()
        }
    }
#endif
