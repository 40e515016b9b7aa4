// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    /// Reads by REST v3, and does what the SDKs do.
    @available(macOS 14, *)
    struct QonversionVisitor: TargetVisitor {
        static let provider = "qonversion"

        let target: SimulatedTarget

        private struct Identity: Decodable { let userId: String }

        private struct Entitlements: Decodable {
            struct Entitlement: Decodable {
                let id: String
                let active: Bool
            }

            let data: [Entitlement]
        }

        func access(of id: String) async throws -> Set<String>? {
            let identity = try await target.read(
                Identity.self, "/v3/identities/\(id.pathSegment)")
            let user = identity?.userId ?? id
            let path = "/v3/users/\(user.pathSegment)/entitlements"
            let list = try await target.read(Entitlements.self, path)
            return list.map { Set($0.data.filter(\.active).map(\.id)) }
        }

        // MARK: As an app

        private struct LogIn: Encodable {
            let anonId: String
            let identityId: String
        }

        private struct Launch: Encodable {
            struct Purchase: Encodable { let purchaseToken: String }

            let qUid: String
            let purchases: [Purchase]
        }

        private struct Answer: Decodable {
            struct Contents: Decodable {
                let anonId: String?
                let uid: String?
                let permissions: [Permission]?
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
                let body = LogIn(anonId: id, identityId: user)
                let answer = try await target.call(
                    "POST", "/v2/identities", WireJSON.bytes(of: body), key: .public)
                if answer.status < 300 {
                    id = QonversionVisitor.contents(answer.body)?.anonId ?? id
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
                qUid: id, purchases: tokens.map(Launch.Purchase.init(purchaseToken:)))
            let trigger = tokens.isEmpty ? "Init" : "SyncHistoricalData"
            let answer = try await target.call(
                "POST", "/v1/user/init", WireJSON.bytes(of: body), key: .public,
                headers: [("Trigger", trigger)])
            let told = QonversionVisitor.contents(answer.body)
            let active = told?.permissions?.filter { $0.active == 1 } ?? []
            return DeviceSight(id: told?.uid ?? id, access: Set(active.map(\.id)))
        }

        private static func contents(_ body: [UInt8]) -> Answer.Contents? {
            WireJSON.value(Answer.self, in: body)?.data
        }
    }
#endif
