// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import HTTPTypes
    import NIOCore

    /// Keeps the first bytes of each request on a connection, for those that cannot be read as one.
    ///
    /// Of a request whose path or headers are too large the parser tells nothing; where it was sent
    /// is in these bytes. Of requests that are sent without waiting for answers they may be missing.
    final class RequestOpening: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        /// The most bytes that are kept.
        private static let mostBytes = 2_048
        private var bytes: [UInt8] = []
        /// What is being read.
        ///
        /// Most requests come as a whole, and nothing of them is copied.
        private var current: ByteBuffer?

        /// What comes from now on is the next request.
        func begin() {
            bytes = []
            current = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            current = unwrapInboundIn(data)
            context.fireChannelRead(data)
            take()
        }

        private func take() {
            if let current {
                bytes += current.readableBytesView.prefix(RequestOpening.mostBytes - bytes.count)
            }
            current = nil
        }

        /// As much of the request as can be told from its first bytes: the target may have lost its
        /// end, and headers that are not there whole are left out.
        func call() -> Call {
            take()
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
                .map { String(decoding: $0, as: UTF8.self) }
            let words = lines.removeFirst().split(separator: " ")
            // The last one has no end.
            let headers = lines.dropLast().compactMap { line -> HTTPField? in
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
                    return nil
                }
                return HTTPField(name: name, value: String(parts[1].drop { $0 == " " }))
            }
            return Call(
                unread: words.first.flatMap { HTTPRequest.Method(rawValue: String($0)) } ?? .get,
                words.count > 1 ? String(words[1]) : "/", headers: HTTPFields(headers))
        }
    }
#endif
