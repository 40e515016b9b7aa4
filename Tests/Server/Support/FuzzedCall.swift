// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Foundation
    import HTTPTypes

    /// A call made of what routes ask for and of what they do not; the same number gives the same.
    struct FuzzedCall: CustomStringConvertible, Sendable {
        /// The route whose turn it is; nil where method, path and key come from anywhere.
        let route: FuzzedRoute?
        let method: HTTPRequest.Method
        let path: String
        let body: String
        let key: String?
        let headers: [String: String]

        var description: String { "\(method) \(path) \(body.prefix(200))" }

        /// The path without its query.
        var target: Substring { path.prefix { $0 != "?" } }

        /// Whether the project is closed while it is answered: what others ask meanwhile they may
        /// have to ask again.
        var closesProject: Bool {
            target.hasPrefix("/allonym/")
                && (method == .delete || method == .post && target.hasSuffix("/undo"))
        }

        /// How many calls it asks to fail, where it is taken.
        var askedFaults: Int {
            guard target == "/allonym/v1/faults",
                let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)),
                let members = object as? [String: Any], members["calls"] as? String == "fail"
            else { return 0 }
            return members["next"] as? Int ?? 1
        }

        /// A call.
        ///
        /// Every second one is of the route whose turn it is, by its method and with a key that is
        /// known, if not the right one.
        /// - Parameters:
        ///   - number: Its number.
        ///   - routes: The server's routes.
        ///   - seed: The run's seed.
        ///   - origin: Where the server is.
        ///   - found: The console's cookie and a purchase's token, where there is one already.
        init(
            _ number: Int, of routes: [FuzzedRoute], seed: UInt64, at origin: String,
            found: (cookie: String?, token: String?)
        ) {
            var random = SeededGenerator(seed: seed &+ UInt64(number))
            func any<Value>(_ values: [Value]) -> Value {
                values[Int.random(in: 0..<values.count, using: &random)]
            }
            let turn = number.isMultiple(of: 2) ? routes[number / 2 % routes.count] : nil
            route = turn
            method = turn?.method ?? any([.get, .post, .post, .post, .delete, .put, .patch])
            let pattern = turn?.path ?? any(routes.map(\.path) + FuzzedWords.strangePaths)
            path =
                pattern.split(separator: "/", omittingEmptySubsequences: false).map { part in
                    if turn != nil, part.hasPrefix("{project") { return "test" }
                    return part.hasPrefix("{") ? any(FuzzedWords.names) : String(part)
                }.joined(separator: "/") + any(FuzzedWords.queries)
            let isOfConsole = pattern == "/" || pattern.hasPrefix("/allonym/console")
            var text = ""
            if isOfConsole {
                // Of a form all fields are sent that it has, or some of any.
                let own = turn.map { $0.path.split(separator: "/").last ?? "" }
                let names =
                    own.flatMap { FuzzedWords.forms[String($0)] }
                    ?? (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                        any(FuzzedWords.fields.keys.sorted())
                    }
                text = names.map { "\($0)=\(any(FuzzedWords.fields[$0] ?? [""]))" }
                    .joined(separator: "&")
                if own == "sign-in" { text = "key=ak_test" }
            } else {
                switch Int.random(in: 0..<10, using: &random) {
                case 0: text = ""
                case 1: text = String(repeating: any(["[", "{\"a\":", "\"", "1"]), count: 5_000)
                case 2: text = any(FuzzedWords.values)
                case 3, 4, 5: text = any(FuzzedWords.bodies[pattern] ?? ["{}"])
                default:
                    let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                        "\"\(any(FuzzedWords.members))\":\(any(FuzzedWords.values))"
                    }
                    text = "{\(members.joined(separator: ","))}"
                }
            }
            body = method == .get ? "" : text.replacing("TOKEN", with: found.token ?? "sim_1_x")
            let keys: [String?] = ["public", "secret", "secret", "admin", "admin"]
            key = any(turn == nil ? keys + ["nobody", "test_sk_test", nil] : keys)
            var headers = [
                "X-Platform": any(["ios", "android", "web", "", "toaster"]),
                "X-RevenueCat-ETag": any(["", "0123456789abcdef"]),
                "Allonym-Explain": any(["1", "0"]),
                "Content-Type": isOfConsole
                    ? "application/x-www-form-urlencoded" : "application/json",
            ]
            if isOfConsole {
                let isHonest = turn != nil
                // Nobody is signed out by chance, else most would be refused alike.
                let mayBeSignedIn = isHonest || !pattern.hasSuffix("/sign-out")
                let cookies: [String?] = [
                    mayBeSignedIn ? found.cookie : nil, "allonym_console=x", "a; =", nil,
                ]
                let origins: [String?] = [origin, origin, "http://evil.example", "null", nil]
                headers["Cookie"] = isHonest ? found.cookie : any(cookies)
                headers["Origin"] = isHonest ? origin : any(origins)
            }
            self.headers = headers
        }
    }
#endif
