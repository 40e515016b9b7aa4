// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// An app with a provider's SDK on a device where nobody has logged in yet.
    ///
    /// It calls what the SDK calls. Nami and Purchasely publish no calls of theirs: there the same
    /// is asked of the project itself.
    struct AnonymousApp {
        let server: TestServer
        /// The ID that its SDK has made.
        let anonymous: String
        private let provider: String

        /// The store account on the device.
        private static let account = StoreAccount(.appStore, "alice")

        init(
            _ provider: String, rules: String, journal: any Journal = MemoryJournal()
        ) throws {
            server = try TestServer(provider, rules: rules, journal: journal)
            self.provider = provider
            let form = try #require(EveryProvider.mappings.provider(provider)).anonymous
            anonymous = form.render(FreshBits(high: 7, low: 8)).text
        }

        /// The first launch.
        ///
        /// - Returns: The rules that the answer names, as for all that it does.
        func start() async throws -> [String] {
            switch provider {
            case "revenuecat":
                return rules(of: await call(.get, "/v1/subscribers/\(encoded(anonymous))"))
            case "qonversion": return rules(of: await launch(anonymous))
            default: return try await act(.open, as: .minted(UserID(unchecked: anonymous), nil))
            }
        }

        /// What was bought at the store is posted for the ID that the SDK has made.
        func buy(_ token: String) async throws -> [String] {
            switch provider {
            case "revenuecat":
                return rules(of: await receipt(token, by: anonymous, isRestore: false))
            case "qonversion":
                let body = #"{"q_uid":"\#(anonymous)","receipt":"\#(token)"}"#
                return rules(of: await call(.post, "/v1/user/purchase", body))
            default:
                let item = try await server.project.perform { state, _ in
                    state.world.product("month").product
                }
                let id = UserID(unchecked: anonymous)
                return try await act(.buy(item), as: .minted(id, Self.account))
            }
        }

        /// A log-in; the SDK goes on with the ID that it is told.
        func logIn(_ id: String) async throws -> (user: String, rules: [String]) {
            switch provider {
            case "revenuecat":
                let body = #"{"app_user_id":"\#(anonymous)","new_app_user_id":"\#(id)"}"#
                let reply = await call(.post, "/v1/subscribers/identify", body)
                return (user: id, rules: rules(of: reply))
            case "qonversion":
                let body = #"{"anon_id":"\#(anonymous)","identity_id":"\#(id)"}"#
                let reply = await call(.post, "/v2/identities", body)
                let user = try #require(reply["data", "anon_id"] as? String)
                return (user: user, rules: rules(of: reply))
            default:
                let rules = try await act(
                    .logIn(UserID(unchecked: id)), as: .minted(UserID(unchecked: anonymous), nil))
                return (user: id, rules: rules)
            }
        }

        /// A restore by a user of what the store account bought; of a Purchasely backend its receipt.
        func restore(_ token: String, as user: String) async throws -> [String] {
            switch provider {
            case "revenuecat":
                return rules(of: await receipt(token, by: user, isRestore: true))
            case "qonversion":
                return rules(of: await launch(user, receipt: token, trigger: "Restore"))
            case "purchasely":
                let body = #"{"user_id":"\#(user)","receipt_data":"\#(token)"}"#
                return rules(of: await call(.post, "/receipts", body))
            default:
                return try await act(.restore, as: .user(UserID(unchecked: user), Self.account))
            }
        }

        /// What the control API says of an ID.
        func customer(_ id: String) async -> TestServer.Reply {
            await server.call(.get, "/allonym/v1/customers/\(encoded(id))", key: "admin")
        }

        /// What the control API says that an ID has access to.
        func access(_ id: String) async -> [String]? {
            await customer(id)["access"] as? [String]
        }

        // MARK: Calls

        /// An ID as a segment of a path.
        func encoded(_ id: String) -> String {
            id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        }

        /// A call that asks for the rules.
        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
            trigger: String = "Init"
        ) async -> TestServer.Reply {
            await server.call(
                method, path, body,
                headers: [
                    "X-Platform": "ios", "X-PLATFORM-TYPE": "APP_STORE", "Trigger": trigger,
                    "Allonym-Explain": "1",
                ])
        }

        /// The rules that an answer names; it has to be a success.
        func rules(of reply: TestServer.Reply) -> [String] {
            #expect(reply.status / 100 == 2, "\(reply.status) \(reply.text)")
            return reply.header("Allonym-Rules")?.replacing(" ", with: "").split(separator: ",")
                .map(String.init) ?? []
        }

        private func receipt(
            _ token: String, by id: String, isRestore: Bool
        ) async -> TestServer.Reply {
            await call(
                .post, "/v1/receipts",
                #"{"app_user_id":"\#(id)","fetch_token":"\#(token)","is_restore":\#(isRestore)}"#)
        }

        private func launch(
            _ user: String, receipt: String = "", trigger: String = "Init"
        ) async -> TestServer.Reply {
            await call(
                .post, "/v1/user/init", #"{"q_uid":"\#(user)","receipt":"\#(receipt)"}"#,
                trigger: trigger)
        }

        private func act(_ action: Action, as actor: Actor) async throws -> [String] {
            let (refusal, rules) = try await server.project.perform { state, now in
                let decision = state.perform(action, by: actor, now: now)
                return (decision.refusal, state.names(of: decision.rows))
            }
            #expect(refusal == nil)
            return rules
        }
    }
#endif
