// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMappings
    import AllonymSimulation
    import Foundation

    /// A project as a file describes it: provider, rules, keys, what is sold, where webhooks go.
    package struct ProjectFile: Hashable, Sendable {
        /// Its name, which is the project's ID on the wire too.
        package var name: String
        /// The provider whose dialect it speaks.
        package var provider: String
        /// The provider whose rules it follows; its own unless another's are asked for.
        package var rules: String
        /// Settings by their names, such as `revenuecat.restore`.
        package var settings: [String: String] = [:]
        package var publicKeys: [String] = []
        package var secretKeys: [String] = []
        /// What a secret key may do, in the provider's words, where it may not do everything.
        package var scopes: [String: [String]] = [:]
        package var adminKeys: [String] = []
        package var products: [ConfiguredProduct] = []
        /// Entitlements that exist though no product unlocks them: they can be granted.
        package var entitlements: [String] = []
        package var offerings: [ConfiguredOffering] = []
        package var webhooks: [Endpoint] = []
        /// The variant of the provider's answers that is asked for; nil for the usual ones.
        package var variant: String?
        /// Certificates as PEM: whose chains of signed App Store transactions are believed.
        package var appStoreRoots: [String] = []
        /// The bundle IDs of the apps whose transactions are taken.
        package var appStoreBundles: [String] = []
        /// Whether calls are limited as the provider publishes it.
        package var hasRateLimits = false

        /// A project with nothing in it.
        package init(name: String, provider: String, rules: String? = nil) {
            self.name = name
            self.provider = provider
            self.rules = rules ?? provider
        }

        /// Reads a project file.
        ///
        /// - Parameters:
        ///   - bytes: Its bytes.
        ///   - providers: The keys of the providers that there are.
        /// - Throws: ``DocumentFault`` with the member that is refused, and why.
        package init(_ bytes: [UInt8], providers: [String]) throws(DocumentFault) {
            var root = try JSONObject(bytes)
            name = try root.needed("project")
            guard name.utf8.count <= 64, name.utf8.allSatisfy(ProjectFile.isPlain) else {
                throw root.fault(
                    "project", "expected up to 64 letters, digits, - and _, found \"\(name)\"")
            }
            provider = try root.needed("provider")
            rules = try root.text("rules") ?? provider
            for (member, value) in [("provider", provider), ("rules", rules)]
            where !providers.contains(value) {
                throw root.fault(
                    member,
                    "\"\(value)\" is unknown; "
                        + UnknownName("provider", value, known: providers).advice)
            }
            if var given = try root.object("settings") {
                for name in given.names { settings[name] = try given.needed(name) }
            }
            if var keys = try root.object("keys") {
                publicKeys = try keys.texts("public")
                try readSecretKeys(&keys)
                adminKeys = try keys.texts("admin")
                try keys.finish()
            }
            for object in try root.objects("catalogue") {
                let product = try ConfiguredProduct(object)
                guard !products.contains(where: { $0.identifier == product.identifier }) else {
                    throw object.fault(
                        "id", "the product \"\(product.identifier)\" is there already")
                }
                products.append(product)
            }
            entitlements = try root.texts("entitlements")
            for object in try root.objects("offerings") {
                let offering = try ConfiguredOffering(object, selling: products)
                guard !offerings.contains(where: { $0.identifier == offering.identifier }) else {
                    throw object.fault(
                        "id", "the offering \"\(offering.identifier)\" is there already")
                }
                offerings.append(offering)
            }
            for object in try root.objects("webhooks") {
                webhooks.append(
                    try Endpoint(object, providers: providers, own: provider, after: webhooks))
            }
            variant = try root.text("variant")
            appStoreRoots = try root.texts("appStoreRoots")
            appStoreBundles = try root.texts("appStoreBundles")
            hasRateLimits = try root.flag("rateLimits") ?? false
            try root.finish()
        }

        /// Reads the member `secret`: keys, or objects of a `key` and its `scopes`.
        private mutating func readSecretKeys(_ keys: inout JSONObject) throws(DocumentFault) {
            for (index, value) in try keys.list("secret").enumerated() {
                let place = "secret[\(index)]"
                switch value {
                case .text(let key) where !key.isEmpty: secretKeys.append(key)
                case .object:
                    var object = try JSONObject(value, at: keys.place(place))
                    let key = try object.needed("key")
                    scopes[key] = try object.texts("scopes")
                    try object.finish()
                    secretKeys.append(key)
                case .text, .list, .bool, .integer, .number, .null:
                    throw keys.fault(
                        place, "expected a key, or an object of a key and its scopes")
                }
            }
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
#endif
