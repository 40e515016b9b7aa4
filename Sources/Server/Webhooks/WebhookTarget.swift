// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    package import AllonymService
    import Dispatch
    import Foundation
    package import NIOCore

    /// Where webhooks may go.
    package enum WebhookTarget {
        /// Why one may not go where it is sent to.
        package struct Refusal: Error, Hashable, CustomStringConvertible {
            package let description: String
        }

        /// A name server that does not answer holds a thread for many seconds: none of those that
        /// answer calls.
        private static let resolving = DispatchQueue(
            label: "allonym.resolving", attributes: .concurrent)

        /// Refuses an endpoint on this machine or in a private network, unless it says that this is
        /// meant.
        ///
        /// One private address among several is enough: nobody knows which of them is called.
        /// - Parameters:
        ///   - endpoint: The endpoint.
        ///   - resolve: Finds all addresses of a host; it may take its time.
        /// - Throws: ``Refusal``, or what `resolve` throws.
        package static func check(
            _ endpoint: Endpoint,
            resolving resolve: @escaping @Sendable (_ host: String) throws -> [SocketAddress] = {
                try WebhookTarget.addresses(of: $0)
            }
        ) async throws {
            guard !endpoint.allowLoopback else { return }
            guard let host = URL(string: endpoint.url)?.host else {
                throw Refusal(description: "the address has no host")
            }
            let addresses = try await withCheckedThrowingContinuation { found in
                resolving.async { found.resume(with: Result { try resolve(host) }) }
            }
            guard !addresses.isEmpty else {
                throw Refusal(description: "\(host) has no address")
            }
            guard !addresses.contains(where: { isPrivate($0) }) else {
                throw Refusal(
                    description:
                        "\(host) is this machine or in a private network; an endpoint that is "
                        + "meant to be says \"allowLoopback\": true")
            }
        }

        /// The host of an address that is refused before any name is looked up; nil for other hosts,
        /// which may be refused once they are.
        static func privateHost(of url: String) -> String? {
            guard let host = URL(string: url)?.host?.trimmingCharacters(in: ["[", "]"]) else {
                return nil
            }
            if host.lowercased() == "localhost" { return host }
            guard let address = try? SocketAddress(ipAddress: host, port: 0) else { return nil }
            return isPrivate(address) ? host : nil
        }

        /// All addresses of a host, as the system finds them.
        ///
        /// - Throws: ``Refusal`` where there are none, and NIO's error for one that holds only on some
        ///   network card, as link-local ones do.
        package static func addresses(of host: String) throws -> [SocketAddress] {
            let found = Host(name: host).addresses
            guard !found.isEmpty else { throw Refusal(description: "\(host) has no address") }
            return try found.map { try SocketAddress(ipAddress: $0, port: 0) }
        }

        /// Whether an address is loopback, private, link-local, or of no host at all.
        ///
        /// Source: IANA's special-purpose address registries.
        static func isPrivate(_ address: SocketAddress) -> Bool {
            guard let text = address.ipAddress else { return true }
            if text.contains(":") {
                let lower = text.lowercased()
                if let mapped = lower.range(of: "::ffff:"),
                    lower[mapped.upperBound...].contains(".")
                {
                    return isPrivate(v4: String(lower[mapped.upperBound...]))
                }
                return lower == "::1" || lower == "::" || lower.hasPrefix("fe8")
                    || lower.hasPrefix("fe9") || lower.hasPrefix("fea") || lower.hasPrefix("feb")
                    || lower.hasPrefix("fc") || lower.hasPrefix("fd") || lower.hasPrefix("ff")
            }
            return isPrivate(v4: text)
        }

        private static func isPrivate(v4 text: String) -> Bool {
            let bytes = text.split(separator: ".").compactMap { UInt8($0) }
            guard bytes.count == 4 else { return true }
            switch (bytes[0], bytes[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127),
                (198, 18...19), (224..., _):
                return true
            default: return false
            }
        }
    }
#endif
