// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What there is to say about those whom the records tell of.
extension ReadingLog {
    /// Says which IDs of a list nobody goes by.
    func note(unmet: [(id: String, line: Int)], in list: String) throws(OutputError) {
        let rule = "cohort"
        let name = InputNames([list])[0]
        for (id, line) in unmet {
            let number = findings.number(
                "not-in-inputs", .note, rule: rule, source: MigrationEndpoint.ownSource(of: rule),
                message: "The list of those who are planned for has an ID that the inputs do not.")
            findings.count(number, subject: id)
            try rows.append(findings.planned(number), location: "\(name):\(line)") {
                $0.set(PlanField(.sourceID), id)
            }
        }
    }

    /// Says what the records contradict each other in, and names whom of a cohort it is about.
    func note(_ population: Population, _ cohort: Cohort) throws(OutputError) {
        func isIn(_ id: IDNumber) -> Bool { cohort.contains(population.customer(of: id)) }
        func note(
            _ code: FindingCode, _ severity: Finding.Severity, _ message: String, subject: String,
            at location: String? = nil, _ fill: (FieldValues) -> Void
        ) throws(OutputError) {
            let rule = "population.\(code.rawValue)"
            let number = findings.number(
                code, severity, rule: rule, source: MigrationEndpoint.ownSource(of: rule),
                message: message)
            findings.count(number, subject: subject)
            try rows.append(findings.planned(number), location: location, fill)
        }
        func note(
            _ code: FindingCode, _ severity: Finding.Severity, _ message: String,
            _ purchase: PurchaseNumber, of holder: IDNumber
        ) throws(OutputError) {
            guard isIn(holder) else { return }
            try note(
                code, severity, message, subject: population.shown(purchase, of: holder)
            ) { population.fill($0, purchase, of: holder) }
        }
        for passed in population.passed where isIn(passed.user) {
            let (code, severity, message) = passed.reason.says
            let position = "\(names[passed.input]):\(passed.line)"
            try note(code, severity, message, subject: position, at: position) { values in
                if let id = population.string(passed.user) { values.set(PlanField(.sourceID), id) }
            }
        }
        for added in population.addedNotes
        where added.purchase.map({ isIn(population.purchase($0).user) }) ?? true {
            let (severity, message) = added.kind.says
            let position = "\(names[added.input]):\(added.line)"
            let code = FindingCode(rawValue: added.kind.rawValue)
            try note(code, severity, message, subject: position, at: position) { values in
                if let purchase = added.purchase {
                    let holder = population.purchase(purchase).user
                    population.fill(values, purchase, of: holder)
                } else {
                    values.set(PlanField(.sourceID), population.string(added.user) ?? "")
                }
            }
        }
        for purchase in population.contradicted {
            try note(
                .stateContradicted, .changed,
                "Stated status contradicts its dates. The status decides on access today, unless "
                    + "the purchase was refunded, ended or resumed since.",
                purchase, of: population.purchase(purchase).user)
        }
        for purchase in population.withTwoEnds {
            try note(
                "ends-disagree", .note,
                "The period and the access end at different times, and no refund or grace period "
                    + "explains it. The end of access counts.",
                purchase, of: population.purchase(purchase).user)
        }
        for purchase in population.unnamedEntitlements {
            try note(
                "unknown-entitlement", .changed,
                "Only the provider's own ID of the entitlement is known, so the ID is used as its "
                    + "name. Add the page of the project's entitlements, which has the names.",
                purchase, of: population.purchase(purchase).user)
        }
        for former in population.superseded {
            // Whoever has a word of their own by which it runs may well be the holder.
            if former.isDisputed, population.purchase(former.purchase).givesAccess {
                try note(
                    "holder-disputed", .ambiguous,
                    "Records give one running purchase to several customers, who share no ID. The "
                        + "newest record counts, and of equally new ones that of the customer whose "
                        + "ID comes first, so this customer loses it.",
                    former.purchase, of: former.user)
            } else {
                try note(
                    "superseded", .note,
                    "A newer record gives the purchase to another customer, so this customer no "
                        + "longer has it.",
                    former.purchase, of: former.user)
            }
        }
        for purchase in population.undecided where population.purchase(purchase).givesAccess {
            try note(
                "holder-undecided", .ambiguous,
                "Equally new records give one running purchase to several customers, who share no "
                    + "ID, though a purchase has one holder there. Each of them is planned with it.",
                purchase, of: population.purchase(purchase).user)
        }
        for device in population.sharedDevices
        where (device.customs + [device.anonymous].filter(\.isPresent)).contains(where: isIn) {
            let isNamed = !device.anonymous.isPresent
            let shown =
                "\(population.shown(device)) with "
                + device.customs.map(population.shown).joined(separator: ", ")
            try note(
                "shared-device", .ambiguous,
                "Several customers used one \(isNamed ? "device" : "anonymous ID"). "
                    + "Under the provider's rules they stay separate: nobody is merged.",
                subject: shown, at: shown
            ) { values in
                if let id = population.string(device.anonymous) {
                    values.set(PlanField(.sourceID), id)
                }
            }
        }
    }
}

