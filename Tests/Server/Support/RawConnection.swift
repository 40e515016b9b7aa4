// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation

    #if canImport(Glibc)
        import Glibc
    #endif

    /// Does work that waits, on a thread of its own: the server needs those of the pool.
    func waiting<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// A connection on which anything can be sent, which no client would.
    final class RawConnection: Sendable {
        private let descriptor: Int32

        /// A connection to a port of this machine; nil where nobody takes it.
        ///
        /// - Parameters:
        ///   - port: The port.
        ///   - window: Where it is given, about so many bytes are under way that nobody has read: the
        ///     systems of both sides hold a few times as many, not megabytes.
        init?(port: Int, window: Int32? = nil) {
            #if canImport(Glibc)
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            if var window {
                // The sender's system keeps room for a number of segments: small ones.
                var segment: Int32 = 1_000
                let size = socklen_t(MemoryLayout<Int32>.size)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, size)
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, &segment, size)
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port).bigEndian)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { return nil }
            var time = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(descriptor) }

        /// Sends bytes; false where the other side takes no more.
        @discardableResult
        func send(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    #if canImport(Glibc)
                        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    #else
                        Foundation.send(descriptor, $0.baseAddress, $0.count, 0)
                    #endif
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        /// Reads to the end with a pause after every part; how many bytes there were.
        func receiveSlowly(_ part: Int, pause: TimeInterval) -> Int {
            var buffer = [UInt8](repeating: 0, count: part)
            var received = 0
            while true {
                let count = recv(descriptor, &buffer, part, 0)
                guard count > 0 else { return received }
                received += count
                Thread.sleep(forTimeInterval: pause)
            }
        }

        /// All that the other side says until it closes, or until it has said nothing for 20 seconds.
        func receive(until end: String? = nil) -> String {
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                received += buffer[..<count]
                if let end, String(decoding: received, as: UTF8.self).contains(end) { break }
            }
            return String(decoding: received, as: UTF8.self)
        }
    }
#endif
