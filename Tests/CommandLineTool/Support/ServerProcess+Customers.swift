// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    extension ServerProcess {
        /// What the control API says of everybody whom a plan names at its target, by the ID.
        ///
        /// Whoever is not there has the status alone. Numbers that a project gives in the order of
        /// arrival are left out.
        func customers(of plan: PlannedCalls) async throws -> [String: String] {
            var found: [String: String] = [:]
            for id in try plan.targetIDs() {
                let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
                let reply = try #require(
                    await call("GET", "/allonym/v1/customers/\(path)", key: "ak_demo"))
                #expect([200, 404].contains(reply.status), "\(id)")
                let object = reply.status == 200 ? Self.text(of: reply.object) : ""
                found[id] = "\(reply.status) \(object)"
            }
            return found
        }

        /// JSON in one order, of lists too.
        private static func text(of value: Any) -> String {
            let data = try? JSONSerialization.data(
                withJSONObject: ordered(value), options: [.sortedKeys, .fragmentsAllowed])
            return String(decoding: data ?? Data(), as: UTF8.self)
        }

        private static func ordered(_ value: Any) -> Any {
            if let object = value as? [String: Any] {
                return object.filter { $0.key != "transaction" }.mapValues(ordered)
            }
            guard let list = value as? [Any] else { return value }
            return list.map { text(of: $0) }.sorted()
        }
    }

    extension PlannedCalls {
        /// The IDs at the target that `ids.csv` and the calls' paths and bodies have.
        fileprivate func targetIDs() throws -> [String] {
            var ids = Set(try rows(of: "ids.csv").compactMap { $0["target_id"] })
            for call in calls {
                let parts = call.path.split(separator: "/").map(String.init)
                for (kind, id) in zip(parts, parts.dropFirst())
                where ["users", "identities", "subscribers", "customers"].contains(kind) {
                    ids.insert(id.removingPercentEncoding ?? id)
                }
                let body = call.body.map { Data($0.utf8) } ?? Data()
                let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
                for name in ["app_user_id", "new_app_user_id", "user_id", "id"] {
                    if let id = object?[name] as? String { ids.insert(id) }
                }
            }
            // The last part of RevenueCat's call that joins two IDs.
            return ids.subtracting(["", "identify"]).sorted()
        }
    }
#endif
