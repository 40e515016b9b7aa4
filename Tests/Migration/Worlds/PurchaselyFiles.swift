// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The subscriber files of Purchasely, one for each store.
///
/// Source: https://docs.purchasely.com/docs/subscribers-base-import, read on 2026-11-21. They hold active
/// subscriptions of users whom the app names, and no dates. The file for StoreKit 1 names no product,
/// and the files of SDK 4 hold subscriptions that are over too, so that these say nothing of access.
enum PurchaselyFiles {
    static func files(_ world: SourceWorld) -> [WorldExport.File] {
        var (apple, google) = ([[String: String]](), [[String: String]]())
        for customer in world.customers {
            guard let user = customer.customs.first else { continue }
            for course in customer.purchases where world.rules.givesAccess(course.state) {
                let product = course.product.text
                if course.store == .playStore {
                    google.append([
                        "purchase_token": token(of: course), "store_product_id": product,
                        "user_id": user.text,
                    ])
                } else {
                    apple.append([
                        "original_transaction_id": course.original, "store_product_id": product,
                        "user_id": user.text,
                    ])
                }
            }
        }
        return WorldExport.table(
            ["original_transaction_id", "store_product_id", "user_id"], apple, "apple.csv",
            delimiter: ";")
            + WorldExport.table(
                ["purchase_token", "store_product_id", "user_id"], google, "google.csv",
                delimiter: ";")
    }

    /// What Google calls the purchase.
    static func token(of course: Course) -> String { "token." + course.original }

    /// Whether whoever has access has an ID that the app gave.
    static func names(all world: SourceWorld) -> Bool {
        world.customers.allSatisfy {
            !$0.customs.isEmpty || world.access(of: $0.original.user).isEmpty
        }
    }
}
