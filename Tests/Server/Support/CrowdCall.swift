// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import HTTPTypes

    /// A call of one client among several, who all present the same purchases.
    ///
    /// Each client has IDs of its own, so that an entry of the journal says whose call has made it.
    struct CrowdCall: Sendable {
        /// What it asks for.
        let deed: CrowdDeed
        let method: HTTPRequest.Method
        let path: String
        /// `TOKEN` stands for the token of the purchase that it presents.
        let body: String
        let key: String

        /// The user IDs of a client, of a form that every provider takes.
        static func ids(of client: Int) -> [String] {
            ["1", "2"].map { "0000000\(client)-0000-4000-8000-00000000000\($0)" }
        }

        /// The client that an entry of the journal names; nil for what is no client's.
        static func client(of entry: JournalEntry, among count: Int) -> Int? {
            (0..<count).first { client in
                let ids = ids(of: client)
                return entry.texts.contains { text in
                    ids.contains(text) || text.hasPrefix("client-\(client) ")
                }
            }
        }

        /// The next call of a client, at random.
        init(of client: Int, number: Int, purchases: Int, _ random: inout SeededGenerator) {
            let ids = CrowdCall.ids(of: client)
            let id = ids[Int.random(in: 0..<2, using: &random)]
            let other = ids[Int.random(in: 0..<2, using: &random)]
            let userID = UserID(unchecked: id)
            let subscriber = "/v1/subscribers/\(id)"
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                deed = .look(userID)
                (method, path, body, key) = (.get, subscriber, "", "public")
            case 1:
                deed = .logIn(UserID(unchecked: other), from: userID)
                (method, key) = (.post, "public")
                path = "/v1/subscribers/identify"
                body = #"{"app_user_id":"\#(id)","new_app_user_id":"\#(other)"}"#
            case 2, 3:
                let text = "client-\(client) \(number)"
                // What was said later stays, whichever is heard first.
                let moment = Int.random(in: 1..<100, using: &random)
                deed = .note(text, of: userID, milliseconds: moment)
                (method, key) = (.post, "public")
                path = subscriber + "/attributes"
                body = """
                    {"attributes":{"note":{"value":"\(text)","updated_at_ms":\(moment)}}}
                    """
            case 4:
                deed = .grant(userID)
                (method, key) = (.post, "secret")
                path = subscriber + "/entitlements/gold/promotional"
                body = #"{"duration":"weekly"}"#
            case 5:
                deed = .revoke(userID)
                (method, key) = (.post, "secret")
                path = subscriber + "/entitlements/gold/revoke_promotionals"
                body = ""
            case 6:
                deed = .delete(userID)
                (method, path, body, key) = (.delete, subscriber, "", "secret")
            default:
                let purchase = Int.random(in: 0..<purchases, using: &random)
                let isRestore = Bool.random(using: &random)
                deed = .present(purchase, by: userID, isRestore: isRestore)
                (method, key) = (.post, "public")
                path = "/v1/receipts"
                body = """
                    {"app_user_id":"\(id)","fetch_token":"TOKEN","is_restore":\(isRestore)}
                    """
            }
        }

        /// Calls a server, with the tokens of the purchases that were made there.
        func send(through client: PortClient, _ tokens: [String]) async throws -> TestServer.Reply {
            var token = ""
            if case .present(let purchase, _, _) = deed { token = tokens[purchase] }
            return try await client.call(
                method, path, body.replacing("TOKEN", with: token), key: key,
                headers: ["X-Platform": "ios"])
        }
    }
#endif
