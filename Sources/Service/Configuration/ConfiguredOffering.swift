// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    package import AllonymSimulation

    /// Products that apps show together, as a project's owner has set them up.
    package struct ConfiguredOffering: Hashable, Codable, Sendable {
        /// Products under the name by which apps find them.
        package struct Package: Hashable, Codable, Sendable {
            package let identifier: String
            /// The ID at the store of the one product that it was set up with; empty for none.
            private let product: String
            /// Its products, where they were changed.
            private var products: [Attached]?
            private var name: String?
            /// When it was set up, in milliseconds since 1970; nil for what the project began with.
            package let created: Int64?

            /// A product in a package.
            package struct Attached: Hashable, Codable, Sendable {
                /// The product's ID at the store.
                package let product: String
                /// For which versions of an SDK, in the provider's word.
                package let eligibility: String

                package init(product: String, eligibility: String) {
                    self.product = product
                    self.eligibility = eligibility
                }
            }

            /// The word for every version of an SDK.
            ///
            /// Source: https://www.revenuecat.com/docs/api-v2, EligibilityCriteria, read 2026-11-22.
            private static let everyone = "all"

            /// A package of one product.
            init(_ identifier: String, product: String) {
                self.identifier = identifier
                self.product = product
                created = nil
            }

            /// A package without a product.
            package init(_ identifier: String, title: String, created: Int64) {
                self.identifier = identifier
                product = ""
                name = title
                self.created = created
            }

            /// What it is called; its identifier where nothing else was said.
            package var title: String {
                get { name ?? identifier }
                set { name = newValue }
            }

            /// Its products, in the order in which they were attached.
            package var attached: [Attached] {
                get {
                    products
                        ?? (product.isEmpty
                            ? [] : [Attached(product: product, eligibility: Package.everyone)])
                }
                set { products = newValue }
            }
        }

        package let identifier: String
        package var title: String
        /// Whether it is the one to be shown.
        package var isCurrent: Bool
        /// In the order of their names where a file does not say more.
        package var packages: [Package]
        /// What its owner says of it to apps.
        package var metadata: [String: CatalogueValue]?
        /// When it was set up, in milliseconds since 1970; nil for what the project began with.
        package let created: Int64?

        /// An offering without packages.
        package init(_ identifier: String, title: String, created: Int64) {
            self.identifier = identifier
            self.title = title
            isCurrent = false
            packages = []
            self.created = created
        }

        /// Reads one of `offerings`.
        package init(
            _ object: JSONObject, selling products: [ConfiguredProduct]
        ) throws(DocumentFault) {
            var object = object
            identifier = try object.needed("id")
            title = try object.text("title") ?? identifier
            isCurrent = try object.flag("current") ?? false
            packages = []
            created = nil
            if var given = try object.object("packages") {
                for name in given.names {
                    let product = try given.needed(name)
                    guard products.contains(where: { $0.identifier == product }) else {
                        throw given.fault(name, "the catalogue has no product \"\(product)\"")
                    }
                    packages.append(Package(name, product: product))
                }
            }
            try object.finish()
        }
    }
#endif
