// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What there is to say about those whom the records tell of.
extension ReadingLog {
    private func noteCounts(_ counts: PopulationCounts) {
        func note(
            _ code: FindingCode, _ severity: Finding.Severity, _ count: Int, _ message: String
        ) {
            guard count > 0 else { return }
            let rule = "population.\(code.rawValue)"
            let number = findings.number(
                code, severity, rule: rule, source: MigrationEndpoint.ownSource(of: rule),
                message: message)
            findings.count(number, times: count, subject: "")
        }
        note(
            "event-repeated", .note, counts.duplicates,
            "The event is a duplicate, and counts once.")
        note(
            "event-late", .note, counts.late,
            "The event or row changed nothing: newer ones cover everything that it says.")
        note(
            "after-the-moment", .note, counts.later,
            "The event is later than the moment of the plan, and is ignored.")
        note(
            "event-without-purchase", .dropped, counts.unplaced,
            "The event should name a purchase, but names none.")
    }

    /// Says what the records contradict each other in, and names whom it is about.
    func note(_ population: Population) {
        noteCounts(population.counts)
        func note(
            _ code: FindingCode, _ severity: Finding.Severity, _ message: String, subject: String
        ) {
            let rule = "population.\(code.rawValue)"
            let number = findings.number(
                code, severity, rule: rule, source: MigrationEndpoint.ownSource(of: rule),
                message: message)
            findings.count(number, subject: subject)
        }
        for purchase in population.contradicted {
            note(
                .stateContradicted, .changed,
                "Stated status contradicts its dates. The status decides on access, unless the "
                    + "purchase was refunded, ended or resumed since.",
                subject: population.shown(purchase, of: population.purchase(purchase).user))
        }
        for purchase in population.withTwoEnds {
            note(
                "ends-disagree", .note,
                "The period and the access end at different times, and no refund or grace period "
                    + "explains it. The end of access counts.",
                subject: population.shown(purchase, of: population.purchase(purchase).user))
        }
        for purchase in population.unnamedEntitlements {
            note(
                "unknown-entitlement", .changed,
                "Only the provider's own ID of the entitlement is known, so the ID is used as its "
                    + "name. Add the page of the project's entitlements, which has the names.",
                subject: population.shown(purchase, of: population.purchase(purchase).user))
        }
        for former in population.superseded {
            note(
                "superseded", .note,
                "A newer record gives the purchase to another customer, so this customer no longer "
                    + "has it.",
                subject: population.shown(former.purchase, of: former.user))
        }
        for device in population.sharedDevices {
            let customs = device.customs.map(population.shown)
            let isNamed = !device.anonymous.isPresent
            note(
                "shared-device", .ambiguous,
                "Several customers used one \(isNamed ? "device" : "anonymous ID"). "
                    + "Under the provider's rules they stay separate: nobody is merged.",
                subject: "\(population.shown(device)) with " + customs.joined(separator: ", "))
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
}
