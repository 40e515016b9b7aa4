// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Plans of random customers.
@Suite struct RandomPlansTests {
    @Test(arguments: everySide)
    func `Every ID, purchase and grant meets one disposition, at every target`(target: String)
        throws
    {
        for round in 0..<7 * foldOfRun {
            var random = RandomPeople(seed: seedOfRun &+ UInt64(round))
            let people = random.people(customers: 60)
            let (result, recorder) = try decide(people, from: side("revenuecat"), to: side(target))
            let label: Comment = "ALLONYM_SEED=\(seedOfRun), round \(round)"
            #expect(result.ids.read == people.idCount, label)
            // A purchase from no store is a grant.
            let things = people.purchaseCount + people.grantCount
            #expect(result.purchases.read + result.grants.read == things, label)
            #expect(recorder.ids.count == people.idCount, label)
            #expect(recorder.dispositions.count == things, label)
            for disposition in Disposition.allCases {
                #expect(
                    recorder.ids.count { $0.disposition == disposition } == result.ids[disposition],
                    label)
                let things = recorder.dispositions.count { $0 == disposition }
                #expect(things == result.purchases[disposition] + result.grants[disposition], label)
            }
            #expect(result.taken.reduce(0, +) == recorder.writers.count, label)
        }
    }

    @Test(arguments: everySide)
    func `What does not go over has a finding`(target: String) throws {
        var random = RandomPeople(seed: seedOfRun)
        let people = random.people(customers: 150 * foldOfRun)
        let (result, _) = try decide(people, from: side("revenuecat"), to: side(target))
        for disposition in [Disposition.dropped, .ambiguous, .needsDecision] {
            // Nobody misses the anonymous ID of a customer who has another: that is a note.
            let findings = result.findings.filter {
                $0.severity.rawValue == disposition.rawValue
                    || disposition == .dropped && $0.code == "anonymous-of-identified"
            }
            let count = findings.reduce(0) { $0 + $1.count }
            let things =
                result.ids[disposition] + result.purchases[disposition] + result.grants[disposition]
            #expect(count == things, "\(disposition.rawValue), ALLONYM_SEED=\(seedOfRun)")
        }
        #expect(result.findings.allSatisfy { !$0.message.isEmpty && !$0.code.rawValue.isEmpty })
    }

    @Test(arguments: everySide)
    func `No two IDs of different customers go over as one`(target: String) throws {
        var random = RandomPeople(seed: seedOfRun)
        let people = random.people(customers: 150 * foldOfRun)
        let (_, recorder) = try decide(people, from: side("revenuecat"), to: side(target))
        var owners: [String: Int] = [:]
        for (number, id) in recorder.ids.enumerated()
        where id.disposition == .kept || id.disposition == .changed {
            let target = try #require(id.target, "ALLONYM_SEED=\(seedOfRun)")
            let owner = people.customer(of: number)
            let other = owners.updateValue(owner, forKey: target) ?? owner
            #expect(other == owner, "\(target), ALLONYM_SEED=\(seedOfRun)")
        }
    }

    @Test(arguments: everySide)
    func `The same customers give the same plan, on any number of threads`(target: String) throws {
        let contents = try [(1, 2_048), (1, 1), (2, 7), (3, 64), (8, 1)].map {
            threads, blockSize in
            var random = RandomPeople(seed: seedOfRun)
            let folder = TemporaryFolder()
            let people = random.people(customers: 100 * foldOfRun)
            try plan(
                people, from: side("revenuecat"), to: side(target), in: folder,
                threads: threads, blockSize: blockSize)
            return try folder.contents()
        }
        for other in contents[1...] {
            #expect(other == contents[0], "ALLONYM_SEED=\(seedOfRun)")
        }
    }
}

/// Makes customers of all sorts from a seed.
struct RandomPeople {
    private var numbers: SeededNumbers
    private var texts: Set<String> = []

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func people(customers: Int) -> People {
        let customers = (0..<customers).map { customer($0) }
        // Of a number that no customer's has: purchases of one token are one.
        let ownerless = below(3) == 0 ? [purchase(customers.count * 4)] : []
        return People(customers, ownerless: ownerless)
    }

    private mutating func customer(_ number: Int) -> People.Customer {
        var customer = People.Customer()
        for index in 0..<1 + below(4) where index == 0 || below(2) == 0 {
            // At the source a text is one ID.
            let id = id(number, index)
            let isNew = texts.insert(id.text).inserted
            customer.ids.append(isNew ? id : .init(text: "again_\(number)_\(index)"))
        }
        if below(2) == 0 { customer.original = below(customer.ids.count) }
        if below(2) == 0 { customer.lastSeen = below(customer.ids.count) }
        customer.purchases = (0..<below(4)).map { purchase(number * 4 + $0) }
        if !customer.purchases.isEmpty, below(8) == 0 { customer.copies = [0] }
        if below(4) == 0 {
            customer.grants.append([
                "entitlement": ["pro", "gold"], "state": "active",
                "expiry-date": Int(testMoment) + (below(3) - 1) * 1_000_000,
            ])
        }
        return customer
    }

    private mutating func id(_ customer: Int, _ index: Int) -> People.ID {
        let digits = String(customer * 8 + index + 1, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.count) + digits
        switch below(8) {
        case 0, 1:
            return .init(
                text: "$RCAnonymousID:" + String(repeating: "a", count: 20) + padded,
                isAnonymous: true)
        case 2: return .init(text: "0a9d2f60-6a0e-4d6f-9a53-\(padded)")
        case 3: return .init(text: "\(customer * 8 + index)")
        case 4: return .init(text: ["guest", "", " ", "a/b", "x\ty", "Zoë \"Z\";,"].item(below(6)))
        case 5: return .init(text: ["Bob", "bob", "BOB", " bob"].item(below(4)))
        default: return .init(text: "user_\(customer)_\(index)")
        }
    }

    private mutating func purchase(_ number: Int) -> Fields {
        var fields: Fields = [
            "product": "product_\(number % 7)", "store-product": "com.example.\(number % 7)",
            "transaction-id": "20000000000\(number)",
            "original-transaction-id": "10000000000\(number)",
            "expiry-date": Int(testMoment) + (below(200) - 100) * 86_400_000,
        ]
        for field in [NeutralField.store, .kind, .state, .periodType, .environment]
        where field == .store || below(8) > 0 {
            fields[field.name] = field.words.item(below(field.words.count))
        }
        if below(2) == 0 { fields["receipt"] = "MIITsecret\(number)" }
        if below(2) == 0 { fields["purchase-token"] = "tokensecret.AO-J1\(number)" }
        if below(2) == 0 { (fields["price"], fields["currency"]) = ("9.99", "USD") }
        if below(8) == 0 { fields["family-shared"] = true }
        return fields
    }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &numbers)
    }
}

extension Array {
    fileprivate func item(_ number: Int) -> Element { self[number] }
}
