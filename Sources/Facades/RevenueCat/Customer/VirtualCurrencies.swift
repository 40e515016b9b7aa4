// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The balances of a customer's virtual currencies.
///
/// The simulation has no such currencies: the server's answer is always empty.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, VirtualCurrencies), read
/// 2026-11-21.
public final class VirtualCurrencies: NSObject, Codable, Sendable {
    /// All of them, by their codes.
    public let all: [String: VirtualCurrency]

    init(_ all: [String: VirtualCurrency]) {
        self.all = all
        super.init()
    }

    /// The currency of a code.
    public subscript(key: String) -> VirtualCurrency? { all[key] }

    /// Whether both hold the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? VirtualCurrencies)?.all == all
    }

    /// Of the codes.
    public override var hash: Int { all.keys.sorted().hashValue }
}

/// One virtual currency of a customer.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, VirtualCurrency), read
/// 2026-11-21.
public final class VirtualCurrency: NSObject, Codable, Sendable {
    /// How much the customer has.
    public let balance: Int
    /// Its name for people.
    public let name: String
    /// Its code.
    public let code: String
    /// What it is.
    public let serverDescription: String?

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VirtualCurrency else { return false }
        return balance == other.balance && name == other.name && code == other.code
            && serverDescription == other.serverDescription
    }

    /// Of the code and the balance.
    public override var hash: Int { code.hashValue ^ balance.hashValue }
}

/// Asking for virtual currencies, of which the simulation has none.
extension Purchases {
    /// Tells of the currencies, from memory where they are.
    public func getVirtualCurrencies(
        completion: @escaping @Sendable (VirtualCurrencies?, PublicError?) -> Void
    ) {
        send(
            { self.fetchCurrencies(&$0, isOffline: $1) },
            answered: { completion($0.value, $0.publicError) })
    }

    /// Tells of the currencies, from memory where they are.
    ///
    /// - Throws: ``ErrorCode``.
    public func virtualCurrencies() async throws -> VirtualCurrencies {
        try await answer { self.fetchCurrencies(&$0, isOffline: $1) }.get()
    }

    /// The currencies that are in memory; nil before the first answer.
    public var cachedVirtualCurrencies: VirtualCurrencies? {
        state.withLock { $0.virtualCurrencies }
    }

    /// Forgets them, so that the next question goes to the server.
    public func invalidateVirtualCurrenciesCache() {
        state.withLock { $0.virtualCurrencies = nil }
    }

    private func fetchCurrencies(
        _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<VirtualCurrencies> {
        if let known = session.virtualCurrencies { return .success(known) }
        return ask(&session, isOffline) { session in
            let none = VirtualCurrencies([:])
            session.virtualCurrencies = none
            return .success(none)
        }
    }
}
