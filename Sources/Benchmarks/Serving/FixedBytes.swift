// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import ArgumentParser
    import Foundation
    import Hummingbird
    import NIOCore
    import Synchronization

    /// A server that answers every call with the same bytes, and notes when it came: the peer of
    /// `serve`, the receiver of its webhooks, and what the calls of a plan are made at.
    @available(macOS 15, *)
    struct FixedBytes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fixed-bytes", abstract: "Answer every call with the same bytes.",
            shouldDisplay: false)

        @Option(help: "How many bytes an answer has.")
        var bytes = 2

        /// When calls came, in their order.
        private final class Arrivals: Sendable {
            private let instants = Mutex<[ContinuousClock.Instant]>([])

            var count: Int { instants.withLock { $0.count } }

            func add() { instants.withLock { $0.append(.now) } }

            /// The most that came in any minute.
            var mostInMinute: Int {
                instants.withLock { instants in
                    var (most, first) = (0, 0)
                    for (last, instant) in instants.enumerated() {
                        while instant - instants[first] >= .seconds(60) { first += 1 }
                        most = max(most, last - first + 1)
                    }
                    return most
                }
            }

            /// The fewest that came in any minute that begins with one and ends before the last; 0
            /// where there is no such minute.
            var leastInMinute: Int {
                instants.withLock { instants in
                    guard let last = instants.last else { return 0 }
                    var (least, end) = (instants.count, 0)
                    for (first, instant) in instants.enumerated() {
                        guard last - instant >= .seconds(60) else {
                            return first == 0 ? 0 : least
                        }
                        while instants[end] - instant < .seconds(60) { end += 1 }
                        least = min(least, end - first)
                    }
                    return least
                }
            }

            /// How many microseconds lie between the first and the last.
            var microseconds: Int {
                instants.withLock { instants in
                    guard let first = instants.first, let last = instants.last else { return 0 }
                    return Int((last - first).seconds * 1_000_000)
                }
            }
        }

        func run() async throws {
            let arrivals = Arrivals()
            let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
            let responder = CallbackResponder<BasicRequestContext> { request, _ in
                let asked: Int? =
                    switch request.uri.path {
                    case "/count": arrivals.count
                    case "/most-in-a-minute": arrivals.mostInMinute
                    case "/least-in-a-minute": arrivals.leastInMinute
                    case "/microseconds": arrivals.microseconds
                    default: nil
                    }
                if let asked {
                    return Response(
                        status: .ok, body: .init(byteBuffer: ByteBuffer(string: "\(asked)")))
                }
                arrivals.add()
                _ = try? await request.body.collect(upTo: 1 << 20)
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
