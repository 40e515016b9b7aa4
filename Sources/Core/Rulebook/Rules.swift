// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A provider's rules under chosen settings, compiled so that matching a row is two bit tests.
///
/// A class because it never changes and is handed to every decision: passing it costs one pointer.
public final class Rules: Sendable {
    /// The provider they are of.
    public let provider: Provider
    /// Every setting with its value, as it was chosen.
    public let settings: [String: String]
    /// The settings as the rows ask for them: those that override another have done so.
    package let inForce: [String: String]
    /// Its rules about user IDs.
    public let identifiers: IdentifierRules
    /// Whether anonymous IDs are of another provider's form.
    private let isFormBorrowed: Bool
    private let tables: [CompiledTable]
    /// What each row does, by its number.
    private let rulings: [Ruling]
    /// For each state of a purchase whether it gives access, and by which row.
    private let activeRows: [RowNumber]
    private let activeMask: UInt8
    private let inferred: [Bool]
    /// Whether some row asks what an installation has posted, so that it is written down.
    package let asksForPosts: Bool
    /// Whether an installation can see purchases through its store account: only where a row says
    /// so by name.
    package let seesThroughAccount: Bool

    init(_ provider: Provider, settings: [String: String], minting form: AnonymousForm? = nil) {
        self.provider = provider
        self.settings = settings
        let form = form ?? provider.anonymous
        isFormBorrowed = form != provider.anonymous
        identifiers = IdentifierRules(
            anonymous: form,
            rules: provider.identifierRules.filter { rule in
                rule.settings.allSatisfy { settings[$0].map($1.contains) ?? false }
            })
        inferred = provider.rulebook.rows.map { $0.citation.authority == .inferred }
        let inForce = provider.rulebook.inForce(settings)
        self.inForce = inForce
        let rows = provider.rulebook.rows.filter { $0.holds(under: inForce) }
        asksForPosts = rows.contains { $0.conditions[.unposted] != nil || $0.effect == .unposted }
        seesThroughAccount = rows.contains { row in
            row.table == .access && row.effect == .see
                && row.conditions[.holder]?.contains(.holderAccount) ?? false
        }
        let tables = Table.allCases.map {
            CompiledTable($0, rows: provider.rulebook.rows, settings: inForce)
        }
        self.tables = tables
        rulings = provider.rulebook.rows.enumerated().map { Ruling($1, RowNumber($0)) }
        activeRows = PurchaseState.allCases.map { state in
            tables[Table.active.number].first(matching: Situation(state.fact))
        }
        activeMask = zip(PurchaseState.allCases, activeRows).reduce(0) { mask, pair in
            let gives = provider.rulebook.rows[pair.1.index].effect == .access
            return gives ? mask | 1 << pair.0.rawValue : mask
        }
    }

    /// The same rules in memory of their own: threads that each have a copy do not wait for each
    /// other's counting of references.
    package func copied() -> Rules { minting(identifiers.anonymous) }

    /// The same rules over customers whose anonymous IDs are of another form: that of the provider
    /// whose SDKs make them.
    ///
    /// What counts as anonymous there is nothing that an app gives, so no rule about user IDs refuses
    /// it.
    ///
    /// - Parameter form: What anonymous IDs look like.
    /// - Returns: The rules.
    package func minting(_ form: AnonymousForm) -> Rules {
        Rules(provider, settings: settings, minting: form)
    }

    /// A row by its number.
    public subscript(number: RowNumber) -> Row { provider.rulebook.rows[number.index] }

    /// What a row or an identifier rule says and where that comes from, by its ID.
    public func citation(of id: String) -> Citation? {
        provider.rulebook.rows.first { $0.id == id }?.citation
            ?? provider.identifierRules.first { $0.id == id }?.citation
    }

    /// What a row does, by its number.
    package func ruling(_ number: RowNumber) -> Ruling { rulings[number.index] }

    /// Whether a row says what no document says.
    package func isInferred(_ number: RowNumber) -> Bool { inferred[number.index] }

    /// What the first row of a table that matches does.
    package func ruling(_ table: Table, _ situation: Situation) -> Ruling {
        rulings[tables[table.number].first(matching: situation).index]
    }

    /// Whether a purchase in this state gives access.
    package func givesAccess(_ state: PurchaseState) -> Bool {
        activeMask & 1 << state.rawValue != 0
    }

    /// The row that says so.
    package func activeRow(_ state: PurchaseState) -> RowNumber {
        activeRows[Int(state.rawValue)]
    }
}

// MARK: - User IDs, without a copy of the rules about them

extension Rules {
    func accepts(_ id: UserID) -> Bool {
        identifiers.accepts(id) || isFormBorrowed && recognises(id)
    }

    func normalized(_ id: UserID) -> UserID { identifiers.normalized(id) }

    func recognises(_ id: UserID) -> Bool { identifiers.anonymous.recognises(id) }

    func mint(_ bits: FreshBits) -> UserID { identifiers.anonymous.render(bits) }

    var mintsApart: Bool { identifiers.anonymous.isApart }
}

/// The number of a row in its rulebook.
public struct RowNumber: Hashable, Sendable {
    fileprivate let raw: UInt16

    init(_ index: Int) { raw = UInt16(index) }

    /// Its index among all rows of the rulebook.
    public var index: Int { Int(raw) }
}

/// What a row does, without its citation: small enough to be handed about for every action.
package struct Ruling: Sendable {
    package let number: RowNumber
    package let table: Table
    package let effect: Effect
    package let refusal: Refusal?
    package let original: OriginalRule
    package let givesToOwner: Bool
    package let answering: Answering

    init(_ row: Row, _ number: RowNumber) {
        self.number = number
        table = row.table
        effect = row.effect
        refusal = row.refusal
        original = row.original
        givesToOwner = row.givesToOwner
        answering = row.answering
    }
}

/// One table under chosen settings.
struct CompiledTable: Sendable {
    private let rows: [(allowed: Situation, number: RowNumber)]

    init(_ table: Table, rows: [Row], settings: [String: String]) {
        self.rows = rows.enumerated()
            .filter { $1.table == table && $1.holds(under: settings) }
            .map { (allowed: $1.allowed, number: RowNumber($0)) }
    }

    /// The first row that matches, or nil in a table that is not total.
    func match(_ situation: Situation) -> RowNumber? {
        for row in rows where situation.isSubset(of: row.allowed) { return row.number }
        return nil
    }

    func first(matching situation: Situation) -> RowNumber {
        guard let number = match(situation) else {
            preconditionFailure("Rulebooks are checked when they are loaded: every table is total.")
        }
        return number
    }
}

extension Table {
    /// Its index in the list of tables.
    var number: Int {
        switch self {
        case .launch: 0
        case .configure: 1
        case .identify: 2
        case .carry: 3
        case .logout: 4
        case .present: 5
        case .recover: 6
        case .claim: 7
        case .learn: 8
        case .grant: 9
        case .transfer: 10
        case .delete: 11
        case .access: 12
        case .active: 13
        case .tell: 14
        }
    }
}

extension PurchaseState {
    /// The state as a fact.
    var fact: FactValue {
        switch self {
        case .active: .stateActive
        case .cancelled: .stateCancelled
        case .grace: .stateGrace
        case .paused: .statePaused
        case .expired: .stateExpired
        case .refunded: .stateRefunded
        case .billingRetry: .stateBillingRetry
        }
    }
}
