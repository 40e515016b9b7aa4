// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymTestSupport
    import Foundation
    import HTTPTypes

    /// Somebody who looks at the console with a browser that runs no scripts.
    struct ConsoleVisitor {
        let server: TestServer
        /// The cookie, once signed in.
        private(set) var cookie: String?

        init(_ server: TestServer) { self.server = server }

        /// Signs in; the answer is the one to the form.
        mutating func signIn(_ key: String = "ak_test") async -> TestServer.Reply {
            let reply = await press("/allonym/console/sign-in", ["key": key])
            cookie = reply.header("Set-Cookie")?.split(separator: ";").first.map(String.init)
            return reply
        }

        /// Looks at a page.
        func look(_ path: String) async -> TestServer.Reply {
            await server.call(
                .get, path, key: nil, headers: cookie.map { ["Cookie": $0] } ?? [:])
        }

        /// A page as a strict reader of XML finds it.
        func page(_ path: String) async throws -> PageElement {
            try readPage(await look(path).text)
        }

        /// Sends a form, by default from a page of the same server.
        func press(
            _ path: String, _ fields: [String: String],
            _ headers: [String: String] = ["Host": "a:1", "Origin": "http://a:1"]
        ) async -> TestServer.Reply {
            var headers = headers
            headers["Cookie"] = cookie
            let body = fields.map { name, value in "\(name)=\(Self.encoded(value))" }
            return await server.call(
                .post, path, body.joined(separator: "&"), key: nil, headers: headers)
        }

        /// Sends the first form of a page that goes somewhere and has these values, as it stands
        /// there, with what the visitor fills in.
        func submit(
            _ page: PageElement, to action: String, _ values: [String: String] = [:],
            filling filled: [String: String] = [:]
        ) async -> TestServer.Reply? {
            for form in page.all("form") where form["action"]?.hasSuffix("/" + action) == true {
                var fields: [String: String] = [:]
                for input in form.all("input") {
                    if let name = input["name"] { fields[name] = input["value"] ?? "" }
                }
                guard values.allSatisfy({ fields[$0.key] == $0.value }) else { continue }
                fields.merge(filled) { _, new in new }
                return await press(form["action"] ?? "", fields)
            }
            return nil
        }

        static func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
    }
#endif
