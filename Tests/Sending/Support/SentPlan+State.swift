// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import HTTPTypes

    extension SentPlan {
        /// What the target has of each user that the plan names.
        func state(at target: FaultyTarget) async throws -> [String] {
            let users = lines(of: "ids.csv").dropFirst().compactMap { line in
                line.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first
            }
            var found: [String] = []
            for user in users.map(String.init) where !user.isEmpty {
                let path =
                    user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? user
                guard self.target == "revenuecat" else {
                    found.append(await target.answer(.get, "/v3/users/\(path)").body)
                    found.append(await target.answer(.get, "/v3/users/\(path)/entitlements").body)
                    continue
                }
                // Transactions are numbered in the order in which they arrive.
                let answer = await target.answer(.get, "/v1/subscribers/\(path)", key: "pk_faulty")
                let object = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
                let subscriber = (object as? [String: Any])?["subscriber"] as? [String: Any]
                let access = subscriber?["entitlements"] as? [String: [String: Any]] ?? [:]
                for (name, entitlement) in access.sorted(by: { $0.key < $1.key }) {
                    let product = entitlement["product_identifier"] as? String ?? ""
                    let ends = entitlement["expires_date"] as? String ?? ""
                    found.append("\(user) \(name) \(product) \(ends)")
                }
            }
            return found
        }
    }

    extension FaultyTarget {
        /// What was changed here, and how often each: requests that only read are left out.
        var changes: [String: Int] { done.filter { !$0.key.hasPrefix("GET ") } }
    }
#endif