extension PassedRecord.Reason {
    /// The finding about it.
    fileprivate var says: (FindingCode, Finding.Severity, String) {
        switch self {
        case .later:
            (
                "after-the-moment", .note,
                "The event is later than the moment of the plan, and is ignored."
            )
        case .unplaced:
            (
                "event-without-purchase", .dropped,
                "The event should name a purchase, but names none."
            )
        }
    }
}

extension AddedNote.Kind {
    /// The weight of the finding about it, and what it says.
    fileprivate var says: (Finding.Severity, String) {
        switch self {
        case .unknownID:
            (
                .needsDecision,
                "The export knows none of the IDs that this line of an added file names, so nothing "
                    + "of the line is used."
            )
        case .unknownPurchase:
            (
                .needsDecision,
                "The export knows no purchase of this transaction, or of this owner, product and "
                    + "store, so nothing of the line is used."
            )
        case .severalPurchases:
            (
                .ambiguous,
                "The line may be about several purchases of the export, and is assigned to none."
            )
        case .otherOwner:
            (
                .ambiguous,
                "The line names another owner than the export has. The export counts, and nothing of "
                    + "the line is used."
            )
        case .otherProduct:
            (
                .ambiguous,
                "The line names another product than the export has. The export counts, and nothing "
                    + "of the line is used."
            )
        case .otherReceipt:
            (
                .changed,
                "The purchase has another receipt or token already, from the export or an earlier "
                    + "line. That one is used, and the one of this line is not."
            )
        case .otherState:
            (
                .note,
                "The line says another state than the export, whose state counts. Everything else in "
                    + "the line is used."
            )
        case .merged:
            (
                .note,
                "The line merges several customers of the export into one, with everything "
                    + "that they hold."
            )
        case .grant:
            (
                .dropped,
                "Added files complete purchases and name IDs; the grants in them are not used."
            )
        }
    }
}

extension Population {
    /// The purchases of which what was said and the dates contradict each other.
    fileprivate var contradicted: [PurchaseNumber] {
        purchaseRows.indices.filter {
            let traits = purchaseRows[$0].traits
            return traits.contains(.contradicted) && !traits.contains(.gone)
        }.map { PurchaseNumber($0) }
    }

    /// The purchases whose period ends at another time than their access, without a known reason.
    fileprivate var withTwoEnds: [PurchaseNumber] {
        purchaseRows.indices.filter {
            let row = purchaseRows[$0]
            return row.facts != 0 && purchaseFacts.value(.periodEnds, row.facts) != nil
                && !row.traits.contains(.gone)
        }.map { PurchaseNumber($0) }
    }

    /// An ID for people.
    fileprivate func shown(_ id: IDNumber) -> String {
        string(id) ?? "nobody"
    }

    /// A device for people.
    fileprivate func shown(_ device: SharedDevice) -> String {
        device.anonymous.isPresent
            ? shown(device.anonymous) : string(texts.word(device.device)) ?? ""
    }

    /// A purchase by its product, or else what it unlocks, and its holder.
    fileprivate func shown(_ purchase: PurchaseNumber, of holder: IDNumber) -> String {
        let purchase = self.purchase(purchase)
        var name = purchase.product.isPresent ? purchase.product : purchase.storeProduct
        if !name.isPresent { forEachEntitlement(of: purchase) { name = $0 } }
        return "\(string(name) ?? "a purchase") of \(shown(holder))"
    }

    /// Sets what is known of a purchase for people.
    func fill(
        _ values: FieldValues, _ purchase: PurchaseNumber, of holder: IDNumber
    ) {
        let purchase = self.purchase(purchase)
        func set(_ field: PlanField, _ text: String?) {
            if let text { values.set(field, text) }
        }
        set(PlanField(.sourceID), string(holder))
        set(PlanField(.product), string(purchase.product))
        set(PlanField(.storeProduct), string(purchase.storeProduct))
        set(PlanField(.originalTransactionID), string(purchase.originalTransaction))
        set(PlanField(.transactionID), string(purchase.transaction))
        set(PlanField(.purchaseToken), string(purchase.token))
        if let store = purchase.store {
            values.set(PlanField(.store), number: Int64(store.code) - 1)
        }
        let state = Int64(purchase.state.code) - 1
        values.set(PlanField(.state), number: state)
        if purchase.expires.isPresent {
            values.set(PlanField(.expiryDate), number: purchase.expires.milliseconds)
        }
        forEachEntitlement(of: purchase) { text in
            withText(text) { values.append(PlanField(.entitlement), $0) }
        }
    }
}
