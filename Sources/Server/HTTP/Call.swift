// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import HTTPTypes

    /// A request, read whole: what a dialect gets to see.
    package struct Call: Sendable {
        package let method: HTTPRequest.Method
        /// The path's segments, each decoded once.
        package let path: [String]
        package let query: Query
        package let headers: HTTPFields
        package let body: [UInt8]
        /// The host and port that it was sent to, as it says.
        package var authority: String?
        /// Where the server listens that has got it, whatever it says itself; this machine for one that
        /// came over no port.
        package var server = "http://localhost"

        /// A request; nil where its path is not well-formed: a percent sign without two digits, bytes
        /// that are no UTF-8, or a NUL.
        ///
        /// - Parameters:
        ///   - method: Its method.
        ///   - target: Path and query, as they came.
        ///   - headers: Its headers.
        ///   - body: Its body.
        package init?(
            _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:],
            body: [UInt8] = []
        ) {
            let bytes = target.utf8
            let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
            guard bytes.first == UInt8(ascii: "/"), mark > bytes.startIndex else { return nil }
            var path: [String] = []
            path.reserveCapacity(8)
            var rest = Substring(target)[..<mark].utf8.dropFirst()
            while true {
                let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                guard let text = PercentDecoding.text(rest[..<end]) else { return nil }
                path.append(text)
                guard end < rest.endIndex else { break }
                rest = rest[end...].dropFirst()
            }
            if path.count > 1, path.last?.isEmpty == true { path.removeLast() }
            guard let query = Query(mark < bytes.endIndex ? target[mark...].dropFirst() : "")
            else { return nil }
            self.method = method
            self.path = path
            self.query = query
            self.headers = headers
            self.body = body
        }

        /// What can be said of a request that is not read: its path is as it came, its body is left out.
        package init(
            unread method: HTTPRequest.Method, _ target: String, headers: HTTPFields
        ) {
            self.method = method
            path = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
            query = Query()
            self.headers = headers
            body = []
        }

        /// The host and port that it was sent to, from wherever it says so.
        package var host: String? { authority ?? header("Host") }

        /// A header's value; the first where it came more than once.
        package func header(_ name: String) -> String? {
            HTTPField.Name(name).flatMap { headers[fields: $0].first?.value }
        }

        /// The key in a header of a provider's own; without such a header as ``key`` is.
        package func key(in header: String?) -> String? {
            guard let header else { return key }
            return self.header(header)
        }

        /// The key that it carries: after `Bearer` in `Authorization`, or the whole value.
        package var key: String? {
            guard let value = headers[fields: .authorization].first?.value else { return nil }
            guard value.utf8.count > Call.scheme.count,
                value.utf8.prefix(Call.scheme.count).elementsEqual(
                    Call.scheme, by: { Call.lowercase($0) == $1 })
            else { return value }
            return String(Substring(value.utf8.dropFirst(Call.scheme.count)))
        }

        private static let scheme = Array("bearer ".utf8)

        private static func lowercase(_ byte: UInt8) -> UInt8 {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
    }

    /// What stands behind the question mark, in the order in which it came.
    package struct Query: Sendable {
        private var items: [(name: String, value: String)] = []

        /// Nothing.
        init() {}

        init?(_ text: Substring) {
            for item in text.split(separator: "&") {
                let parts = item.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = PercentDecoding.text(parts[0].utf8, plusIsBlank: true),
                    let value = PercentDecoding.text(
                        (parts.count > 1 ? parts[1] : "").utf8, plusIsBlank: true)
                else { return nil }
                items.append((name: name, value: value))
            }
        }

        /// The names, in the order in which they came.
        var names: [String] { items.map(\.name) }

        /// The first value of a name.
        package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

        /// All values of a name.
        package func all(_ name: String) -> [String] {
            items.filter { $0.name == name }.map(\.value)
        }
    }

    /// Percent-encoded text.
    enum PercentDecoding {
        /// Decodes once; nil for what is not well-formed.
        static func text(_ bytes: Substring.UTF8View, plusIsBlank: Bool = false) -> String? {
            if bytes.allSatisfy({ isPlain($0, plusIsBlank) }) { return String(Substring(bytes)) }
            var decoded: [UInt8] = []
            decoded.reserveCapacity(bytes.count)
            var iterator = bytes.makeIterator()
            while let byte = iterator.next() {
                switch byte {
                case UInt8(ascii: "%"):
                    guard let high = iterator.next().flatMap(value),
                        let low = iterator.next().flatMap(value)
                    else { return nil }
                    decoded.append(high << 4 | low)
                case UInt8(ascii: "+") where plusIsBlank: decoded.append(UInt8(ascii: " "))
                default: decoded.append(byte)
                }
            }
            guard !decoded.contains(0) else { return nil }
            return String(validating: decoded, as: UTF8.self)
        }

        /// Whether a byte stands for itself, whatever stands beside it.
        private static func isPlain(_ byte: UInt8, _ plusIsBlank: Bool) -> Bool {
            (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
                && !(plusIsBlank && byte == UInt8(ascii: "+"))
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
    }
#endif
