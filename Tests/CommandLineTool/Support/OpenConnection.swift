// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation

    #if canImport(Glibc)
        import Glibc
    #endif

    /// Does work that waits, on a thread of its own.
    func aside<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// A connection to a server that stays open until nobody has it any more.
    final class OpenConnection: Sendable {
        private let descriptor: Int32

        /// A connection to an address such as `http://127.0.0.1:8080`; nil where nobody takes it.
        init?(to address: String) {
            guard let port = address.split(separator: ":").last.flatMap({ UInt16($0) }) else {
                return nil
            }
            #if canImport(Glibc)
                descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = in_port_t(port.bigEndian)
            name.sin_addr.s_addr = inet_addr("127.0.0.1")
            let result = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { return nil }
            var time = timeval(tv_sec: 20, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(
                    descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }

        deinit { close(descriptor) }

        /// Sends bytes; false where the other side takes no more.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
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

        /// What the other side says next; empty where it has closed the connection, or says nothing
        /// for 20 seconds.
        func receive() -> String {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
        }
    }
#endif
