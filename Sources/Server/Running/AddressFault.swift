// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import NIOCore
    import NIOPosix

    /// Why nothing can listen on an address.
    package struct AddressFault: Error, CustomStringConvertible {
        package let description: String

        /// What an error says of an address; nil for an error of something else.
        init?(_ error: any Error, _ host: String, _ port: Int) {
            switch error {
            case let error as IOError:
                let isTaken = error.errnoCode == EADDRINUSE
                description =
                    "\(host):\(port): cannot be listened on: "
                    + "\(String(cString: strerror(error.errnoCode))); "
                    + (isTaken ? "stop the other program, or " : "")
                    + "give another address with --listen HOST:PORT"
            case is SocketAddressError.UnknownHost:
                description =
                    "\(host):\(port): the host is unknown; give another address with "
                    + "--listen HOST:PORT"
            default: return nil
            }
        }
    }

    @available(macOS 14, iOS 17, *)
    extension AllonymServer {
        /// Listens on an address and leaves it at once, so that where it is taken that is known
        /// before a project is made.
        ///
        /// - Parameters:
        ///   - host: The address to listen at.
        ///   - port: The port; 0 for any that is free.
        /// - Throws: ``AddressFault`` where nothing can listen there.
        package static func checkAddress(_ host: String, _ port: Int) async throws {
            do {
                // As the server listens: a port that it has just left is free.
                let group = MultiThreadedEventLoopGroup.singleton
                let channel = try await ServerBootstrap(group: group)
                    .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                    .bind(host: host, port: port).get()
                try await channel.close().get()
            } catch {
                if let fault = AddressFault(error, host, port) { throw fault }
                throw error
            }
        }
    }
#endif
