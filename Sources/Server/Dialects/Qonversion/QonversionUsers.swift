// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import QonversionWire

    // Who is who in Qonversion's words: a user ID is an anonymous one that is never given up, an
    // identity is what the app adds. Over other rules a customer without an anonymous ID is a user by
    // the ID that it has.

    extension ProjectState {
        /// A user by its Qonversion user ID.
        func qonversionUser(_ id: String) -> UserHandle? {
            let id = UserID(unchecked: id)
            return [ledger.minted(id, under: rules), ledger.user(id)].lazy.compactMap { $0 }.first {
                guard !ledger.isNobody($0) else { return false }
                return ledger.isAnonymous($0) || anonymousID(of: ledger.customer(of: $0)) == nil
            }
        }

        /// Whether a user ID can belong to nobody new: somebody has it, or had it.
        func isTakenByQonversionUser(_ id: String) -> Bool {
            ledger.minted(UserID(unchecked: id), under: rules) != nil || qonversionUser(id) != nil
        }

        /// The row by which a user ID stays nobody's, of one that was erased.
        func rulesAgainstQonversionUser(_ id: String) -> [String] {
            rulesAgainstReturn(of: ledger.minted(UserID(unchecked: id), under: rules))
        }

        /// The row by which an ID stays nobody's, where it was erased and the rules have it so.
        func rulesAgainstReturn(of user: UserHandle?) -> [String] {
            guard let user, ledger.isNobody(user) else { return [] }
            let ruling = rules.ruling(.delete, Situation(.erasureReturn))
            return ruling.effect == .refuse ? names(of: [ruling.number]) : []
        }

        /// An identity; nil where nobody has it.
        func qonversionIdentity(_ id: String) -> UserHandle? {
            guard let user = ledger.user(UserID(unchecked: id)), !ledger.isAnonymous(user),
                !ledger.isNobody(user)
            else { return nil }
            return user
        }

        /// The Qonversion user ID of a customer.
        func qonversionUserID(of customer: CustomerHandle) -> String {
            ledger.id(of: anonymousID(of: customer) ?? ledger.original(of: customer)).text
        }

        /// The identity of a customer, if it has one.
        func qonversionIdentityID(of customer: CustomerHandle) -> String? {
            ledger.aliases(of: customer).first { !ledger.isAnonymous($0) }
                .map { ledger.id(of: $0).text }
        }

        private func anonymousID(of customer: CustomerHandle) -> UserHandle? {
            ledger.aliases(of: customer).first(where: ledger.isAnonymous)
        }

        /// Whoever acts under a Qonversion user ID, be it one that nobody has.
        func qonversionActor(_ id: String, _ account: StoreAccount? = nil) -> Actor {
            let id = UserID(unchecked: id)
            guard let user = qonversionUser(id.text), !ledger.isAnonymous(user) else {
                return .minted(id, account)
            }
            return .user(id, account)
        }

        /// A user ID that the server makes, in Qonversion's form.
        func newQonversionUserID() -> String {
            var random = SystemRandomNumberGenerator()
            let bits = FreshBits(high: random.next(), low: random.next())
            return rules.identifiers.anonymous.render(bits).text
        }

        // MARK: Environments

        /// The name under which a user's environment is kept: no property can have it.
        private static let environment = "$environment"

        /// The environment of a user; that of production is not kept.
        func qonversionEnvironment(of customer: CustomerHandle) -> Environment {
            attributes[customer]?[ProjectState.environment]
                .flatMap { Environment(rawValue: $0.value) } ?? .production
        }

        mutating func setQonversionEnvironment(
            _ environment: Environment, of customer: CustomerHandle, _ now: Date
        ) {
            guard environment != .production else { return }
            setAttribute(
                ProjectState.environment, environment.rawValue, of: customer,
                milliseconds: now.milliseconds)
        }

        /// What was said of a customer, sorted by key.
        func qonversionProperties(of customer: CustomerHandle) -> [REST3.Property] {
            (attributes[customer] ?? [:]).filter { $0.key != ProjectState.environment }
                .map { REST3.Property(key: $0.key, value: $0.value.value) }
                .sorted { $0.key < $1.key }
        }
    }
#endif
