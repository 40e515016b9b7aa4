// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The IDs of one customer.
struct SampleIDs {
    /// Those that the app gave, the one in use last.
    var custom: [String] = []
    /// Those that the provider minted, the oldest first.
    var anonymous: [String] = []
    /// The anonymous ones, then those that the app gave.
    fileprivate(set) var all: [String] = []
}

/// Makes the IDs of customers, in the kinds in which they are met.
///
/// Three in ten have none of their own, one in five has several. Values that providers refuse, IDs
/// that are too long and IDs that differ in case only are rare; of a thousand customers some have
/// each, at fixed offsets.
struct SampleIDMaker {
    private let anonymous: AnonymousForm
    private let scope: SampleScope
    private var number = 0
    /// The last ID with letters, whose twin is still to come.
    private var twin: String?

    /// How many customers there are from one rare ID to the next of its kind.
    static let distance = 250

    /// What app code sends by mistake; no two customers have the same.
    private static let mistakes = [
        "null", "guest", "unknown", "anonymous", "undefined", "none", "nil", "0", "-1",
        "unidentified", "no_user", "NaN", "(null)", "[]", "{}", "[object Object]",
    ]
    private static let names = [
        "ada", "bela", "chloe", "dmitri", "emre", "fatou", "grace", "hugo", "ines", "jun", "kofi",
        "lena", "mateo", "nadia", "omar", "priya", "quinn", "rosa", "sven", "thu",
    ]

    init(_ anonymous: AnonymousForm, _ scope: SampleScope) {
        (self.anonymous, self.scope) = (anonymous, scope)
    }

    /// Goes to the customer that has so many before it.
    mutating func begin(at customer: Int) { (number, twin) = (customer, nil) }

    /// The IDs of the next customer.
    mutating func next(_ generator: inout SampleGenerator) -> SampleIDs {
        number += 1
        var ids = SampleIDs()
        if !scope.takesCustom {
            ids.anonymous = [mint(&generator)]
        } else if let rare = rareID(&generator) {
            ids.custom = [rare]
        } else if scope.takesAnonymous, generator.chance(28) {
            ids.anonymous = [mint(&generator)]
            if scope.isShared, generator.chance(8) { ids.anonymous.append(mint(&generator)) }
        } else {
            ids.custom = [customID(&generator)]
            if scope.takesAnonymous, generator.chance(25) {
                ids.anonymous = [mint(&generator)]
                if generator.chance(15) { ids.anonymous.append(mint(&generator)) }
                if scope.isShared, generator.chance(8) {
                    ids.custom.insert(customID(&generator), at: 0)
                }
            }
        }
        if scope.needsAnonymous, ids.anonymous.isEmpty { ids.anonymous = [mint(&generator)] }
        ids.all = ids.anonymous + ids.custom
        return ids
    }

    private func mint(_ generator: inout SampleGenerator) -> String {
        anonymous.render(FreshBits(high: generator.next(), low: generator.next())).text
    }

    /// An ID that providers refuse or mistake for another one; nil for most customers.
    private mutating func rareID(_ generator: inout SampleGenerator) -> String? {
        switch number % SampleIDMaker.distance {
        case 40 where number / SampleIDMaker.distance < SampleIDMaker.mistakes.count:
            return SampleIDMaker.mistakes[number / SampleIDMaker.distance]
        case 90, 190:
            return generator.token(
                length: number % (2 * SampleIDMaker.distance) < SampleIDMaker.distance ? 128 : 300)
        case 140:
            let name = generator.one(of: SampleIDMaker.names)
            twin = "\(name.uppercased())-\(number)"
            return "\(name)-\(number)"
        default:
            defer { twin = nil }
            return twin
        }
    }

    private func customID(_ generator: inout SampleGenerator) -> String {
        switch generator.below(100) {
        case 0..<45: generator.uuid()
        case 45..<60: String(100_000 + generator.below(1_000_000) + 1_000_000 * number)
        case 60..<72: "\(generator.one(of: SampleIDMaker.names)).\(number)@mail.example"
        case 72..<84: generator.hexadecimal(length: 64)
        case 84..<94: "\(generator.one(of: SampleIDMaker.names))\(generator.below(100))_\(number)"
        default: "user:\(generator.token(length: 20))"
        }
    }
}
