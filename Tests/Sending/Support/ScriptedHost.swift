// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A host on this machine that answers as a test says, one request a connection.
    final class ScriptedHost: Sendable {
        /// An answer; without a status the connection is cut.
        struct Answer: Sendable {
            var status: Int?
            var body = ""
            var headers: [String: String] = [:]
        }

        /// Where it listens.
        let address: String
        private let descriptor: Int32
        private let asked = Locked<[String]>([])

        /// The paths that were asked for, in order.
        var paths: [String] { asked.withLock { $0 } }

        /// A host; the script is given a path and how often it was asked for before.
        init(_ script: @escaping @Sendable (_ path: String, _ times: Int) -> Answer) throws {
            #if canImport(Glibc)
                let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                let listener = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &place) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, length) | listen(listener, 64)
                        | getsockname(listener, $0, &length)
                }
            }
            descriptor = listener
            address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
            guard result == 0 else { throw CocoaError(.fileReadUnknown) }
            let paths = asked
            Thread.detachNewThread {
                while true {
                    let connection = accept(listener, nil, nil)
                    guard connection >= 0 else { return }
                    Thread.detachNewThread {
                        ScriptedHost.serve(connection, paths, script)
                        close(connection)
                    }
                }
            }
        }

        deinit {
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }

        private static func serve(
            _ connection: Int32, _ asked: Locked<[String]>,
            _ script: (String, Int) -> Answer
        ) {
            var received: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            while !String(decoding: received, as: UTF8.self).contains("\r\n\r\n") {
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                received += buffer[..<count]
            }
            let words = String(decoding: received, as: UTF8.self).split(separator: " ")
            guard words.count > 1 else { return }
            let path = String(words[1])
            let times = asked.withLock { paths in
                defer { paths.append(path) }
                return paths.count { $0 == path }
            }
            let answer = script(path, times)
            guard let status = answer.status else { return }
            var text = "HTTP/1.1 \(status) X\r\nConnection: close\r\n"
            for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
            text += "Content-Length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)"
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    #if canImport(Glibc)
                        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    #else
                        send(connection, $0.baseAddress, $0.count, 0)
                    #endif
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
#endif
