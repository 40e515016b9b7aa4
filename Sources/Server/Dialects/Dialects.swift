// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import HTTPTypes

    /// The dialects that there are.
    struct Dialects: Sendable {
        /// The dialects that are spoken: a further one is a folder and a line here.
        private static let spoken: [@Sendable ([String: Operations]) -> any Dialect] = [
            { NamiDialect($0[NamiDialect.key]) }, { PurchaselyDialect($0[PurchaselyDialect.key]) },
            { QonversionDialect(FaultWords($0[QonversionDialect.key])) },
            { RevenueCatDialect(FaultWords($0[RevenueCatDialect.key])) },
        ]

        private let dialects: [String: any Dialect]
        private let operations: [String: Operations]
        let forms: WebhookForms

        init(_ mappings: Mappings) {
            operations = mappings.operations
            var dialects: [String: any Dialect] = [:]
            for provider in mappings.providers {
                dialects[provider.key] = PlainDialect(provider: provider.key)
            }
            for make in Dialects.spoken {
                let dialect = make(operations)
                dialects[dialect.provider] = dialect
            }
            self.dialects = dialects
            var rules: [String: Rules] = [:]
            for provider in mappings.providers { rules[provider.key] = try? provider.rules([:]) }
            forms = WebhookForms(dialects.compactMapValues(\.webhooks), rules)
        }

        /// A provider's dialect, in a variant where one is asked for.
        func dialect(
            of provider: String, variant: String? = nil
        ) throws(DocumentFault) -> any Dialect {
            guard let dialect = dialects[provider] else {
                throw DocumentFault("provider", "there is no provider \"\(provider)\"")
            }
            guard let variant else { return dialect }
            let known = operations[provider]?.variantNames ?? []
            guard known.contains(variant), let varied = dialect.varied(by: variant) else {
                throw DocumentFault(
                    "variant",
                    "\(provider) has no variant \"\(variant)\"; it has "
                        + (known.isEmpty ? "none" : known.joined(separator: ", ")))
            }
            return varied
        }

        /// A dialect's routes: where each is and who may call it is what the operations' data say.
        func routes(of dialect: any Dialect) -> RouteTable {
            let routes = operations[dialect.provider]?.operations.map { operation in
                RouteTable.Route(
                    operation: operation.id,
                    method: HTTPRequest.Method(rawValue: operation.method.rawValue) ?? .get,
                    path: "\(operation.path)", keys: Dialects.keys(operation.key),
                    scopes: operation.scopes, limit: operation.limit,
                    handler: dialect.handlers[operation.id])
            }
            return RouteTable(routes ?? [])
        }

        /// Whether a provider has a scope of this name; of one that it reads or writes by, both.
        func hasScope(_ name: String, of provider: String) -> Bool {
            operations[provider]?.operations.contains { operation in
                operation.scopes.contains {
                    $0 == name || "\($0)_write" == name || $0 == "\(name)_write"
                }
            } ?? false
        }

        /// A provider's published limits; nil where it publishes no operation.
        func limits(of provider: String) -> RateLimits? {
            operations[provider].map { RateLimits($0) }
        }

        private static func keys(_ key: Operations.Key) -> Set<KeyClass> {
            switch key {
            // What apps may do, backends may: a handler that refuses secret keys says so itself.
            case .none, .public, .publicOrSecret, .signed: [.public, .secret]
            case .secret, .appSecret: [.secret]
            }
        }
    }
#endif
