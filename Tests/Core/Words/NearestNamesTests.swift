// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct NearestNamesTests {
    @Test(
        arguments: [
            ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2),
            ("acess", "access", 1), ("form", "from", 1), ("abcd", "badc", 2),
        ])
    func `The distance is what is inserted, removed, replaced or swapped`(
        left: String, right: String, distance: Int
    ) {
        #expect(NearestNames.distance(Array(left), Array(right)) == distance)
        #expect(NearestNames.distance(Array(right), Array(left)) == distance)
    }

    @Test(
        arguments: [
            ("revenucat", ["revenuecat"]), ("RevenueCat", ["revenuecat"]),
            ("purchasley", ["purchasely"]), ("qonv", ["qonversion"]), ("namy", ["nami"]),
            ("adapty", []), ("x", []), ("", []), ("revenue-dog", []),
        ] as [(String, [String])])
    func `Only what is near is suggested`(wanted: String, names: [String]) {
        let known = ["nami", "purchasely", "qonversion", "revenuecat"]
        #expect(NearestNames(wanted, among: known).names == names)
    }

    @Test(
        arguments: [
            ("nami.fees", []), ("nami.swich", ["nami.switch"]), ("nami.tell.9", ["nami.tell"]),
            ("Nami.Swtich", ["nami.switch"]), ("nami.", []), ("namy.switch", ["nami.switch"]),
        ] as [(String, [String])])
    func `What stands before a full stop makes nothing near`(wanted: String, names: [String]) {
        let known = ["nami.tell", "nami.tell.1", "nami.switch"]
        #expect(NearestNames(wanted, among: known).names == names)
    }

    @Test func `Of one or two characters only the case can be wrong`() {
        #expect(NearestNames("ID", among: ["id", "in"]).names == ["id"])
        #expect(NearestNames("a", among: ["b", "ab"]).names.isEmpty)
    }

    @Test(
        arguments: [
            (
                "revenucat", ["nami", "revenuecat"], nil,
                #"provider "revenucat": unknown; did you mean "revenuecat"?"#
            ),
            (
                "x", ["nami", "revenuecat"], nil,
                #"provider "x": unknown; expected nami or revenuecat"#
            ),
            ("x", ["nami"], nil, #"provider "x": unknown; expected nami"#),
            ("x", [], nil, #"provider "x": unknown; there is none"#),
            (
                "x", ["nami"], "allonym explain",
                #"provider "x": unknown; allonym explain lists what there is"#
            ),
            (
                "grape", ["grapes", "graph", "grate"], nil,
                #"provider "grape": unknown; did you mean "grapes", "graph" or "grate"?"#
            ),
        ] as [(String, [String], String?, String)])
    func `An unknown name says what to write instead`(
        name: String, known: [String], list: String?, says: String
    ) {
        #expect(UnknownName("provider", name, known: known, listedBy: list).description == says)
    }
}
