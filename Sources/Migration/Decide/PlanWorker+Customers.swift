// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension PlanWorker {
    /// Sets what is known of everything that belongs to a customer.
    func begin(_ customer: Int?) {
        values.clear()
        defer { values.settle() }
        if let at = options.at { values.set(PlanField(.at), number: at) }
        guard let customer else { return }
        if let id = ids.chosen(for: customer), ids.verdicts.hasOwnTarget(id) {
            targets.withTarget(of: id, people) { text in
                if let text {
                    values.set(
                        PlanField(.userID), id: text, isAnonymous: people.isAnonymous(id))
                }
            }
        }
        ids.withAnonymousTarget(of: customer, people) { text in
            values.set(PlanField(.anonymousID), id: text, isAnonymous: true)
        }
    }

    func planCustomer(_ customer: Int, _ take: PlanStep.Taking) throws {
        if !takesAttributes, people.hasAttributes(customer) { try noteAttributes(customer, take) }
        if choice.has(.customer) {
            let fields = choice.fields(for: .customer)
            var (goesOver, isGranted) = (false, false)
            if fields.contains(PlanField(.hasGrants)) {
                isGranted = grantGoesOver(to: customer)
            }
            if fields.contains(PlanField(.hasPurchases)) {
                goesOver = isGranted || somethingGoesOver(of: customer)
            }
            values.revert()
            people.fill(values, customer: customer, fields)
            values.set(PlanField(.hasPurchases), flag: goesOver)
            values.set(PlanField(.hasGrants), flag: isGranted)
            let original = people.original(of: customer)
            for id in people.ids(of: customer) where ids.verdicts.hasOwnTarget(id) {
                targets.withTarget(of: id, people) { text in
                    if let text {
                        values.append(
                            id: text, isAnonymous: people.isAnonymous(id),
                            isOriginal: id == original)
                    }
                }
            }
            try write(.customer, take)
        }
        if choice.has(.identity) {
            values.revert()
            try write(.identity, take)
        }
        if choice.has(.alias) { try planAliases(of: customer, take) }
    }

    /// Says that attributes have no way into the target.
    private func noteAttributes(_ customer: Int, _ take: PlanStep.Taking) throws {
        values.revert()
        findings.beginThing()
        let id = ids.chosen(for: customer) ?? people.ids(of: customer).first
        if let id { people.withText(of: id) { values.set(PlanField(.sourceID), $0) } }
        let number = findings.number(.attributesNotCarried, .changed, rule: target.key) {
            sentences.attributesNotCarried
        }
        findings.count(number) { id.map(people.name) ?? "" }
        try tell(take)
    }

    private func planAliases(of customer: Int, _ take: PlanStep.Taking) throws {
        guard let chosen = ids.chosen(for: customer), ids.verdicts.hasOwnTarget(chosen) else {
            return
        }
        for id in people.ids(of: customer) where id != chosen {
            let verdict = kinds[ids.verdicts.kind(of: id)]
            guard verdict.hasOwnTarget || verdict.code == .aliasNotJoined else { continue }
            values.revert()
            targets.withTarget(of: id, people) { text in
                if let text {
                    values.set(PlanField(.alias), id: text, isAnonymous: people.isAnonymous(id))
                }
            }
            let isSame = values.withText(PlanField(.alias)) {
                values.has(PlanField(.userID), text: $0)
            }
            if !isSame { try write(.alias, take) }
        }
    }

    /// Whether a writer takes a purchase or a grant of the customer.
    private func somethingGoesOver(of customer: Int) -> Bool {
        people.purchases(of: customer).contains { purchase in
            goesOver(.purchase) { people.fill(values, purchase: purchase, $0) }
        } || grantGoesOver(to: customer)
    }

    /// Whether a writer takes a grant of the customer.
    private func grantGoesOver(to customer: Int) -> Bool {
        people.grants(of: customer).contains { grant in
            goesOver(.grant) { people.fill(values, purchase: grant, $0) }
        }
    }

    /// Whether a writer takes a purchase or a grant.
    private func goesOver(
        _ subject: FormatWriter.Subject, _ fill: (PlanFieldSet) -> Void
    ) -> Bool {
        values.revert()
        fill(choice.fields(for: subject))
        if subject == .purchase, options.products?.apply(to: values) == .unknown {
            return false
        }
        if options.entitlements?.apply(to: values).hasAny == false { return false }
        return judge.writer(values, subject, counts) != nil
            && !judge.waits(for: owner, values, subject)
    }

    /// Says which entitlements a thing does not have at the target, one by one.
    func withhold(
        _ names: [WithheldName], _ take: PlanStep.Taking
    ) throws -> [WithheldName] {
        if names.isEmpty { return names }
        let field = PlanField(.entitlement)
        let kept = (0..<values.count(field)).map { values.withElement(field, $0) { $0.array } }
        var names = names
        for number in names.indices {
            let (name, code) = (names[number].name, names[number].code)
            values.remove(field)
            values.append(field, name.span)
            findings.beginThing()
            let severity = code == .entitlementDropped ? Finding.Severity.dropped : .needsDecision
            findings.count(code, severity, rule: EntitlementMap.rule, values) {
                sentences.withheld(code)
            }
            try tell(take)
            names[number].outcome = outcome(of: code)
            names[number].finding = findings.said(of: code)
        }
        values.remove(field)
        for name in kept { values.append(field, name.span) }
        return names
    }

    func write(_ subject: FormatWriter.Subject, _ take: PlanStep.Taking) throws {
        let numbers = choice.numbers(for: subject)
        guard let writer = choice.first(values, of: numbers, counts) else { return }
        try write(with: writer, take)
    }

    func write(with writer: Int, _ take: PlanStep.Taking) throws {
        choice.count(writer, values, &counts)
        counted.taken[writer] += 1
        try take(.row(writer: writer), values)
    }
}
