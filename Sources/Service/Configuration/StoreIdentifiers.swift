// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What a product is called at real stores.
    ///
    /// The simulated stores sell it under its own ID.
    package struct StoreIdentifiers: Hashable, Codable, Sendable {
        package var apple: String?
        package var google: String?
        /// Of a subscription at Google Play.
        package var googleBasePlan: String?
        package var stripe: String?

        /// The same ID at every store; without one, none at any.
        package init(_ identifier: String? = nil) {
            apple = identifier
            google = identifier
            stripe = identifier
        }

        /// The names by which a store can mean the product.
        package var names: [String] { [apple, google, stripe].compactMap { $0 } }
    }
#endif
