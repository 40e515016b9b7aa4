// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings

    /// Products that apps show together, as a project's owner has set them up.
    package struct ConfiguredOffering: Hashable, Codable, Sendable {
        /// A product under the name by which apps find it.
        package struct Package: Hashable, Codable, Sendable {
            package var identifier: String
            /// The product's ID at the store.
            package var product: String
        }

        package var identifier: String
        package var title: String
        /// Whether it is the one to be shown.
        package var isCurrent: Bool
        /// In the order of their names where a file does not say more.
        package var packages: [Package]

        /// Reads one of `offerings`.
        package init(
            _ object: JSONObject, selling products: [ConfiguredProduct]
        ) throws(DocumentFault) {
            var object = object
            identifier = try object.needed("id")
            title = try object.text("title") ?? identifier
            isCurrent = try object.flag("current") ?? false
            packages = []
            if var given = try object.object("packages") {
                for name in given.names {
                    let product = try given.needed(name)
                    guard products.contains(where: { $0.identifier == product }) else {
                        throw given.fault(name, "the catalogue has no product \"\(product)\"")
                    }
                    packages.append(Package(identifier: name, product: product))
                }
            }
            try object.finish()
        }
    }
#endif
