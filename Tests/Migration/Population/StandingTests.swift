// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// How a purchase stands, by what was said and by its dates.
@Suite struct StandingTests {
    /// Hours since 2026 began; the population's moment is hour 100.
    private static func standing(
        _ said: NeutralState? = nil, gives: Bool? = nil, renews: Bool? = nil, expires: Int? = nil,
        cancelled: Int? = nil, billing: Int? = nil, grace: Int? = nil, paused: Int? = nil,
        resumes: Int? = nil, refunded: Int? = nil, ended: Int? = nil, lost: Int? = nil,
        canRenew: Bool = true
    ) -> Standing {
        func instant(_ hour: Int?) -> Instant { hour.map { .hour($0) } ?? .none }
        var standing = Standing(
            said: said, givesAccess: gives, renews: renews, expires: instant(expires))
        (standing.cancelled, standing.billingProblem) = (instant(cancelled), instant(billing))
        (standing.graceExpires, standing.paused) = (instant(grace), instant(paused))
        (standing.resumes, standing.refunded) = (instant(resumes), instant(refunded))
        (standing.ended, standing.accessEnded) = (instant(ended), instant(lost))
        standing.canRenew = canRenew
        return standing
    }

    private static let byDates: [(String, Standing, NeutralState)] = [
        ("nothing is known", standing(), .active),
        ("the period runs", standing(expires: 101), .active),
        ("the period ends now", standing(expires: 100), .expired),
        ("the period is over", standing(expires: 99), .expired),
        ("renewal is off", standing(renews: false, expires: 101), .cancelled),
        ("it never renews", standing(renews: false, canRenew: false), .active),
        ("renewal was switched off", standing(expires: 101, cancelled: 50), .cancelled),
        ("renewal will be switched off", standing(expires: 101, cancelled: 101), .active),
        ("it was cancelled and is over", standing(expires: 99, cancelled: 50), .expired),
        ("it was refunded", standing(expires: 101, refunded: 50), .refunded),
        ("it was refunded later", standing(expires: 101, refunded: 101), .active),
        ("it was refunded and cancelled", standing(cancelled: 40, refunded: 50), .refunded),
        ("grace runs", standing(expires: 99, billing: 99, grace: 101), .grace),
        ("access ends with grace", standing(expires: 101, billing: 99, grace: 101), .grace),
        ("grace is over", standing(expires: 90, billing: 90, grace: 99), .billingRetry),
        ("grace is over, and no problem known", standing(expires: 90, grace: 99), .expired),
        ("a charge failed", standing(expires: 99, billing: 99), .billingRetry),
        ("a charge failed ahead of the end", standing(expires: 101, billing: 99), .active),
        ("it will go on", standing(expires: 99, resumes: 101), .paused),
        ("it should have gone on", standing(expires: 90, resumes: 99), .expired),
        ("it is suspended", standing(expires: 99, paused: 99), .paused),
        ("it is suspended before the end", standing(expires: 120, paused: 99), .paused),
        ("it will be suspended", standing(expires: 101, paused: 101), .active),
        ("suspension is over", standing(expires: 120, paused: 90, resumes: 99), .active),
        ("it has ended", standing(expires: 120, ended: 99), .expired),
        ("it has ended in grace", standing(expires: 90, grace: 120, ended: 99), .expired),
        ("access was lost", standing(expires: 120, lost: 99), .expired),
        ("access was lost in retry", standing(expires: 120, billing: 98, lost: 99), .billingRetry),
        ("access was lost in grace", standing(expires: 90, grace: 120, lost: 99), .expired),
        ("it was said to give none", standing(gives: false, expires: 101), .expired),
    ]

    @Test(arguments: byDates)
    func `Where nobody says the state, the dates do`(
        when: String, standing: Standing, state: NeutralState
    ) {
        let verdict = standing.verdict(at: .hour(100))
        #expect(verdict.state == state)
        #expect(!verdict.isContradicted)
    }

