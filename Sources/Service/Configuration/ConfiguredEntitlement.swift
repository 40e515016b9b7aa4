// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// An entitlement as a project's owner has set it up; which products unlock it, they say.
    package struct ConfiguredEntitlement: Hashable, Codable, Sendable {
        package let identifier: String
        package var title: String
        /// When it was set up, in milliseconds since 1970; nil for what the project began with.
        package let created: Int64?
        /// What its owner says of it; nil where nothing was said.
        package var description: String?
        /// When it was changed last, in milliseconds since 1970; nil where it was not.
        package var updated: Int64?

        /// An entitlement.
        package init(_ identifier: String, title: String, created: Int64?) {
            self.identifier = identifier
            self.title = title
            self.created = created
        }

        /// Those that products unlock, in the order of the products, and further ones.
        static func all(
            of products: [ConfiguredProduct], and others: [String] = []
        ) -> [ConfiguredEntitlement] {
            var seen: Set<String> = []
            return (products.flatMap(\.entitlements) + others).filter { seen.insert($0).inserted }
                .map {
                    ConfiguredEntitlement($0, title: $0, created: nil)
                }
        }
    }
#endif
