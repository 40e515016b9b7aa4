// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A decision table: one question that every provider answers in its own way.
public enum Table: String, Hashable, Sendable, CaseIterable {
    /// What an install or reinstall does about the anonymous ID.
    case launch
    /// What a launch with a custom ID does.
    case configure
    /// What a log-in does.
    case identify
    /// Which purchases a log-in takes along.
    case carry
    /// What a log-out does.
    case logout
    /// Which of the store account's purchases an action presents to the provider.
    case present
    /// What becomes of a presented purchase.
    case claim
    /// What the provider learns from the store without the app.
    case learn
    /// Whether manual entitlements exist.
    case grant
    /// Through which customer an installation sees purchases.
    case access
    /// In which states a purchase gives access.
    case active

    /// The facts that its rows can ask for.
    public var facts: [Fact] {
        switch self {
        case .launch: [.launch]
        case .configure: [.launch, .identifier]
        case .identify: [.current, .target, .targetHasAnonymous, .linked]
        case .carry: [.kind, .active]
        case .logout: [.current]
        case .present: [.via, .launch, .receipt, .shown, .news, .synced]
        case .claim: [.via, .owner, .actor, .kind, .active, .subscribed]
        case .learn: [.event, .seen]
        case .grant: [.operation]
        case .access: [.holder, .linked]
        case .active: [.state]
        }
    }

    /// The effects that its rows can have.
    public var effects: [Effect] {
        switch self {
        case .launch: [.fresh, .return]
        case .configure: [.keep, .fresh, .switch, .logIn, .refuse]
        case .identify: [.keep, .switch, .switchAndCarry, .alias, .newCustomer, .refuse]
        case .carry: [.move, .leave]
        case .logout: [.keep, .return, .fresh, .refuse]
        case .present: [.nothing, .news, .bought, .each, .whole, .refuse]
        case .claim: [.leave, .attach, .move, .copy, .alias, .switch, .refuse]
        case .learn: [.now, .later, .newCustomer, .ignore]
        case .grant: [.apply, .refuse]
        case .access: [.see, .hide]
        case .active: [.access, .noAccess]
        }
    }

    /// Whether a row says who somebody is or what becomes of a purchase, rather than how to look.
    ///
    /// Answers name the rows of these tables; the others are named where nothing else decided.
    public var decides: Bool {
        switch self {
        case .launch, .configure, .identify, .carry, .logout, .claim, .learn, .grant: true
        case .present, .access, .active: false
        }
    }
}

/// What a row does.
public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Nothing changes.
    case keep
    /// A fresh anonymous ID and its customer.
    case fresh
    /// Back to the installation's own anonymous ID.
    case `return`
    /// The device goes over to the other customer; a new ID becomes a customer.
    case `switch`
    /// As `switch`, and the purchases of the customer left behind go through the table `carry`.
    case switchAndCarry = "switch-and-carry"
    /// As a log-in with the ID.
    case logIn = "log-in"
    /// Both share one customer from now on.
    case alias
    /// A customer with a fresh anonymous ID: for the ID given, or for the purchase told of.
    case newCustomer = "new-customer"
    /// Presents nothing.
    case nothing
    /// Presents, one by one, the transactions that this installation has not seen.
    case news
    /// Presents the purchase just made.
    case bought
    /// Presents each purchase by itself.
    case each
    /// Presents all purchases as one.
    case whole
    /// The purchase stays where it is.
    case leave
    /// Purchases without an owner get this one.
    case attach
    /// The purchase goes to the one who presents it.
    case move
    /// The one who presents it holds it too.
    case copy
    /// The provider knows the new state at once.
    case now
    /// The provider knows the new state when the app next presents it.
    case later
    /// The provider takes no notice.
    case ignore
    case apply
    case see, hide
    case access
    case noAccess = "no-access"
    /// A documented "no".
    case refuse
}
