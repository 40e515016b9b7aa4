// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymCore
    import HTTPTypes

    /// Reads by REST v2, which makes no customers, and does what the SDKs do.
    @available(macOS 14, *)
    struct RevenueCatVisitor: TargetVisitor {
        static let provider = "revenuecat"

        private let target: SimulatedTarget
        /// By the IDs that REST v2 has for entitlements, what the project calls them.
        private let names: [String: String]

        private struct Page<Item: Decodable>: Decodable {
            let items: [Item]
            let nextPage: String?

            private enum CodingKeys: String, CodingKey {
                case items
                case nextPage = "next_page"
            }
        }

        private struct Entitlement: Decodable {
            let id: String
            let lookupKey: String

            private enum CodingKeys: String, CodingKey {
                case id
                case lookupKey = "lookup_key"
            }
        }

        private struct Active: Decodable {
            let id: String

            private enum CodingKeys: String, CodingKey { case id = "entitlement_id" }
        }

        init(_ target: SimulatedTarget) async throws {
            self.target = target
            let path = "/v2/projects/\(target.name)/entitlements?limit=100"
            let all = try await RevenueCatVisitor.items(Entitlement.self, path, target) ?? []
            names = Dictionary(all.map { ($0.id, $0.lookupKey) }) { first, _ in first }
        }

        /// All pages of a list; nil where there is no such list.
        private static func items<Item: Decodable>(
            _ type: Item.Type, _ path: String, _ target: SimulatedTarget
        ) async throws -> [Item]? {
            var (items, next) = ([Item](), String?.some(path))
            while let path = next {
                guard let page = try await target.read(Page<Item>.self, path) else { return nil }
                items += page.items
                next = page.nextPage
            }
            return items
        }

        func access(of id: String) async throws -> Set<String>? {
            let path =
                "/v2/projects/\(target.name)/customers/\(id.pathSegment)"
                + "/active_entitlements?limit=100"
            let active = try await RevenueCatVisitor.items(Active.self, path, target)
            return active.map { Set($0.compactMap { names[$0.id] }) }
        }

        // MARK: As an app

        private struct LogIn: Encodable {
            let userID: String
            let newUserID: String

            private enum CodingKeys: String, CodingKey {
                case userID = "app_user_id"
                case newUserID = "new_app_user_id"
            }
        }

        private struct Receipt: Encodable {
            let userID: String
            let token: String
            let productID: String
            let isRestore: Bool

            private enum CodingKeys: String, CodingKey {
                case userID = "app_user_id"
                case token = "fetch_token"
                case productID = "product_id"
                case isRestore = "is_restore"
            }
        }

        func start(_ device: AppDevice) async throws -> DeviceSight {
            var id = device.anonymousID
            if let user = device.user {
                let body = LogIn(userID: id, newUserID: user)
                let answer = try await target.call(
                    .post, "/v1/subscribers/identify", WireJSON.bytes(of: body),
                    key: .public)
                if answer.status < 300 { id = user }
            }
            return try await open(device, as: id)
        }

        func open(_ device: AppDevice, as id: String) async throws -> DeviceSight {
            for (product, token) in device.shown {
                // By default the SDK shares a store account between anonymous users alone.
                let body = Receipt(
                    userID: id, token: token, productID: product,
                    isRestore: id == device.anonymousID)
                _ = try await target.call(
                    .post, "/v1/receipts", WireJSON.bytes(of: body), key: .public,
                    headers: [("X-Platform", RevenueCatVisitor.platform(of: device.account.store))])
            }
            return DeviceSight(id: id)
        }

        private static func platform(of store: Store) -> String {
            switch store {
            case .playStore: "android"
            case .amazon: "amazon"
            case .macAppStore: "macos"
            case .appStore, .testStore, .stripe, .paddle, .webBilling: "ios"
            }
        }
    }
#endif
