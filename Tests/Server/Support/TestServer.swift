// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes

    /// A gate to one project, without a network: what tests of dialects talk to.
    struct TestServer {
        let gate: Gate
        let project: Project
        let hosted: HostedProject
        /// The project, and those that calls add.
        let served: ServedProjects
        /// What the gate has logged: faults of the program's own.
        let said = Locked<[String]>([])

        /// The keys of every test project, by what they may do.
        static let keys = ["public": "pk_test", "secret": "sk_test", "admin": "ak_test"]

        /// The headers that carry keys for providers that have one of their own.
        private static let keyHeaders = EveryProvider.mappings.operations.values.flatMap(\.apis)
            .compactMap { $0.keyHeader.flatMap { HTTPField.Name($0) } }

        /// What secrets are sealed with in every test project's journal, so that another server can
        /// go on with it.
        private static let vault = Vault()

        private static let file = """
            {"project":"test","provider":"PROVIDER",
             "keys":{"public":["pk_test"],"secret":["sk_test"],"admin":["ak_test"]},
             "catalogue":[
              {"id":"month","period":"P1M","trial":"P7D","entitlements":["gold"]},
              {"id":"year","period":"P1Y","price":{"amount":"59.99","currency":"EUR"},"entitlements":["gold"]},
              {"id":"coins","kind":"consumable"},{"id":"book","kind":"non-consumable"}],
             "offerings":[{"id":"default","packages":{"$rc_monthly":"month","$rc_annual":"year"}}],
             "webhooks":[{"url":"http://127.0.0.1:9/hook","form":"PROVIDER","allowLoopback":true}]}
            """

        /// A project of a provider whose clock stands at New Year 2026, noon UTC.
        init(
            _ provider: String, rules: String? = nil, settings: [String: String] = [:],
            scopes: [String]? = nil, webhooks: String? = nil, hasRateLimits: Bool = false,
            variant: String? = nil, appStoreRoots: [String] = [],
            journal: any Journal = MemoryJournal()
        ) throws {
            var file = try ProjectFile(
                Array(Self.file.replacing("PROVIDER", with: provider).utf8),
                providers: EveryProvider.keys)
            file.settings = settings
            if let scopes { file.scopes["sk_test"] = scopes }
            file.hasRateLimits = hasRateLimits
            file.variant = variant
            file.appStoreRoots = appStoreRoots
            file.appStoreBundles = appStoreRoots.isEmpty ? [] : ["com.example.app"]
            if let rules { file.rules = rules }
            if let webhooks {
                var list = try JSONObject(Array(#"{"webhooks":\#(webhooks)}"#.utf8))
                file.webhooks = try list.objects("webhooks").map { object throws(DocumentFault) in
                    try Endpoint(object, providers: EveryProvider.keys, own: provider)
                }
            }
            let (hosted, _) = try HostedProject.open(
                file, in: journal, EveryProvider.mappings,
                clock: ProjectClock(frozen: Date(timeIntervalSince1970: 1_767_268_800)),
                vault: Self.vault)
            self.hosted = hosted
            project = hosted.project
            let served = ServedProjects([hosted], EveryProvider.mappings) { file in
                try HostedProject.open(
                    file, in: MemoryJournal(), EveryProvider.mappings, clock: ProjectClock())
            }
            self.served = served
            gate = Gate(served) { [said] message in said.withLock { $0.append(message) } }
        }

        /// An answer, with its body read.
        struct Reply {
            let status: Int
            let headers: HTTPFields
            let body: [UInt8]

            var text: String { String(decoding: body, as: UTF8.self) }

            /// The body as an object; empty where it is none.
            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
            }

            /// A value by the names on the way to it.
            subscript(path: String...) -> Any? {
                path.reduce(object as Any?) { value, name in (value as? [String: Any])?[name] }
            }

            func header(_ name: String) -> String? {
                HTTPField.Name(name).flatMap { headers[$0] }
            }
        }

        /// The headers of somebody with a key, which stands wherever a provider looks for one.
        ///
        /// - Parameters:
        ///   - key: `public`, `secret`, `admin`, any other text as it is, or nothing.
        ///   - headers: Further headers.
        /// - Returns: All of them.
        static func fields(key: String?, _ headers: [String: String]) -> HTTPFields {
            var fields: HTTPFields = [:]
            if let key {
                fields[.authorization] = "Bearer \(keys[key] ?? key)"
                for name in keyHeaders { fields[name] = keys[key] ?? key }
            }
            for (name, value) in headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            return fields
        }

        /// Calls as somebody with a key.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: Path and query, encoded.
        ///   - body: The body.
        ///   - key: `public`, `secret`, `admin`, any other text as it is, or nothing.
        ///   - headers: Further headers.
        /// - Returns: The answer.
        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
            key: String? = "public", headers: [String: String] = [:]
        ) async -> Reply {
            let fields = Self.fields(key: key, headers)
            guard let call = Call(method, path, headers: fields, body: Array(body.utf8)) else {
                return Reply(status: 0, headers: [:], body: [])
            }
            let answer = await gate.answer(call)
            return Reply(status: answer.status.code, headers: answer.headers, body: answer.body)
        }

        /// A purchase at the store, and its token; on the web by a customer who is known there.
        func buy(
            _ product: String, by account: String = "app_store:alice", for customer: String? = nil
        ) async -> String {
            let customer = customer.map { #","customer":"\#($0)""# } ?? ""
            let reply = await call(
                .post, "/allonym/v1/purchases",
                #"{"account":"\#(account)","product":"\#(product)"\#(customer)}"#, key: "admin")
            return reply["token"] as? String ?? ""
        }

        /// Presents a token, as an app does.
        func post(_ token: String, as id: String, isRestore: Bool = false) async -> Reply {
            await call(
                .post, "/v1/receipts",
                #"{"app_user_id":"\#(id)","fetch_token":"\#(token)","is_restore":\#(isRestore)}"#,
                headers: ["X-Platform": "ios"])
        }

        /// Moves the clock by a period.
        func advance(_ period: String) async {
            _ = await call(
                .post, "/allonym/v1/clock", #"{"advance":"\#(period)"}"#, key: "admin")
        }
    }
#endif
