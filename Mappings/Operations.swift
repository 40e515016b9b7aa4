// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A provider's REST operations, as far as they are published: `operations.json`.
package struct Operations: Sendable {
    /// A group of operations that are published together.
    package struct API: Sendable {
        /// Its name, such as `v1`.
        package let id: String
        /// Whether the server answers it at all; where not, what its operations say is what they
        /// are going to be.
        package let isServed: Bool
        /// The header that carries the key; nil where it is `Authorization`.
        package let keyHeader: String?
        /// What it is for, and where it comes from.
        package let citation: Citation
    }

    /// A rate class.
    package struct Limit: Sendable {
        /// Its name, such as `customer-information`.
        package let id: String
        /// The most calls; nil where no number is published.
        package let calls: Int?
        /// In as many seconds.
        package let seconds: Int
        /// For how many seconds none is answered once there was one too many; nil where the next period
        /// begins as if there had been none.
        package let pauseSeconds: Int?
        /// What is said of it, and where.
        package let citation: Citation
    }

    /// A header that tells a caller how much of its rate class is used.
    package struct LimitHeader: Sendable {
        /// What it says.
        package enum Content: String, CaseIterable, Sendable {
            /// How many calls were made in the running period.
            case usage
            /// The most calls in a period.
            case limit
        }

        /// The header's name.
        package let name: String
        package let content: Content
        /// How many seconds the period has that it counts in.
        package let seconds: Int
        /// Where it stands.
        package let citation: Citation
    }

    /// A call that the provider refuses or fails, in its own words.
    package struct Fault: Sendable {
        /// Its name: the API and what happened, such as `v1.invalid-api-key`.
        package let id: String
        /// The ID of the API that answers so.
        package let api: String
        /// The HTTP status.
        package let status: Int
        /// The provider's code or type; nil where it has none.
        package let code: String?
        /// The provider's text; nil where none is published.
        package let text: String?
        /// The IDs of the rows of the provider's rulebook that speak of it, for what is refused before
        /// any rule is asked.
        package let rules: [String]
        /// When it is answered, and where that is said.
        package let citation: Citation
    }

    /// A difference of a variant: a second way in which the provider itself is known to answer.
    package struct Variant: Sendable {
        /// Its name: the variant's, and behind it what differs, such as `aegis.create-user`.
        package let id: String
        /// The ID of the API that answers so.
        package let api: String
        /// The ID of the operation that differs; nil where it is not one alone.
        package let operation: String?
        /// What differs, and where that is said.
        package let citation: Citation

        /// The name by which a project asks for the variant.
        package var name: String { String(id.prefix { $0 != "." }) }
    }

    /// What the server does with an operation.
    package enum Support: String, CaseIterable, Sendable {
        /// It does what the provider documents.
        case real
        /// It answers in the documented form and changes nothing.
        case inert
        /// There is no route.
        case absent

        /// The words for a person.
        package var words: String { self == .inert ? "answered without effect" : rawValue }
    }

    /// The method of a call.
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What a caller has to present.
    package enum Key: String, CaseIterable, Sendable {
        /// Nothing.
        case none
        /// The key that apps carry.
        case `public`
        /// A key that stays on servers.
        case secret
        /// Either of the two.
        case publicOrSecret = "public-or-secret"
        /// A secret key of one app or external source.
        case appSecret = "app-secret"
        /// The key that apps carry, and a signature of the body made with a shared secret.
        case signed
    }

    /// One published operation.
    package struct Operation: Sendable {
        /// Its name, such as `revenuecat.v1.receipts`.
        package let id: String
        /// The ID of its API.
        package let api: String
        package let method: Method
        /// The path from the host on, with names in braces.
        package let path: OperationPath
        package let key: Key
        /// The permissions that the key needs, all of them.
        package let scopes: [String]
        /// The name of its rate class; nil where the API has none.
        package let limit: String?
        package let support: Support
        /// Why it is not real; nil where it is.
        package let why: String?
        /// Where the method, path, key and scopes stand.
        package let citation: Citation
    }

    /// How many operations are supported how.
    package struct Coverage: Hashable, Sendable {
        package let real: Int
        package let inert: Int
        package let absent: Int

        /// All of them.
        package var total: Int { real + inert + absent }

        init(_ supports: [Support]) {
            real = supports.count { $0 == .real }
            inert = supports.count { $0 == .inert }
            absent = supports.count { $0 == .absent }
        }

        /// As a phrase: `12 of 15 real, 3 answered without effect, 0 absent`.
        package var words: String {
            guard total > 0 else { return "no operation is published" }
            return "\(real) of \(total) real, \(inert) \(Support.inert.words), \(absent) absent"
        }
    }

    /// The APIs, sorted by ID.
    package let apis: [API]
    /// The rate classes, sorted by ID.
    package let limits: [Limit]
    /// What an answer says of its rate class.
    package let limitHeaders: [LimitHeader]
    /// The errors that a server has to give, sorted by ID.
    package let errors: [Fault]
    /// The differences of variants, sorted by ID.
    package let variants: [Variant]
    /// The operations, sorted by ID.
    package let operations: [Operation]

    /// The names of the variants, sorted.
    package var variantNames: [String] { Set(variants.map(\.name)).sorted() }

    /// The operations of an API.
    package func operations(of api: String) -> [Operation] {
        operations.filter { $0.api == api }
    }

    /// How many operations are supported how, in one API or in all.
    package func coverage(of api: String? = nil) -> Coverage {
        Coverage((api.map { operations(of: $0) } ?? operations).map(support(of:)))
    }

    /// What the server does with an operation now: nothing, where its API is not served.
    package func support(of operation: Operation) -> Support {
        apis.contains { $0.id == operation.api && $0.isServed } ? operation.support : .absent
    }

    /// Reads a file's bytes.
    ///
    /// - Throws: ``MappingsError``, with the entry and the reason.
    package init(_ bytes: [UInt8], name: String, key: String) throws(MappingsError) {
        self = try OperationsFile(MappingFile(name, bytes), key).operations
    }

    init(
        apis: [API], limits: [Limit], limitHeaders: [LimitHeader], errors: [Fault],
        variants: [Variant], operations: [Operation]
    ) {
        (self.apis, self.limits, self.limitHeaders) = (apis, limits, limitHeaders)
        (self.errors, self.variants, self.operations) = (errors, variants, operations)
    }
}
