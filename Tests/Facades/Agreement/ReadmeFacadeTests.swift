// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The app's code that the README shows is run, and prints what the README says.
@Suite struct ReadmeFacadeTests {
    @Test func `The README's app prints what it shows`() async throws {
        var printed: [String] = []
        func print(_ items: Any...) {
            printed.append("// " + items.map { "\($0)" }.joined(separator: " "))
        }
        // README
        let (mother, child) = ("41", "42")
        for provider in ["revenuecat", "nami"] {
            let world = try SharedWorld(provider, catalogue: [.subscription("pro")])
            try await world.installation("tablet").use {
                Purchases.configure(withAPIKey: "any")
                _ = try await Purchases.shared.logIn(mother)
                let products = await Purchases.shared.products(["pro"])
                _ = try await Purchases.shared.purchase(product: products[0])
                let info = try await Purchases.shared.logIn(child).customerInfo
                print(provider, info.entitlements.active.keys.sorted())
            }
        }
        // END
        let own = try lines(of: #filePath)
        let start = try #require(own.firstIndex(of: "// README"))
        let end = try #require(own.firstIndex(of: "// END"))
        let readme = try lines(of: #filePath + "/../../../../README.md")
        let first = try #require(readme.firstIndex(of: own[start + 1]))
        let last = try #require(readme[first...].firstIndex(of: "```"))
        let expected = Array(own[(start + 1)..<end]) + printed
        #expect(Array(readme[first..<last]) == expected)
    }

    private func lines(of path: String) throws -> [String] {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
