// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymServer
    import Foundation
    import HTTPTypes
    import Testing

    /// Somebody who calls a project of the target without a network between: a test that looks at
    /// it, or a customer with the new app.
    struct TargetVisitor: Sendable {
        private let gate: Gate

        init(_ gate: Gate) { self.gate = gate }

        /// What the project answers.
        func answer(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
            key: String = "sk_faulty"
        ) async -> (status: Int, body: String) {
            var fields: HTTPFields = [.authorization: "Bearer \(key)"]
            if let name = HTTPField.Name("X-API-KEY") { fields[name] = key }
            if let name = HTTPField.Name("X-Platform"), path == "/v1/receipts" {
                fields[name] = "ios"
            }
            guard let call = Call(method, path, headers: fields, body: Array(body.utf8)) else {
                return (0, "")
            }
            let answer = await gate.answer(call)
            return (answer.status.code, String(decoding: answer.body, as: UTF8.self))
        }

        // MARK: - As a customer

        /// A call that an app makes, which has to succeed.
        private func call(
            _ path: String, _ body: String, key: String = "pk_faulty"
        ) async -> String {
            let answer = await answer(.post, path, body, key: key)
            #expect((200..<300).contains(answer.status), "\(path): \(answer.body)")
            return answer.body
        }

        /// Pays at the App Store, and returns what the app presents of it.
        private func pay(for product: String, by account: String = "newcomer") async -> String {
            let sold = await call(
                "/allonym/v1/purchases",
                #"{"account":"app_store:\#(account)","product":"\#(product)"}"#, key: "ak_faulty")
            let object = try? JSONSerialization.jsonObject(with: Data(sold.utf8))
            return (object as? [String: Any])?["token"] as? String ?? ""
        }

        /// Logs in at Qonversion on a new device, and buys something there.
        ///
        /// - Parameters:
        ///   - identity: The path of the identity.
        ///   - device: The ID that Qonversion has minted on the device.
        ///   - product: What is bought.
        func logInAtQonversion(
            _ identity: String, on device: String, buying product: String
        ) async {
            _ = await call("/v3/users/\(device)", #"{"environment":"prod"}"#)
            _ = await call(identity, #"{"user_id":"\#(device)"}"#)
            await buyAtQonversion(product, as: device)
        }

        /// Buys something at the App Store with an app that Qonversion serves.
        func buyAtQonversion(_ product: String, as user: String) async {
            let receipt = await pay(for: product)
            _ = await call(
                "/v1/user/purchase", #"{"q_uid":"\#(user)","receipt":"\#(receipt)"}"#)
        }

        /// Logs in at RevenueCat on a new device, and buys something there.
        ///
        /// - Parameters:
        ///   - user: The user ID.
        ///   - device: The anonymous ID of the device.
        ///   - product: What is bought.
        func logInAtRevenueCat(
            _ user: String, on device: String, buying product: String
        ) async {
            _ = await answer(.get, "/v1/subscribers/\(device)", key: "pk_faulty")
            _ = await call(
                "/v1/subscribers/identify",
                #"{"app_user_id":"\#(device)","new_app_user_id":"\#(user)"}"#)
            _ = await buyAtRevenueCat(product, as: user)
        }

        /// Buys something at the App Store with an app that RevenueCat serves, and returns what the
        /// app presents of it.
        func buyAtRevenueCat(
            _ product: String, as user: String, by account: String = "newcomer"
        ) async -> String {
            let receipt = await pay(for: product, by: account)
            _ = await call(
                "/v1/receipts", #"{"app_user_id":"\#(user)","fetch_token":"\#(receipt)"}"#)
            return receipt
        }
    }
#endif
