// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypes

    /// Answers what cannot be read as a request, after the requests before it, and closes the
    /// connection.
    ///
    /// Whatever follows on the connection is dropped. A request of which only the body cannot be read
    /// is answered by whoever reads that.
    final class UnreadableRequest: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let answer: (GateRefusal, Call) -> Answer
        private let opening = RequestOpening()
        /// Requests that have come and whose answers have not been written to their end.
        private var unanswered = 0
        /// Whether a request's end is still to come.
        private var isReading = false
        /// What is wrong with what came last; nothing is read after it.
        private var fault: HTTPParserError?

        /// With whoever knows the words.
        init(_ answer: @escaping (GateRefusal, Call) -> Answer) { self.answer = answer }

        func handlerAdded(context: ChannelHandlerContext) {
            do {
                try context.pipeline.syncOperations.addHandler(opening, position: .first)
            } catch {
                // The connection is closed already.
                context.fireErrorCaught(error)
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard fault == nil else { return }
            switch unwrapInboundIn(data) {
            case .head:
                isReading = true
                unanswered += 1
            case .body: break
            case .end:
                isReading = false
                opening.begin()
            }
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard fault == nil else { return }
            guard let error = error as? HTTPParserError else {
                return context.fireErrorCaught(error)
            }
            fault = error
            if isReading {
                // Where it is answered already, the connection is about to be closed.
                if unanswered > 0 { context.fireErrorCaught(error) }
            } else if unanswered == 0 {
                refuse(context)
            }
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            switch unwrapOutboundIn(data) {
            case .head(var head) where fault != nil && isReading:
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .head, .body: context.write(data, promise: promise)
            case .end:
                context.write(data, promise: promise)
                unanswered -= 1
                if fault != nil, !isReading, unanswered == 0 { refuse(context) }
            }
        }

        private func refuse(_ context: ChannelHandlerContext) {
            // Whoever has asked to close the connection expects no answer to what follows.
            guard fault != .closedConnection else { return }
            let reason =
                fault == .headerOverflow
                ? "The path or the headers are too large." : "This is not HTTP/1.1."
            let answer = answer(.malformed(reason), opening.call())
            var headers = answer.headers
            headers[.contentLength] = "\(answer.body.count)"
            headers[.connection] = "close"
            let head = HTTPResponse(status: answer.status, headerFields: headers)
            let body = ByteBuffer(bytes: answer.body)
            let written = context.eventLoop.makePromise(of: Void.self)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(body)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
            let (channel, eventLoop) = (context.channel, context.eventLoop)
            written.futureResult.whenComplete { _ in
                channel.close(mode: .output, promise: nil)
                // Its sender has a second to read the answer; what it still sends is dropped.
                eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
            }
        }
    }
#endif
