// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import RevenueCatWire

    /// Which part of a list a caller of v2 asks for.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Pagination, read 2026-11-22.
    struct PageRequest: Sendable {
        /// The ID of the last item that the caller has.
        let startingAfter: String?
        let limit: Int
        /// What the next page's address has besides: what the caller asked for.
        private let others: [(name: String, value: String)]

        /// How many items a page has where the caller does not say.
        private static let usual = 20

        /// The first page of the usual length.
        static let first = PageRequest()

        private init() {
            (startingAfter, limit, others) = (nil, Self.usual, [])
        }

        /// What a query asks for.
        ///
        /// - Parameters:
        ///   - query: The query.
        ///   - kept: The parameters that the next page's address has again.
        /// - Throws: ``WrongPage`` where it is no page.
        init(_ query: Query, keeping kept: [String] = []) throws(WrongPage) {
            startingAfter = query["starting_after"]
            let limit = query["limit"]
            guard let count = limit.map({ Int($0) }) ?? Self.usual, (1...100).contains(count) else {
                throw WrongPage(param: "limit", message: "limit is a number from 1 to 100.")
            }
            self.limit = count
            var others = kept.flatMap { name in query.all(name).map { (name: name, value: $0) } }
            if let limit { others.append((name: "limit", value: limit)) }
            self.others = others
        }

        /// The page of a list.
        ///
        /// - Parameters:
        ///   - items: All items, in order.
        ///   - url: The path of the list.
        ///   - id: An item's ID.
        /// - Returns: The page.
        /// - Throws: ``WrongPage`` where no item has the ID to start after.
        func page<Item>(
            of items: [Item], url: String, id: (Item) -> String
        ) throws(WrongPage) -> REST2.ListPage<Item> {
            guard let startingAfter else { return page(rest: items[...], url: url, id: id) }
            guard let last = items.firstIndex(where: { id($0) == startingAfter }) else {
                throw WrongPage(
                    param: "starting_after", message: "The list has no item with this ID.")
            }
            return page(rest: items[(last + 1)...], url: url, id: id)
        }

        /// The first page of what is left of a list.
        func page<Item>(
            rest: ArraySlice<Item>, url: String, id: (Item) -> String
        ) -> REST2.ListPage<Item> {
            let items = Array(rest.prefix(limit))
            return REST2.ListPage(
                items: items, nextPage: next(after: items, of: rest.count, url: url, id: id),
                url: url)
        }

        private func next<Item>(
            after items: [Item], of count: Int, url: String, id: (Item) -> String
        ) -> String? {
            guard count > items.count, let last = items.last else { return nil }
            let parameters = [(name: "starting_after", value: id(last))] + others
            return url + "?"
                + parameters.map { "\($0.name)=\(PercentEncoding.text($0.value))" }
                .joined(separator: "&")
        }
    }

    /// A page that a caller asks for and that there is not.
    struct WrongPage: Error {
        let param: String
        let message: String
    }

    /// Text in paths and queries.
    enum PercentEncoding {
        /// Encodes once: every byte but letters, digits and `-._~`.
        ///
        /// Source: https://www.rfc-editor.org/rfc/rfc3986#section-2.3, read 2026-11-24.
        static func text(_ text: String) -> String {
            var encoded = ""
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    encoded.unicodeScalars.append(Unicode.Scalar(byte))
                default:
                    encoded += byte < 16 ? "%0" : "%"
                    encoded += String(byte, radix: 16, uppercase: true)
                }
            }
            return encoded
        }
    }
#endif
