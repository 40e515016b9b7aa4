// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import Foundation

    /// An answer of a provider's, checked: a page of a list, or one object.
    struct ExportAnswer: Sendable {
        /// The whole answer on one line, without the line end.
        let line: [UInt8]
        /// The object.
        let members: [String: JSONValue]
        /// The elements of a page.
        let items: [JSONValue]
        /// Path and query of the next page.
        let next: String?

        /// Checks an answer.
        ///
        /// - Parameters:
        ///   - body: The answer as it came.
        ///   - path: The path that it answers.
        ///   - call: The call.
        ///   - source: Whose answer it is.
        /// - Throws: ``ExportFault`` where it is not what the documents say.
        @available(macOS 14, *)
        init(
            _ body: [UInt8], to path: String, _ call: ProviderExport.Call, _ source: ExportSource
        ) throws(ExportFault) {
            func wrong(_ reason: String) -> ExportFault { .shape(path: path, reason: reason) }
            if let offset = UTF8Check.fault(body.span) {
                throw wrong("expected JSON, but byte \(offset + 1) of the answer is not UTF-8")
            }
            guard let value = try? JSONValue(parsing: body) else {
                throw wrong(
                    "expected JSON, but the answer begins with "
                        + ExportAnswer.start(of: body, source))
            }
            guard case .object(let members) = value else {
                throw wrong("expected an object, but the answer is \(value.kind)")
            }
            for name in call.members where members[name] == nil {
                throw wrong("the answer has no member \"\(name)\"")
            }
            // In JSON a line break stands between values alone, where a blank does as well.
            line = body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            self.members = members
            guard call.isList else {
                (items, next) = ([], nil)
                return
            }
            let pages = source.export.pages
            guard case .array(let items)? = members[pages.items] else {
                throw wrong("the answer has no list \"\(pages.items)\"")
            }
            self.items = items
            switch members[pages.next] {
            case nil, .null: next = nil
            case .string(let text):
                next = try ExportAnswer.next(text, after: path, source)
                if items.isEmpty { throw wrong("the page is empty, and yet there is a next one") }
            case .some(let other):
                throw wrong("\"\(pages.next)\" has to be a text or null, not \(other.kind)")
            }
        }

        /// The path of the next page, which is on the same host.
        @available(macOS 14, *)
        private static func next(
            _ text: String, after path: String, _ source: ExportSource
        ) throws(ExportFault) -> String {
            let next: String
            switch source.export.pages.nextIs {
            case .value: next = source.setting(source.export.pages.after, to: text, in: path)
            case .path:
                let base = source.base.absoluteString
                let rest = text.hasPrefix(base) ? text.dropFirst(base.count) : text[...]
                next = rest.hasPrefix("/") || !text.hasPrefix(base) ? String(rest) : "/\(rest)"
                guard next.hasPrefix("/"), !next.hasPrefix("//"),
                    next.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
                else {
                    throw .shape(
                        path: path,
                        reason: "\"\(source.export.pages.next)\" is not a path of the same host")
                }
            }
            guard next != path else {
                throw .shape(path: path, reason: "the next page is the same page again")
            }
            return next
        }

        /// The customers of a page, in their order.
        @available(macOS 14, *)
        func customers(
            _ call: ProviderExport.Call, at path: String
        ) throws(ExportFault) -> [ListedCustomer] {
            var customers: [ListedCustomer] = []
            for item in items {
                guard let name = call.customerID, case .object(let members) = item,
                    case .string(let id)? = members[name], !id.isEmpty
                else {
                    throw .shape(
                        path: path,
                        reason: "customer \(customers.count + 1) of the page has no text "
                            + "\"\(call.customerID ?? "")\"")
                }
                customers.append(ListedCustomer(id: id, members: members))
            }
            return customers
        }

        /// The lists inside of it that are not whole: those that say that there is a next page.
        func cutLists(_ next: String) -> [String] {
            func search(_ value: JSONValue, _ path: String) -> [String] {
                switch value {
                case .object(let members):
                    let inner = members.sorted { $0.key < $1.key }.flatMap {
                        search($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)")
                    }
                    if !path.isEmpty, case .string? = members[next] { return [path] + inner }
                    return inner
                case .array(let elements): return elements.flatMap { search($0, path) }
                case .string, .boolean, .number, .null: return []
                }
            }
            return search(.object(members), "")
        }

        /// The first characters of an answer, without the key, for a message.
        @available(macOS 14, *)
        private static func start(of body: [UInt8], _ source: ExportSource) -> String {
            if body.isEmpty { return "nothing at all" }
            let text = source.redacted(String(decoding: body.prefix(2_000), as: UTF8.self))
            return "\"\(text.prefix(60))\""
        }
    }

    /// A customer as a page of the list has it; without members where only its ID was given.
    struct ListedCustomer: Sendable {
        let id: String
        var members: [String: JSONValue] = [:]
    }
#endif