    private static let beginnings: [(purchased: Int, first: Int?, at: Int, gives: Bool)] = [
        (24, nil, 25, true), (25, nil, 25, true), (26, nil, 25, false), (26, 24, 25, true),
        (26, 26, 25, false),
    ]

    @Test(arguments: beginnings, [nil, true])
    func `What was bought after the moment stands as it does then, and gives no access yet`(
        row: (purchased: Int, first: Int?, at: Int, gives: Bool), said: Bool?
    ) throws {
        var says: [NeutralField: Said] = [
            .userID: "a", .product: "pro", .purchaseDate: .number(row.purchased),
            .expiryDate: 40,
        ]
        says[.originalPurchaseDate] = row.first.map { .number($0) }
        says[.givesAccess] = said.map { .flag($0) }
        let population = try population(
            [
                .purchase(says),
                .grant(says.merging([.entitlement: ["vip"], .product: "x"]) { $1 }),
            ],
            readers: [testReader(.latestRow)], at: .hour(row.at))
        #expect(population.all.map(\.givesAccess) == [row.gives, row.gives])
        #expect(population.all.map(\.state) == [.active, .active])
    }

    private static let said: [(String, Standing, NeutralState)] = [
        ("active, and no dates", standing(.active), .active),
        ("active, and renewal is off", standing(.active, renews: false), .cancelled),
        ("active, and never renews", standing(.active, renews: false, canRenew: false), .active),
        ("grace, and the period runs", standing(.grace, expires: 101), .grace),
        ("grace, and grace runs", standing(.grace, expires: 99, grace: 101), .grace),
        ("active, and grace runs", standing(.active, expires: 99, grace: 101), .active),
        ("expired, before the end", standing(.expired, expires: 101), .expired),
        ("refunded, without a date", standing(.refunded, expires: 101), .refunded),
        ("retried, before the end", standing(.billingRetry, expires: 101), .billingRetry),
        ("held", standing(.onHold, expires: 99), .onHold),
        ("pending", standing(.pending), .pending),
        ("suspended, for ever", standing(.paused, expires: 120), .paused),
        ("suspended, until later", standing(.paused, expires: 99, resumes: 101), .paused),
    ]

    @Test(arguments: said)
    func `What is said wins over the dates`(
        when: String, standing: Standing, state: NeutralState
    ) {
        let verdict = standing.verdict(at: .hour(100))
        #expect(verdict.state == state)
        #expect(!verdict.isContradicted)
    }

    private static let wordAlone: [(String, Standing, NeutralState, contradicts: Bool)] = [
        ("active, and over", standing(.active, expires: 99), .active, true),
        ("cancelled, and over", standing(.cancelled, expires: 99), .cancelled, true),
        ("grace, and over", standing(.grace, expires: 90), .grace, false),
        (
            "grace, and its end is over too",
            standing(.grace, expires: 90, billing: 90, grace: 99), .grace, false
        ),
        ("gives access, and over", standing(gives: true, expires: 99), .active, true),
        (
            "gives access, and will not renew", standing(gives: true, renews: false, expires: 99),
            .cancelled, true
        ),
        (
            "gives access, and never renews",
            standing(gives: true, renews: false, expires: 99, canRenew: false), .active, true
        ),
        (
            "gives access, and a charge failed", standing(gives: true, expires: 99, billing: 99),
            .grace, false
        ),
    ]

    @Test(arguments: wordAlone)
    func `The provider's word outranks the end of a period`(
        when: String, standing: Standing, state: NeutralState, contradicts: Bool
    ) {
        let verdict = standing.verdict(at: .hour(100))
        #expect(verdict.state == state)
        #expect(verdict.isContradicted == contradicts)
        #expect(verdict.givesAccess == standing.givesAccess)
    }

