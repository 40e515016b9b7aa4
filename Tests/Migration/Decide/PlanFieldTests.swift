// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

@Suite struct PlanFieldTests {
    private static let all = (0..<PlanField.count).map(PlanField.init(number:))

    @Test func `A set holds every field apart from every other`() {
        #expect(PlanField.count <= 128)
        var set = PlanFieldSet()
        #expect(set.isEmpty && set.first == nil && set.fields == [])
        for field in Self.all {
            let one: PlanFieldSet = [field]
            #expect(one.fields == [field] && one.first == field && !one.isEmpty)
            #expect(!set.contains(field) && !set.intersects(one))
            #expect(set.intersection(one).isEmpty && !one.isSubset(of: set))
            set.insert(field)
            #expect(set.contains(field) && set.intersects(one) && set.intersection(one) == one)
            #expect(one.isSubset(of: set) && (one == set || !set.isSubset(of: one)))
        }
        #expect(set.fields == Self.all && set.first == Self.all.first)
        for field in Self.all.reversed() {
            set.remove(field)
            #expect(!set.contains(field))
        }
        #expect(set.isEmpty)
    }

    @Test func `Every field that a writer can name has a name and a number of its own`() {
        let all =
            NeutralField.allCases.map(FormatField.neutral)
            + WriterField.allCases.map(FormatField.own)
        #expect(all.map { PlanField($0) } == Self.all)
        #expect(Set(all.map(\.name)).count == PlanField.count)
        for field in all { #expect(FormatField(name: field.name) == field) }
    }
}
