// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Who is moved: customers and their IDs, each known by its number from 0, purchases and grants.
///
/// Each thread asks for everything in order of the customers, and may ask for it again.
package protocol PlanSource: Sendable {
    /// Numbers of IDs.
    associatedtype IDs: RandomAccessCollection<Int>
    /// Numbers of purchases, or of grants.
    associatedtype Holdings: RandomAccessCollection<Int>

    /// How many IDs there are.
    var idCount: Int { get }
    /// How many customers there are.
    var customerCount: Int { get }
    /// How many purchases there are.
    var purchaseCount: Int { get }
    /// How many grants there are.
    var grantCount: Int { get }

    /// A customer's IDs, in order of their first appearance.
    func ids(of customer: Int) -> IDs
    /// What a customer has bought; of nil what nobody is said to hold.
    func purchases(of customer: Int?) -> Holdings
    /// What a customer was given; of nil what nobody is said to hold.
    func grants(of customer: Int?) -> Holdings
    /// The customer's original ID, where that is known.
    func original(of customer: Int) -> Int?
    /// The ID under which the customer was seen last, where that is known.
    func lastSeen(of customer: Int) -> Int?
    /// Whose an ID is.
    func customer(of id: Int) -> Int
    /// Whether an ID was minted by the source.
    func isAnonymous(_ id: Int) -> Bool
    /// Hands over the bytes of an ID, which are valid UTF-8.
    func withText<Result>(
        of id: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result
    /// Whether a purchase has another holder, who held it before.
    func isCopy(_ purchase: Int) -> Bool
    /// The ID that holds a purchase; nil where nobody is said to.
    func holder(of purchase: Int) -> Int?
    /// The IDs that held a purchase before this holder of it, the first one first.
    func earlierHolders(of purchase: Int) -> [Int]

    /// Whether a customer has attributes.
    func hasAttributes(_ customer: Int) -> Bool

    /// Fills in what is known of a customer, of the fields that are asked for.
    func fill(_ values: FieldValues, customer: Int, _ fields: PlanFieldSet)
    /// The same of a purchase.
    func fill(_ values: FieldValues, purchase: Int, _ fields: PlanFieldSet)
    /// The same of a grant.
    func fill(_ values: FieldValues, grant: Int, _ fields: PlanFieldSet)
}

extension PlanSource {
    /// An ID as people are shown it: in quotes where nothing would be seen of it.
    func name(of id: Int) -> String {
        let text = withText(of: id) { String(decoding: $0, as: UTF8.self) }
        return text.allSatisfy(\.isWhitespace) ? "\"\(text)\"" : text
    }
}
