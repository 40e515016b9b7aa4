// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import NIOCore
    import NIOHTTPTypes

    /// Closes a connection on which no whole request comes in time, or whose answer nobody reads.
    ///
    /// The time begins with the connection and with the end of each answer, and ends with the end of a
    /// request: whoever sends a byte now and then does not hold a connection for long. While bytes of
    /// answers wait to be sent, a kilobyte a second has to leave, whatever is asked meanwhile: an
    /// answer that is not read is given up after two such times at the latest.
    final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let time: TimeAmount
        /// The fewest bytes that have to leave in such a time, while there are any.
        private let fewest: Int
        /// When it is looked at whether the connection is closed.
        private var deadline: NIODeadline
        /// What looks at the deadline.
        ///
        /// There is one for many requests, since a new one for each costs more than many an answer.
        private var timer: (fires: NIODeadline, scheduled: Scheduled<Void>)?
        /// Whether a request's end is still to come.
        private var isReading = false
        /// Requests that have begun and whose answers have not been written to their end.
        private var unanswered = 0
        /// How many bytes waited to be sent when they were last counted; nil where more have been
        /// written since.
        private var unsent: Int?

        /// Such a time for each request.
        init(_ time: TimeAmount) {
            self.time = time
            fewest = max(1, Int(time.nanoseconds / 1_000_000_000) << 10)
            deadline = .now() + time
        }

        func handlerAdded(context: ChannelHandlerContext) { wait(time, context) }

        func handlerRemoved(context: ChannelHandlerContext) {
            timer?.scheduled.cancel()
            timer = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head:
                isReading = true
                unanswered += 1
            case .body: break
            case .end:
                isReading = false
                // It was answered before it had come: the next one has its own time.
                if unanswered == 0 { deadline = .now() + time }
            }
            context.fireChannelRead(data)
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            // Nothing more is written while too much waits: this puts off no deadline for long.
            unsent = nil
            if case .end = unwrapOutboundIn(data) {
                unanswered -= 1
                // What is answered before its body has come is refused: its sender has a second to
                // read the answer, and the rest is not read.
                wait(isReading ? .seconds(1) : time, context)
            }
            context.write(data, promise: promise)
        }

        private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
            deadline = NIODeadline.now() + time
            if let timer, timer.fires <= deadline { return }
            timer?.scheduled.cancel()
            look(at: deadline, context.channel)
        }

        private func look(at instant: NIODeadline, _ channel: any Channel) {
            let scheduled = channel.eventLoop.assumeIsolated().scheduleTask(deadline: instant) {
                self.timer = nil
                if self.deadline <= .now() {
                    guard self.mayGoOn(channel) else { return channel.close(promise: nil) }
                    self.deadline = .now() + self.time
                }
                self.look(at: self.deadline, channel)
            }
            timer = (fires: instant, scheduled: scheduled)
        }

        /// Whether a connection has another such time: bytes leave it, or none wait and it is the
        /// server's turn.
        private func mayGoOn(_ channel: any Channel) -> Bool {
            let options = channel.syncOptions
            let count = (try? options?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
            defer { unsent = count }
            let isAnswering = unanswered > (isReading ? 1 : 0)
            guard count > 0 else { return isAnswering || (unsent ?? 0) > 0 }
            return unsent.map { $0 == 0 || count <= $0 - fewest } ?? true
        }
    }
#endif
