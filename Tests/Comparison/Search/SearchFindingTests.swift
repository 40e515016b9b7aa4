// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

@Suite struct SearchFindingTests {
    // MARK: - What is known

    /// What the providers' documents say, and people moving between them have met.
    @Test(
        arguments: [
            (
                "A second device's anonymous purchases after its log-in", "revenuecat",
                "purchasely", ["revenuecat.identify.4", "purchasely.carry.1"],
                "A: install; B: install; A: log in u1; B: buy X; B: log in u1"
            ),
            (
                "From user A to user B", "nami", "purchasely",
                ["nami.claim.4", "purchasely.identify.3"],
                "A: install; A: log in u1; A: buy X; A: log in u2"
            ),
            (
                "Log-out with purchases of one's own", "qonversion", "revenuecat",
                ["qonversion.logout.2", "revenuecat.logout.2"],
                "A: install; A: log in u1; A: buy X; A: log out"
            ),
        ])
    func `A known difference is found without being told`(
        what: String, first: String, second: String, rules: [String], history: String
    ) throws {
        let result = try Sides((first, [:]), (second, [:])).search(depth: 5)
        let found = result.findings.filter {
            $0.kind == "access" && $0.rows.map { $0?.id } == rules
        }
        #expect(found.map(\.line) == [history], "\(what)")
        let shorter = try Sides((first, [:]), (second, [:]))
            .search(depth: history.split(separator: ";").count - 1)
        #expect(!shorter.findings.contains { $0.cause == found.first?.cause }, "\(what)")
    }

    @Test(
        arguments: [
            (["restore": "keep"], 4, ["revenuecat.claim.5"]),
            (["restore": "share"], 4, ["revenuecat.claim.5"]),
            (["identifiers": "api-v2"], 3, []),
        ] as [([String: String], Int, [String])])
    func `Settings of one provider are told apart where they matter`(
        settings: [String: String], depth: Int, among: [String]
    ) throws {
        let result = try Sides(("revenuecat", [:]), ("revenuecat", settings)).search(depth: depth)
        let rows = Set(result.findings.flatMap { $0.rows.map { $0?.id ?? "" } })
        #expect(rows.isSuperset(of: among), "\(rows.sorted())")
        #expect(result.findings.isEmpty == among.isEmpty)
    }

    @Test(arguments: Sides.single)
    func `A provider differs from itself in nothing`(sides: Sides) throws {
        let same = try Sides((sides.sides[0].provider, [:]), (sides.sides[0].provider, [:]))
            .search(depth: 5)
        #expect(same.findings.isEmpty)
        #expect(same.coverage.isComplete)
        #expect(same.coverage.states > 400)
    }

    @Test(
        arguments: [
            ("nami", ["taken-by-another"]), ("purchasely", ["taken-by-another"]),
            ("qonversion", ["one-purchase-for-two"]), ("revenuecat", ["taken-by-another"]),
        ])
    func `Every provider has what a user would not call right`(
        provider: String, among: [String]
    ) throws {
        let result = try Sides((provider, [:])).search(depth: 5)
        #expect(Set(result.findings.map(\.kind)).isSuperset(of: among))
        #expect(result.names.count == 1)
        #expect(result.findings.allSatisfy { $0.rows.count == 1 })
    }

    // MARK: - What is found is true

    @Test(arguments: Sides.pairs)
    func `Each history is read back and holds, and parts at its end and not before`(
        sides: Sides
    ) throws {
        let result = try sides.search(depth: 4)
        let world = try sides.world()
        let plain = PlainSearch(world, try sides.rules())
        #expect(result.findings.count >= 8)
        for finding in result.findings {
            let file = try read(finding.scenario)
            #expect(file.scenarios.count == 1)
            let compared = try Runner(try builtIn.get()).run(file.scenarios[0], of: file)
            #expect(compared.asserted == 2 * compared.scenario.steps.count, "\(finding.line)")
            #expect(compared.held == compared.asserted, "\(finding.line)")
            #expect(MarkdownReport.text(of: file, [compared]) == finding.scenario)
            var state = PlainState(world, try sides.rules())
            for (index, step) in finding.history.enumerated() {
                let action = PlainAction(device: step.device, action: step.action)
                let before = state
                let decisions = state.perform(action)
                let parted = plain.partings(from: before, to: state, by: action, decisions)
                let isLast = index == finding.history.count - 1
                #expect(parted.contains(finding.kind) == isLast, "\(finding.cause): \(step.text)")
                guard isLast else { continue }
                #expect(plain.rows(for: finding.kind, decisions) == finding.rows.map { $0?.id })
            }
        }
    }

    @Test(arguments: Sides.pairs)
    func `An answer shows an access that differs`(sides: Sides) throws {
        for finding in try sides.search(depth: 4, of: [.access]).findings {
            let last = try #require(finding.compared.answers.last)
            #expect(last[0].access != last[1].access, "\(finding.line)")
            let names = try sides.rules().map(\.provider.name)
            #expect(finding.consequence.hasPrefix("After a move from \(names[0]) to \(names[1]), "))
            #expect(finding.consequence.hasSuffix("."))
        }
    }

