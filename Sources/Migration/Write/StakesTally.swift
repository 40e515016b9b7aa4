// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Counts what is at stake, customer by customer: by numbers, since every purchase is counted.
final class StakesTally {
    /// Of one entitlement, or one store; money by currency, of which there are few.
    private struct Share {
        var customers = Stakes.Outcomes()
        var currencies: [UInt64] = []
        var paid: [Stakes.Outcomes] = []

        mutating func pay(_ price: Price, _ outcome: AccessOutcome) {
            guard let index = currencies.firstIndex(of: price.currency) else {
                currencies.append(price.currency)
                paid.append(Stakes.Outcomes())
                paid[paid.count - 1][outcome] = price.millionths
                return
            }
            paid[index][outcome] &+= price.millionths
        }
    }

    /// Why the import alone does not give access.
    private struct Reason {
        let code: FindingCode
        let finding: PlannedFinding?
        var share = Share()
    }

    /// A purchase or a grant of the customer that gives access.
    private struct Sale {
        /// The code of the store, 0 where it is not known.
        let store: Int
        /// What it gives access to, among the names of all sales.
        let names: Range<Int>
        let price: Price?
    }

    /// What becomes of access, and what stands in the way.
    private struct Fate {
        var outcome: AccessOutcome
        var reason: Int?
    }

    /// The customers, each under the worst that becomes of any access, with what they paid for that.
    @exclusivity(unchecked) private var all = Share()
    @exclusivity(unchecked) private var testers = Stakes.Outcomes()
    /// Whether the customer has access by anything but sandbox purchases.
    @exclusivity(unchecked) private var isNoTester = false
    /// By the code of the store, 0 where it is not known.
    @exclusivity(unchecked) private var stores = [Share](
        repeating: Share(), count: NeutralStore.allCases.count + 1)
    @exclusivity(unchecked) private var entitlements: [Share] = []
    /// The names of the entitlements, by their numbers.
    @exclusivity(unchecked) private var names: [[UInt8]] = []
    @exclusivity(unchecked) private var numbers: [[UInt8]: Int] = [:]
    /// What stands in the way of access, and what it costs.
    @exclusivity(unchecked) private var reasons: [Reason] = []
    /// The findings behind the reasons, in their order: to be compared quickly.
    @exclusivity(unchecked) private var findings: [ObjectIdentifier?] = []
    /// As many names are compared one after the other before any is looked up.
    private static let few = 12
    /// The stores by which the customer has access, each with the worst that becomes of it.
    @exclusivity(unchecked) private var own: [(store: Int, outcome: AccessOutcome)] = []
    /// What the customer has bought, and was given.
    @exclusivity(unchecked) private var sales: [Sale] = []
    @exclusivity(unchecked) private var saleNames: [Int] = []
    /// What becomes of each entitlement, of those that the customer has.
    @exclusivity(unchecked) private var fates: [Fate] = []

    // MARK: - Counting

    /// The number of an entitlement.
    func number(of name: Span<UInt8>) -> Int {
        for number in 0..<min(names.count, StakesTally.few) {
            let known = names[number]
            if known.span.isEqual(to: name) { return number }
        }
        let bytes = name.array
        if let known = numbers[bytes] { return known }
        names.append(bytes)
        entitlements.append(Share())
        fates.append(Fate(outcome: .kept, reason: nil))
        numbers[bytes] = names.count - 1
        return names.count - 1
    }

    /// The number of what stands in the way of access, with what was said of it; nil where nothing
    /// does.
    func number(of obstacle: FindingCode?, _ finding: PlannedFinding?) -> Int? {
        guard let obstacle else { return nil }
        let wanted = finding.map { ObjectIdentifier($0) }
        for (number, known) in findings.enumerated()
        where known == wanted && (known != nil || reasons[number].code == obstacle) {
            return number
        }
        findings.append(wanted)
        reasons.append(Reason(code: obstacle, finding: finding))
        return reasons.count - 1
    }

    /// A purchase or a grant of the customer that gives access, whatever of that goes over.
    func note(_ values: FieldValues) { if !values.isOfSandbox { isNoTester = true } }

    /// A purchase or a grant of the customer that gives access to something.
    func take(_ entitlements: [Int], _ values: FieldValues) {
        let field = PlanField(.store)
        let start = saleNames.count
        saleNames += entitlements
        sales.append(
            Sale(
                store: values.has(field) ? Int(values.number(field)) + 1 : 0,
                names: start..<saleNames.count, price: Price(values)))
    }

    /// The customer has access to an entitlement, with what becomes of it and for what reason.
    func count(_ entitlement: Int, _ outcome: AccessOutcome, for reason: Int?) {
        entitlements[entitlement].customers[outcome] += 1
        fates[entitlement] = Fate(outcome: outcome, reason: reason)
    }

