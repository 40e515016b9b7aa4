// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    extension SentPlan {
        /// A plan of a grant to each of some customers, which ends on 1 June 2027 or, where it is for
        /// good, never.
        convenience init(
            granting grants: [(user: String, entitlement: String)], at target: String,
            isForGood: Bool = false
        ) throws {
            let end = isForGood ? "" : #","expiry-date":"2027-06-01T00:00:00.000Z""#
            let lines = grants.flatMap { user, entitlement in
                [
                    #"{"allonym":1,"type":"customer","ids":[{"id":"\#(user)","kind":"custom"}]}"#,
                    #"{"allonym":1,"type":"grant","user-id":"\#(user)","state":"active","#
                        + #""entitlement":["\#(entitlement)"],"transaction-id":"\#(user)"\#(end)}"#,
                ]
            }
            try self.init(of: lines, to: target, at: "2026-11-20T08:00:00.000Z")
        }
    }
#endif
