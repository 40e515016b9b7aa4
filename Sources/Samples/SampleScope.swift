// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// What a kind of file can say, so that customers are made of nothing else.
package struct SampleScope {
    /// The stores, of those that samples are of.
    let stores: [NeutralStore]
    /// How purchases can stand; nil for any way.
    let states: Set<NeutralState>?
    /// Whether products that are no subscriptions can be written.
    let takesOneTime: Bool
    /// Whether purchases of test environments can be written.
    let takesSandbox: Bool
    /// Whether every period of a subscription has a record of its own.
    let hasPeriods: Bool
    /// Whether a customer can be there without purchases.
    let hasCustomers: Bool
    /// Whether a customer holds one purchase at most.
    package let holdsOnePurchase: Bool
    /// Whether records are events.
    let isEvents: Bool
    /// Whether the end of a grace period is where the end of a period else is.
    let extendsGrace: Bool
    /// Whether custom IDs can be written.
    let takesCustom: Bool
    /// Whether customers without a custom ID can be written.
    let takesAnonymous: Bool
    /// Whether every record names an anonymous ID.
    let needsAnonymous: Bool
    /// Whether an anonymous ID stands where custom ones do.
    let isShared: Bool

    package init(_ reader: FormatReader, _ anonymous: AnonymousForm) {
        let reader = reader.sampled
        let rules = reader.records.filter { $0.kind == .purchase || $0.kind == .event }
        let customers = reader.records.filter { $0.kind == .customer }
        isEvents = reader.order == .events
        stores = SampleScope.stores(rules)
        let said = rules.map { $0.constants[.state] }
        states =
            isEvents || said.contains(nil)
            ? nil : Set(said.compactMap { $0.flatMap { NeutralState(rawValue: $0) } })
        takesOneTime =
            rules.contains { $0.reads(.kind) || $0.constants[.kind] != nil }
            && rules.contains { $0.constants[.kind] != NeutralKind.subscription.rawValue }
        takesSandbox = !rules.contains { $0.constants[.environment] != nil }
        hasPeriods =
            !isEvents
            && rules.contains {
                $0.reads(.transactionID) && $0.reads(.originalTransactionID)
                    && $0.reads(.purchaseDate) && !$0.reads(.originalPurchaseDate)
            }
        hasCustomers = !customers.isEmpty
        holdsOnePurchase =
            isEvents && rules.contains { $0.kind == .purchase }
            || customers.contains { $0.isJoined(with: rules) }
        let saysGrace = rules.contains { rule in
            rule.constants[.state] == NeutralState.grace.rawValue
                || rule.fields.contains {
                    $0.field == .state && $0.words.values.contains(NeutralState.grace.rawValue)
                }
        }
        extendsGrace = saysGrace && !rules.contains { $0.reads(.graceExpiryDate) }
        takesCustom = rules.contains { $0.reads(.userID) || $0.reads(.originalID) }
        let readsAnonymous = rules.contains { $0.reads(.anonymousID) }
        isShared = !anonymous.isApart || !readsAnonymous && hasCustomers
        takesAnonymous = isShared || readsAnonymous
        needsAnonymous = rules.contains { rule in
            rule.fields.contains { $0.field == .anonymousID && $0.isRequired }
        }
    }

    /// The stores that every record could be of.
    private static func stores(_ rules: [RecordRule]) -> [NeutralStore] {
        let usual: [NeutralStore] = [.appStore, .playStore, .stripe]
        var named: Set<String> = []
        for rule in rules {
            if let store = rule.constants[.store] { named.insert(store) }
            for field in rule.fields where field.field == .store {
                named.formUnion(field.words.values.compactMap { $0 })
            }
        }
        return named.isEmpty ? usual : usual.filter { named.contains($0.rawValue) }
    }
}

extension FormatReader {
    /// Without the records that say nothing that others do not say in a sample: what customers have,
    /// whatever it comes from, and whose a list of entitlements is, which is never empty there.
    var sampled: FormatReader {
        var reader = withAllColumns
        reader.records.removeAll {
            $0.kind == .access || entitlements == .listed && $0.kind == .customer
        }
        return reader
    }

    /// Without what is read only of files that lack a column: a sample has all of them.
    var withAllColumns: FormatReader {
        var reader = self
        for number in reader.records.indices {
            reader.records[number].fields.removeAll { $0.without != nil }
        }
        return reader
    }
}

extension RecordRule {
    /// Whether it reads a field.
    package func reads(_ field: NeutralField) -> Bool { fields.contains { $0.field == field } }

    /// Whether a customer's own record is at the location of the purchases, so that both are one.
    func isJoined(with rules: [RecordRule]) -> Bool {
        kind == .customer && conditions.isEmpty
            && rules.contains { $0.kind == .purchase && $0.location == location }
    }
}