    /// The customer has access to something, of which this is the worst that becomes of any; every
    /// entitlement was counted.
    func endCustomer(_ worst: AccessOutcome, for reason: Int?) {
        all.customers[worst] += 1
        if !isNoTester { testers[worst] += 1 }
        isNoTester = false
        if let reason { reasons[reason].share.customers[worst] += 1 }
        for sale in sales { pay(for: sale, worst) }
        for (store, outcome) in own { stores[store].customers[outcome] += 1 }
        own.removeAll(keepingCapacity: true)
        sales.removeAll(keepingCapacity: true)
        saleNames.removeAll(keepingCapacity: true)
    }

    /// Counts what was paid for a purchase under what becomes of the access that it gives: another
    /// purchase may give it, too.
    private func pay(for sale: Sale, _ worstOfCustomer: AccessOutcome) {
        var fate = Fate(outcome: .kept, reason: nil)
        for name in saleNames[sale.names] {
            let each = fates[name]
            if each.outcome > fate.outcome { fate = each }
            if let price = sale.price { entitlements[name].pay(price, each.outcome) }
        }
        if let index = own.firstIndex(where: { $0.store == sale.store }) {
            own[index].outcome = max(own[index].outcome, fate.outcome)
        } else {
            own.append((sale.store, fate.outcome))
        }
        guard let price = sale.price else { return }
        stores[sale.store].pay(price, fate.outcome)
        // Money counts with its customer, who counts once.
        guard fate.outcome == worstOfCustomer else { return }
        all.pay(price, fate.outcome)
        if let reason = fate.reason { reasons[reason].share.pay(price, fate.outcome) }
    }

    // MARK: - What was counted

    /// All of it.
    var stakes: Stakes {
        var stakes = Stakes()
        let everybody = StakesTally.share(all)
        (stakes.customers, stakes.testers) = (everybody.customers, testers)
        stakes.paid = everybody.paid
        for (number, share) in entitlements.enumerated() {
            let name = String(decoding: names[number], as: UTF8.self)
            stakes.entitlements[name] = StakesTally.share(share)
        }
        for (number, share) in stores.enumerated() where share.customers.all > 0 {
            let word = NeutralStore(code: UInt8(number))?.rawValue ?? ""
            stakes.stores[word] = StakesTally.share(share)
        }
        for reason in reasons where reason.share.customers.all > 0 || !reason.share.paid.isEmpty {
            let finding = reason.finding
            let key = Stakes.Reason(
                code: reason.code, severity: finding?.severity, rule: finding?.rule)
            stakes.reasons[key, default: Stakes.Share()].add(StakesTally.share(reason.share))
        }
        return stakes
    }

    private static func share(_ share: Share) -> Stakes.Share {
        var whole = Stakes.Share()
        whole.customers = share.customers
        for (currency, paid) in zip(share.currencies, share.paid) {
            whole.paid[Price.text(ofCurrency: currency), default: Stakes.Outcomes()].add(paid)
        }
        return whole
    }
}

extension FieldValues {
    /// Whether it is said to be of a sandbox.
    fileprivate var isOfSandbox: Bool {
        word(.environment, of: NeutralEnvironment.self) == .sandbox
    }
}

/// What is known to have been paid.
private struct Price {
    /// The letters of the currency, the first one highest.
    let currency: UInt64
    let millionths: Int

    /// The price of a purchase; nil where it is no amount of a currency.
    init?(_ values: FieldValues) {
        let (price, currency) = (PlanField(.price), PlanField(.currency))
        // In a sandbox nobody pays.
        guard values.has(price), values.has(currency), !values.isOfSandbox,
            let millionths = values.withText(price, Price.millionths),
            let letters = values.withText(currency, Price.letters)
        else { return nil }
        (self.currency, self.millionths) = (letters, millionths)
    }

    private static func letters(_ text: Span<UInt8>) -> UInt64? {
        guard !text.isEmpty, text.count <= 8 else { return nil }
        var letters: UInt64 = 0
        for index in text.indices {
            let byte = text[index]
            let isLower = (97...122).contains(byte)
            letters = letters << 8 | UInt64(isLower ? byte - 32 : byte)
        }
        return letters
    }

    static func text(ofCurrency letters: UInt64) -> String {
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: letters >> UInt64($0 * 8)) }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }

    /// A decimal number in millionths; what is smaller is cut off.
    private static func millionths(_ text: Span<UInt8>) -> Int? {
        var (number, decimals, hasDigit) = (0, -1, false)
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if (48...57).contains(byte) {
                hasDigit = true
                if decimals == 6 { continue }
                if decimals >= 0 { decimals += 1 }
                // A million of millions is no price.
                guard number < 1_000_000_000_000 else { return nil }
                number = number * 10 + Int(byte - 48)
            } else {
                return nil
            }
        }
        for _ in max(0, decimals)..<6 {
            guard number < 1_000_000_000_000 else { return nil }
            number *= 10
        }
        return hasDigit ? number : nil
    }
}
