// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    extension ProjectSetup {
        /// What a file says that a project of before does not have: of one that is known all of its
        /// setup but the webhooks stays as it is.
        ///
        /// What has come to the project since by calls, and what it has begun with beside its file, is
        /// no difference.
        ///
        /// - Parameter known: What the project has.
        /// - Returns: The members of the file that say so.
        package func members(notIn known: ProjectSetup) -> [String] {
            var members: [String] = []
            if !Set(known.products).isSuperset(of: products) { members.append("catalogue") }
            let granted = Set(known.entitlements.map(\.identifier))
            let unlocked = Set(products.flatMap(\.entitlements))
            if entitlements.contains(where: {
                !unlocked.contains($0.identifier) && !granted.contains($0.identifier)
            }) {
                members.append("entitlements")
            }
            if !Set(known.offerings).isSuperset(of: offerings) { members.append("offerings") }
            return members
        }
    }
#endif
