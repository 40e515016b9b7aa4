// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import NIOCore
    import NIOHTTPTypes

    /// Closes a connection on which no whole request comes in time.
    ///
    /// The time begins with the connection and with the end of each answer, and ends with the end of a
    /// request: whoever sends a byte now and then does not hold a connection for long.
    final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let time: TimeAmount
        /// When the connection is closed; nil while a request is being answered.
        private var deadline: NIODeadline?
        /// What looks at the deadline.
        ///
        /// There is one for many requests, since a new one for each costs more than many an answer.
        private var timer: (fires: NIODeadline, scheduled: Scheduled<Void>)?
        private var isReading = false

        /// Such a time for each request.
        init(_ time: TimeAmount) { self.time = time }

        func handlerAdded(context: ChannelHandlerContext) { wait(time, context) }

        func handlerRemoved(context: ChannelHandlerContext) {
            timer?.scheduled.cancel()
            timer = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: isReading = true
            case .body: break
            case .end:
                isReading = false
                deadline = nil
            }
            context.fireChannelRead(data)
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            // What is answered before its body has come is refused: its sender has a second to read
            // the answer, and the rest is not read.
            if case .end = unwrapOutboundIn(data) { wait(isReading ? .seconds(1) : time, context) }
            context.write(data, promise: promise)
        }

        private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
            let deadline = NIODeadline.now() + time
            self.deadline = deadline
            if let timer, timer.fires <= deadline { return }
            timer?.scheduled.cancel()
            look(at: deadline, context.channel)
        }

        private func look(at instant: NIODeadline, _ channel: any Channel) {
            let scheduled = channel.eventLoop.assumeIsolated().scheduleTask(deadline: instant) {
                self.timer = nil
                guard let deadline = self.deadline else { return }
                if deadline <= .now() {
                    channel.close(promise: nil)
                } else {
                    self.look(at: deadline, channel)
                }
            }
            timer = (fires: instant, scheduled: scheduled)
        }
    }
#endif