    @Test func `One provider under two settings is two scenarios, which hold`() throws {
        let result = try Sides(("revenuecat", [:]), ("revenuecat", ["restore": "keep"]))
            .search(depth: 4)
        #expect(
            result.names == [
                "RevenueCat with restore = transfer", "RevenueCat with restore = keep",
            ])
        #expect(!result.findings.isEmpty)
        for finding in result.findings {
            let file = try read(finding.scenario)
            #expect(file.scenarios.map(\.settings) == [[:], ["revenuecat": ["restore": "keep"]]])
            let compared = try compare(finding.scenario)
            #expect(compared.allSatisfy { $0.asserted > 0 && $0.held == $0.asserted })
        }
    }

    // MARK: - What is found is always the same

    @Test(arguments: [Sides.pairs[4], Sides.pairs[5], Sides.single[2]])
    func `Neither threads nor runs change what is found`(sides: Sides) throws {
        let first = try SearchReport(try sides.search(depth: 5)).json()
        for threads in [1, 2, 3] {
            #expect(try SearchReport(try sides.search(depth: 5, threads: threads)).json() == first)
        }
    }

    @Test(arguments: [Sides.pairs[1], Sides.pairs[4]])
    func `A kind asked for alone has the causes that it has among all`(sides: Sides) throws {
        let all = try sides.search(depth: 5).found
        for kind in DifferenceKind.allCases {
            let alone = try sides.search(depth: 5, of: [kind])
            #expect(alone.found == all.filter { $0.contains(" \(kind.rawValue): ") }, "\(kind)")
        }
    }

    @Test func `A deeper search finds what a shallow one does`() throws {
        let (shallow, deep) = (
            try Sides.pairs[0].search(depth: 4), try Sides.pairs[0].search(depth: 5)
        )
        let found = Array(deep.findings.map(\.scenario).prefix(shallow.findings.count))
        #expect(found == shallow.findings.map(\.scenario))
        #expect(deep.findings.count > shallow.findings.count)
        #expect(Array(deep.coverage.growth.prefix(5)) == shallow.coverage.growth)
    }

    // MARK: - What was covered

    @Test func `What was covered adds up`() throws {
        let coverage = try Sides.pairs[0].search(depth: 5).coverage
        #expect(coverage.growth.count == 6)
        #expect(coverage.growth[0] == 1)
        #expect(coverage.states == coverage.growth.reduce(0, +))
        #expect(coverage.transitions.isMultiple(of: 2))
        #expect(coverage.inferred < coverage.transitions)
        #expect(coverage.isComplete)
        let plain = try Sides.pairs[0].search(depth: 5, isRenaming: false).coverage
        #expect(plain.states > coverage.states)
    }

    @Test func `A search that is ended says so, with what it found`() throws {
        let sides = Sides.pairs[5]
        let rules = try sides.rules()
        let search = Search(
            for: .differences(rules[0], rules[1], DifferenceKind.allCases), in: try sides.world(),
            try builtIn.get())
        var asked = 0
        let result = try search.run(
            depth: 30,
            isCancelled: {
                asked += 1
                return asked > 5
            })
        #expect(!result.coverage.isComplete)
        #expect(result.findings.count > 5)
        let whole = result.coverage.completeDepth
        #expect((1..<30).contains(whole))
        #expect(result.coverage.growth.count == whole + 2)
        let report = SearchReport(result)
        #expect(
            report.headline.hasSuffix(
                " within \(whole) actions and part of what \(whole + 1) can do."))
        #expect(
            report.coverage.contains(" can do in up to \(whole) actions, and part of what one more")
        )
        #expect(report.coverage.contains("CUT before the 30 actions asked for: there may be more."))
        #expect(!result.coverage.isOutOfRoom)
        let none = try search.run(depth: 5, isCancelled: { true })
        #expect(!none.coverage.isComplete)
        #expect(none.coverage.completeDepth == 0)
        #expect(none.findings.isEmpty)
    }

    @Test func `A search that has no room for more states is cut, and says why`() throws {
        let sides = Sides.pairs[5]
        let rules = try sides.rules()
        let search = Search(
            for: .differences(rules[0], rules[1], DifferenceKind.allCases), in: try sides.world(),
            try builtIn.get())
        let result = try search.run(depth: 30, mostBytes: 1 << 20)
        #expect(!result.coverage.isComplete && result.coverage.isOutOfRoom)
        #expect(!result.findings.isEmpty)
        let report = SearchReport(result)
        #expect(report.coverage.contains("The states filled the memory that they may take."))
        #expect(report.page.facts.contains(Page.Fact("Everything tried", "no, memory was full")))
        // What it has stays near what it may have: one more piece of work is done than there is room for.
        #expect(result.coverage.bytesPerState <= 80)
        #expect(result.coverage.states < 1 << 18)
        let small = try search.run(depth: 2, mostBytes: 1 << 20)
        #expect(small.coverage.isComplete && !small.coverage.isOutOfRoom)
    }

    @Test(arguments: [(0, 1, 1), (5, 1, 1), (1, 5, 1), (1, -1, 1), (1, 1, 5)])
    func `A world has bounds`(devices: Int, ids: Int, products: Int) throws {
        let kinds = [ProductKind](repeating: .subscription, count: products)
        #expect(
            SmallWorld(devices: devices, ids: ids, kinds: kinds, for: try Sides.pairs[0].rules())
                == nil)
    }

    @Test func `IDs are such as both sides take`() throws {
        let uuids = Sides(("nami", ["external-ids": "sha256-uuid"]), ("revenuecat", [:]))
        for id in try uuids.world().ids {
            #expect(try uuids.rules().allSatisfy { $0.identifiers.accepts(id) })
            #expect(id.text.utf8.count == 36)
        }
    }
}
