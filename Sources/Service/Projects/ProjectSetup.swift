// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    import AllonymJournal
    package import AllonymSimulation
    import Foundation

    /// What the owner of a project has set up: what is sold, how apps show it, where webhooks go.
    package struct ProjectSetup: Sendable {
        /// The project's name; no part of what is written down.
        package let project: String
        package var products: [ConfiguredProduct]
        package var entitlements: [ConfiguredEntitlement]
        package var offerings: [ConfiguredOffering]
        package var webhooks: [Endpoint]
        /// The endpoints that the project's file listed when it was last taken over; calls can have
        /// changed or deleted them since.
        package internal(set) var listedWebhooks: [Endpoint]
        /// When the project began, in milliseconds since 1970; 0 where that was not written down.
        package var created: Int64 = 0
        /// The forms of webhooks that this program knows; no part of what is written down.
        package var forms: WebhookForms
        /// What secrets are sealed with where they are written down.
        private let vault: Vault

        /// What a project file says.
        package init(_ file: ProjectFile, forms: WebhookForms, vault: Vault = Vault()) {
            self.vault = vault
            project = file.name
            products = file.products
            entitlements = ConfiguredEntitlement.all(of: file.products, and: file.entitlements)
            offerings = file.offerings
            webhooks = file.webhooks
            listedWebhooks = file.webhooks
            self.forms = forms
        }

        /// What the stores sell, and how it is shown.
        ///
        /// Archived products are still there for what was bought of them.
        package var catalogue: Catalogue {
            Catalogue(
                products.map(\.product),
                offerings: offerings.map { offering in
                    CatalogueOffering(
                        offering.identifier, description: offering.title,
                        metadata: offering.metadata ?? [:],
                        packages: offering.packages.compactMap { package in
                            let ids = package.attached.map(\.product)
                            // Apps are shown one product of a package: the first that is sold.
                            return (ids.first { sold($0) != nil } ?? ids.first).map {
                                CataloguePackage(package.identifier, product: $0)
                            }
                        })
                },
                current: offerings.first(where: \.isCurrent)?.identifier)
        }

        /// The ID of the one app that a project has.
        package var appID: String {
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in project.utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            return "app" + String(sum, radix: 16).prefix(10)
        }

        /// The product of an ID that is still sold.
        package func sold(_ id: String) -> ConfiguredProduct? {
            products.first { $0.identifier == id && !$0.isArchived }
        }

        /// The providers in whose forms webhooks go out and whose rules are not the project's: what
        /// they send is what their own tables say of the same changes.
        func tellers(beside rules: Rules) -> [(provider: String, rules: Rules)] {
            Set(webhooks.map(\.form)).subtracting([rules.provider.key]).sorted().compactMap {
                form in
                forms.rules(form).map { (provider: form, rules: $0) }
            }
        }

        private struct Kept: Codable {
            let products: [ConfiguredProduct]
            /// Nil in entries of format 1, where entitlements are what products unlock.
            let entitlements: [ConfiguredEntitlement]?
            let offerings: [ConfiguredOffering]
            let webhooks: [Endpoint]
            /// Nil where an earlier version has written: it took over none of a file that has changed.
            let listed: [Endpoint]?
            /// Nil in entries of format 1.
            let created: Int64?
        }

        /// What is written down of it.
        func text() throws(DocumentFault) -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            do {
                let kept = Kept(
                    products: products, entitlements: entitlements, offerings: offerings,
                    webhooks: try webhooks.map { try $0.changingSecrets(vault.seal) },
                    listed: try listedWebhooks.map { try $0.changingSecrets(vault.seal) },
                    created: created)
                return String(decoding: try encoder.encode(kept), as: UTF8.self)
            } catch {
                throw DocumentFault("", "the setup cannot be written: \(error)")
            }
        }

        /// What was written down.
        init(text: String, of other: ProjectSetup) throws(EntryFault) {
            project = other.project
            vault = other.vault
            do {
                let kept = try JSONDecoder().decode(Kept.self, from: Data(text.utf8))
                products = kept.products
                entitlements = kept.entitlements ?? ConfiguredEntitlement.all(of: kept.products)
                offerings = kept.offerings
                let webhooks = try kept.webhooks.map {
                    try $0.changingSecrets(other.vault.open)
                }
                self.webhooks = webhooks
                // What the file said is not known then: what it says now counts where that differs.
                listedWebhooks =
                    try kept.listed?.map { try $0.changingSecrets(other.vault.open) }
                    ?? webhooks.filter(\.isListed)
                created = kept.created ?? 0
            } catch {
                throw EntryFault("the project's setup cannot be read: \(error)")
            }
            forms = other.forms
        }
    }

    /// An event as a receiver gets it.
    package struct WebhookEvent: Sendable {
        package let id: String
        package let name: String
        /// The user that it is about.
        package let user: String
        package let body: [UInt8]
        /// Whether it is about something in a store's sandbox; nil where it is about neither.
        package let isSandbox: Bool?

        /// An event.
        package init(
            id: String, name: String, user: String, body: [UInt8], isSandbox: Bool? = nil
        ) {
            self.id = id
            self.name = name
            self.user = user
            self.body = body
            self.isSandbox = isSandbox
        }
    }

    /// How a provider writes its webhooks.
    package protocol WebhookForm: Sendable {
        /// The event that a message of the rulebook becomes; nil where this provider has none for it.
        func event(
            _ message: Message, of occurrence: WorldNews.Occurrence, in state: ProjectState
        ) -> WebhookEvent?

        /// The body of an event that has waited until the app's ID of its user was known.
        func body(_ body: [UInt8], naming id: UserID) -> [UInt8]
    }

    extension WebhookForm {
        /// The same body, as of every form whose events wait for no ID.
        package func body(_ body: [UInt8], naming id: UserID) -> [UInt8] { body }
    }

    /// The forms that there are, by the keys of their providers.
    package struct WebhookForms: Sendable {
        private let forms: [String: any WebhookForm]
        private let rules: [String: Rules]

        /// Such forms, and the rules by which each provider tells of anything.
        package init(_ forms: [String: any WebhookForm], _ rules: [String: Rules] = [:]) {
            self.forms = forms
            self.rules = rules
        }

        /// A provider's own rules, with its default settings.
        package func rules(_ provider: String) -> Rules? { rules[provider] }

        /// A provider's form.
        package func form(_ provider: String) -> (any WebhookForm)? { forms[provider] }
    }
#endif
