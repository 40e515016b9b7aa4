// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import HTTPTypes

    /// Reads by REST v3, and does what the SDKs do.
    @available(macOS 14, *)
    struct QonversionVisitor: TargetVisitor {
        static let provider = "qonversion"

        private let target: SimulatedTarget
        /// By IDs that were read, the users that they stand for.
        private let users = Locked<[String: String]>([:])

        private struct Identity: Decodable {
            let userID: String

            private enum CodingKeys: String, CodingKey { case userID = "user_id" }
        }

        private struct Entitlements: Decodable {
            struct Entitlement: Decodable {
                let id: String
                let active: Bool
            }

            let data: [Entitlement]
        }

        init(_ target: SimulatedTarget) { self.target = target }

        func access(of id: String) async throws -> Set<String>? {
            let path = "/v3/users/\(try await user(of: id).pathSegment)/entitlements"
            let list = try await target.read(Entitlements.self, path)
            return list.map { Set($0.data.filter(\.active).map(\.id)) }
        }

        /// The user of an identity; an ID that is none is a user's own.
        ///
        /// It is asked for once, and again after each log-in with it: nothing else that happens here
        /// after the import links an identity.
        private func user(of id: String) async throws -> String {
            if let known = users.withLock({ $0[id] }) { return known }
            let identity = try await target.read(
                Identity.self, "/v3/identities/\(id.pathSegment)")
            let user = identity?.userID ?? id
            users.withLock { $0[id] = user }
            return user
        }

        // MARK: As an app

        private struct LogIn: Encodable {
            let userID: String
            let identity: String

            private enum CodingKeys: String, CodingKey {
                case userID = "anon_id"
                case identity = "identity_id"
            }
        }

        private struct Launch: Encodable {
            struct Purchase: Encodable {
                let token: String

                private enum CodingKeys: String, CodingKey { case token = "purchase_token" }
            }

            let userID: String
            let purchases: [Purchase]

            private enum CodingKeys: String, CodingKey {
                case userID = "q_uid"
                case purchases
            }
        }

        private struct Answer: Decodable {
            struct Contents: Decodable {
                /// After a log-in.
                let identified: String?
                /// After a launch.
                let launched: String?
                let permissions: [Permission]?

                private enum CodingKeys: String, CodingKey {
                    case identified = "anon_id"
                    case launched = "uid"
                    case permissions
                }
            }

            /// An entitlement, as the SDK is told of it.
            struct Permission: Decodable {
                let id: String
                /// 1 or 0.
                let active: Int
            }

            let data: Contents
        }

        func start(_ device: AppDevice) async throws -> DeviceSight {
            var id = try await launch(as: device.anonymousID, showing: []).id
            if let user = device.user {
                let body = LogIn(userID: id, identity: user)
                let answer = try await target.call(
                    .post, "/v2/identities", WireJSON.bytes(of: body), key: .public)
                users.withLock { $0[user] = nil }
                if answer.status < 300 {
                    id = QonversionVisitor.contents(answer.body)?.identified ?? id
                }
            }
            return try await open(device, as: id)
        }

        func open(_ device: AppDevice, as id: String) async throws -> DeviceSight {
            try await launch(as: id, showing: device.shown.map(\.token))
        }

        /// A launch that synchronises what the device shows.
        ///
        /// - Returns: The user that it goes on with, and what the app is told that this user has.
        private func launch(as id: String, showing tokens: [String]) async throws -> DeviceSight {
            let body = Launch(
                userID: id, purchases: tokens.map(Launch.Purchase.init(token:)))
            let trigger = tokens.isEmpty ? "Init" : "SyncHistoricalData"
            let answer = try await target.call(
                .post, "/v1/user/init", WireJSON.bytes(of: body), key: .public,
                headers: [("Trigger", trigger)])
            let told = QonversionVisitor.contents(answer.body)
            let active = told?.permissions?.filter { $0.active == 1 } ?? []
            return DeviceSight(id: told?.launched ?? id, access: Set(active.map(\.id)))
        }

        private static func contents(_ body: [UInt8]) -> Answer.Contents? {
            WireJSON.value(Answer.self, in: body)?.data
        }
    }
#endif