    @Test(
        arguments: [
            (nil, nil, .active), (nil, 120, .cancelled), ("subscription", nil, .cancelled),
            ("subscription", 120, .cancelled), ("non-consumable", nil, .active),
            ("consumable", nil, .active), ("non-renewing", 120, .active),
        ] as [(String?, Int?, NeutralState)])
    func `What cannot renew is not cancelled because it does not`(
        kind: String?, end: Int?, state: NeutralState
    ) throws {
        for said in [nil, "active"] {
            var says: [NeutralField: Said] = [.userID: "a", .product: "pro", .renews: false]
            says[.kind] = kind.map { .text($0) }
            says[.expiryDate] = end.map { .number($0) }
            says[.state] = said.map { .text($0) }
            let population = try population(
                [.purchase(says)], readers: [testReader(.latestRow)], at: .hour(100))
            #expect(population.all.map(\.state) == [state])
            #expect(population.all.map(\.givesAccess) == [true])
        }
    }

    private static let withdrawn: [(String, Standing, NeutralState)] = [
        ("active, and the period runs", standing(.active, gives: false, expires: 101), .expired),
        ("active, and over", standing(.active, gives: false, expires: 99), .expired),
        ("cancelled, and it runs", standing(.cancelled, gives: false, expires: 101), .expired),
        ("cancelled, and over", standing(.cancelled, gives: false, expires: 99), .expired),
        ("cancelled, without an end", standing(.cancelled, gives: false), .expired),
        (
            "grace, and a charge failed", standing(.grace, gives: false, expires: 99, billing: 98),
            .billingRetry
        ),
    ]

    @Test(arguments: withdrawn)
    func `What is said to give no access does not run, whatever is said of its renewal`(
        when: String, standing: Standing, state: NeutralState
    ) {
        let verdict = standing.verdict(at: .hour(100))
        #expect(verdict == Standing.Verdict(state: state, givesAccess: false))
    }

    @Test(arguments: [(101, NeutralState.active), (99, .expired)])
    func `What unlocks nothing may run and give no access`(end: Int, state: NeutralState) throws {
        let population = try population(
            [
                .purchase([
                    .userID: "a", .product: "coins", .state: "active", .givesAccess: .flag(false),
                    .expiryDate: .number(end),
                ])
            ], readers: [testReader(.latestRow)], at: .hour(100))
        let purchase = try #require(population.all.first)
        #expect(purchase.state == state && !purchase.givesAccess && !purchase.isContradicted)
    }

    private static let contradicted: [(String, Standing, NeutralState)] = [
        ("active, and given back", standing(.active, expires: 101, refunded: 99), .refunded),
        ("active, and ended", standing(.active, expires: 101, ended: 99), .expired),
        ("suspended, until before", standing(.paused, expires: 101, resumes: 99), .active),
        ("suspended, and over", standing(.paused, expires: 99, resumes: 99), .expired),
        ("gives access, and given back", standing(gives: true, refunded: 99), .refunded),
        ("gives access, and ended", standing(gives: true, expires: 101, ended: 99), .expired),
    ]

    @Test(arguments: contradicted)
    func `What has happened since wins over what cannot be any more`(
        when: String, standing: Standing, state: NeutralState
    ) {
        let verdict = standing.verdict(at: .hour(100))
        #expect(verdict.state == state)
        #expect(verdict.isContradicted)
        #expect(verdict.givesAccess == nil)
    }

    @Test(arguments: [NeutralState.expired, .refunded], [true, false, nil])
    func `Who says that it is over and gives access contradicts themselves`(
        said: NeutralState, gives: Bool?
    ) {
        let verdict = Self.standing(said, gives: gives, expires: 99).verdict(at: .hour(100))
        #expect(
            verdict
                == Standing.Verdict(
                    state: said, isContradicted: gives == true, givesAccess: gives))
    }

    @Test(arguments: [
        (standing(.billingRetry, gives: true, expires: 99), true as Bool?),
        (standing(.expired, gives: true, expires: 99), true),
        (standing(.active, gives: false, expires: 101), false),
        (standing(gives: true, expires: 101), true),
        (standing(.active, expires: 101), nil),
    ])
    func `What is said of access holds unless it is contradicted`(
        standing: Standing, gives: Bool?
    ) {
        #expect(standing.verdict(at: .hour(100)).givesAccess == gives)
    }
}
