// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import Foundation
    import HTTPTypes
    import Testing

    extension SentPlan {
        /// What the target has of everybody for whom the plan has calls, in the order of the plan.
        ///
        /// Everybody has to be there: nobody's absence counts as a state.
        func state(at target: FaultyTarget) async throws -> [String] {
            self.target == "qonversion"
                ? try await stateAtQonversion(target) : try await stateOfCustomers(target)
        }

        /// What is at the paths of users and identities that the calls name.
        private func stateAtQonversion(_ target: FaultyTarget) async throws -> [String] {
            var paths: [String] = []
            for call in try calls() {
                let parts = call.path.split(separator: "/")
                guard parts.count >= 3, ["users", "identities"].contains(parts[1]) else { continue }
                let path = "/v3/\(parts[1])/\(parts[2])"
                paths.append(path)
                if parts[1] == "users" {
                    paths += ["\(path)/entitlements", "/v4/users/\(parts[2])/purchases?limit=100"]
                }
            }
            var seen: Set<String> = []
            var found: [String] = []
            for path in paths where seen.insert(path).inserted {
                let answer = await target.answer(.get, path)
                #expect(answer.status == 200, "\(path): \(answer.body)")
                found.append("\(path) \(SentPlan.withoutNumbers(answer.body))")
            }
            return found
        }

        /// What the project's own view of customers has, whatever the target's API tells.
        private func stateOfCustomers(_ target: FaultyTarget) async throws -> [String] {
            var found: [String] = []
            for id in try targetIDs() {
                let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
                let answer = await target.answer(
                    .get, "/allonym/v1/customers/\(path)", key: "ak_faulty")
                #expect(answer.status == 200, "\(id): \(answer.body)")
                found.append("\(id) \(SentPlan.withoutNumbers(answer.body))")
            }
            return found
        }

        /// The IDs of the users whom the calls name in their paths or bodies.
        private func targetIDs() throws -> [String] {
            var ids: Set<String> = []
            for call in try calls() {
                let parts = call.path.split(separator: "/").map(String.init)
                if let place = parts.firstIndex(where: {
                    ["subscribers", "customers"].contains($0)
                }),
                    place + 1 < parts.count, parts[place + 1] != "identify"
                {
                    ids.insert(parts[place + 1].removingPercentEncoding ?? parts[place + 1])
                }
                let body = try? JSONSerialization.jsonObject(with: Data(call.body))
                let object = body as? [String: Any] ?? [:]
                for name in ["app_user_id", "new_app_user_id", "user_id", "id"] {
                    if let id = object[name] as? String { ids.insert(id) }
                }
            }
            return ids.sorted()
        }

        /// A body without the numbers that the project gives in the order of arrival, and in one
        /// order.
        private static func withoutNumbers(_ body: String) -> String {
            guard let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)),
                let data = try? JSONSerialization.data(
                    withJSONObject: plain(object), options: [.sortedKeys])
            else { return body }
            return String(decoding: data, as: UTF8.self)
        }

        private static func plain(_ value: Any) -> Any {
            if let object = value as? [String: Any] {
                return object.filter { $0.key != "transaction" }.mapValues(plain)
            }
            guard let list = value as? [Any] else { return value }
            let texts = list.map { item in
                let data = try? JSONSerialization.data(
                    withJSONObject: plain(item), options: [.sortedKeys, .fragmentsAllowed])
                return String(decoding: data ?? Data(), as: UTF8.self)
            }
            return texts.sorted()
        }
    }

    extension FaultyTarget {
        /// What was changed here, and how often each: requests that only read are left out.
        var changes: [String: Int] { done.filter { !$0.key.hasPrefix("GET ") } }
    }
#endif
