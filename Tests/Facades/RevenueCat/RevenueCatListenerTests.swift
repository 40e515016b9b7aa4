// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The delegate and the stream.
///
/// Source: https://www.revenuecat.com/docs/customers/customer-info, read 2026-11-21.
@Suite struct RevenueCatListenerTests {
    private let alice = "alice-035b30e2"
    private let bob = "bob-faf4462d"
    private let phone: Installation

    init() throws {
        phone = try SharedWorld(
            "revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])]
        ).installation("phone")
        phone.asksWhileConfiguring = true
    }

    private func access(_ info: CustomerInfo?) -> [String]? {
        info?.entitlements.active.keys.sorted()
    }

    @Test func `The delegate hears what is cached, then changes only, before the handler`()
        async throws
    {
        let heard = RevenueCatHeard()
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            purchases.delegate = heard
            #expect(purchases.delegate === heard)
            for _ in 0..<3 { await fetch(purchases, heard) }
            phone.grant("pro")
            await fetch(purchases, heard)
            await fetch(purchases, heard)
            phone.revoke("pro")
            await fetch(purchases, heard)
        }
        #expect(
            heard.lines == [
                "delegate []", "handler []", "handler []", "handler []", "delegate [\"pro\"]",
                "handler [\"pro\"]", "handler [\"pro\"]", "delegate []", "handler []",
            ])
    }

    @Test func `The delegate is not kept alive, and can be taken off`() async throws {
        let first = RevenueCatHeard()
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            do {
                let gone = RevenueCatHeard()
                purchases.delegate = gone
            }
            #expect(purchases.delegate == nil)
            purchases.delegate = first
            await fetch(purchases, first)
            purchases.delegate = nil
            phone.grant("pro")
            await fetch(purchases, first)
        }
        #expect(first.lines == ["delegate []", "handler []", "handler [\"pro\"]"])
    }

    @Test func `Every user is news to the delegate`() async throws {
        let heard = RevenueCatHeard()
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            purchases.delegate = heard
            _ = try await purchases.logIn(alice)
            _ = try await purchases.logIn(bob)
            _ = try await purchases.logIn(bob)
            _ = try await purchases.logOut()
            await fetch(purchases, heard)
        }
        #expect(heard.lines.filter { $0.hasPrefix("delegate") }.count == 4)
    }

    private func fetch(_ purchases: Purchases, _ heard: RevenueCatHeard) async {
        await withCheckedContinuation { continuation in
            purchases.getCustomerInfo(fetchPolicy: .fetchCurrent) { info, _ in
                heard.add("handler", info)
                continuation.resume()
            }
        }
    }

    // MARK: Stream

    @Test func `The stream begins with what is cached and goes on with changes`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            var stream = purchases.customerInfoStream.makeAsyncIterator()
            #expect(access(await stream.next()) == [])
            _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(access(await stream.next()) == ["pro"])
            phone.grant("plus")
            _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            phone.revoke("plus")
            _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(access(await stream.next()) == ["pro"], "a slow reader gets the newest")
        }
    }

    @Test func `Two streams are independent, and one that ended gets nothing`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            var first = purchases.customerInfoStream.makeAsyncIterator()
            do {
                var second = purchases.customerInfoStream.makeAsyncIterator()
                #expect(await second.next() != nil)
            }
            #expect(await first.next() != nil)
            phone.grant("pro")
            _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(access(await first.next()) == ["pro"])
        }
    }
}

/// A delegate that writes down what it hears.
final class RevenueCatHeard: NSObject, PurchasesDelegate, Sendable {
    private let written = Locked<[String]>([])

    var lines: [String] { written.withLock { $0 } }

    func add(_ who: String, _ info: CustomerInfo?) {
        let access = info?.entitlements.active.keys.sorted()
        written.withLock { $0.append("\(who) \(access.map { "\($0)" } ?? "nil")") }
    }

    func purchases(_ purchases: Purchases, receivedUpdated customerInfo: CustomerInfo) {
        MainActor.assertIsolated()
        add("delegate", customerInfo)
    }
}
