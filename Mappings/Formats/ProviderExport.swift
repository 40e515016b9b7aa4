// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How a provider's customers are read by its API: calls that change nothing, and what they do not
/// give.
package struct ProviderExport: Sendable {
    /// How the pages of a list are made.
    package struct Pages: Sendable {
        /// What a page says of the one after it.
        package enum Next: String, CaseIterable, Sendable {
            /// Its path and query.
            case path
            /// The value of a parameter.
            case value
        }

        /// The member that holds the elements.
        package var items: String
        /// The parameter for the number of elements of a page.
        package var size: String
        /// How many elements are asked for.
        package var count: Int
        /// The parameter for where a page begins.
        package var after: String
        /// The member that leads to the next page; null or missing on the last one.
        package var next: String
        /// What stands in that member.
        package var nextIs: Next
    }

    /// A call.
    package struct Call: Sendable {
        /// What there is one of it for.
        package enum Subject: String, CaseIterable, Sendable {
            /// Once.
            case project
            /// The list of all customers.
            case customers
            /// Each customer.
            case customer
        }

        /// A stable ID.
        package var id: String
        /// What there is one of it for.
        package var subject: Subject
        /// Path and query, with `{project}` and `{customer}`.
        package var path: String
        /// The limit that it falls under; nil where none is known.
        package var limit: String?
        /// The file that its answers go into, one a line.
        package var file: String
        /// Whether that file is kept beside those that a plan reads.
        package var isAside: Bool
        /// Whether its answers are pages.
        package var isList: Bool
        /// The members that every answer has.
        package var members: [String]
        /// Of the list of customers: the member with a customer's ID.
        package var customerID: String?
        /// Members of a customer in the list, with the members here that say the same.
        package var same: [(listed: String, single: String)]
        /// Columns of the table of products, with the members that fill them.
        package var products: [(column: String, member: String)]
        /// Where it is documented.
        package var citation: Citation
    }

    /// Scheme and host of the provider's own API.
    package var host: String
    /// The headers, with `{key}`.
    package var headers: [String: String]
    /// How the pages of its lists are made.
    package var pages: Pages
    /// The member of a refusal that says for how many milliseconds to wait; nil where there is none.
    package var pause: String?
    /// The calls, in the order of the file.
    package var calls: [Call]
    /// What the calls do not give.
    package var lacks: [ProviderFormats.Note]

    /// Whether a path names the project.
    package var needsProject: Bool { calls.contains { $0.path.contains("{project}") } }
}
