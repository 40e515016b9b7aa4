// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the app needs of whoever sells.
protocol Billing: AnyObject {
    var name: String { get }
    func signIn(_ userID: String) async throws
    func signOut() async throws
    func products() async throws -> [BillingProduct]
    func buy(_ productID: String) async throws -> Bool
    func restore() async throws -> Bool
    func isSubscribed() async throws -> Bool
}

struct BillingProduct: Equatable {
    let id: String
    let price: String
}

enum BillingError: Error, Equatable {
    case unknownProduct(String)
    case rejected(String)
}
