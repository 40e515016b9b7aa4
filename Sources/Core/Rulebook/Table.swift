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
    /// Whether a backed-up anonymous ID is brought back, and what becomes of it.
    case recover
    /// What becomes of a presented purchase.
    case claim
    /// What the provider learns from the store without the app.
    case learn
    /// Whether manual entitlements exist.
    case grant
    /// What a transfer by hand does.
    case transfer
    /// What the erasing of a customer does, and what a call under an erased ID comes to.
    case delete
    /// Through which customer an installation sees purchases.
    case access
    /// In which states a purchase gives access.
    case active
    /// Which events a change makes the provider send, and about whom.
    case tell

    /// The facts that its rows can ask for.
    public var facts: [Fact] {
        switch self {
        case .launch: [.launch, .store]
        case .configure: [.launch, .identifier]
        case .identify: [.current, .target, .targetHasAnonymous, .linked]
        case .carry: [.kind, .active, .made, .store]
        case .logout: [.current]
        case .present: [.via, .launch, .store, .shown, .ownership, .news, .unposted, .synced]
        case .recover: [.via, .current]
        case .claim: [.via, .owner, .actor, .ownership, .kind, .active, .subscribed]
        case .learn: [.event, .seen]
        case .grant: [.operation]
        case .transfer: [.source, .target]
        case .delete: [.erasure]
        case .access: [.holder, .linked, .current]
        case .active: [.state]
        case .tell: [.change, .occasion, .kind, .state, .store, .ownership]
        }
    }

    /// The effects that its rows can have.
    public var effects: [Effect] {
        switch self {
        case .launch: [.fresh, .freshWithBackup, .return]
        case .configure: [.keep, .fresh, .switch, .logIn, .refuse]
        case .identify: [.keep, .switch, .switchAndCarry, .alias, .newCustomer, .refuse]
        case .carry: [.move, .leave]
        case .logout: [.keep, .return, .fresh, .refuse]
        case .present: [.nothing, .news, .unposted, .bought, .each, .whole, .refuse]
        case .recover: [.keep, .alias]
        case .claim: [.leave, .attach, .move, .copy, .alias, .switch, .refuse]
        case .learn: [.now, .later, .newCustomer, .ignore]
        case .grant: [.apply, .refuse]
        case .transfer: [.move, .leave, .refuse]
        case .delete: [.erase, .newCustomer, .refuse]
        case .access: [.see, .hide]
        case .active: [.access, .noAccess]
        case .tell: [.tell, .silent]
        }
    }

    /// Whether a row says who somebody is or what becomes of a purchase, rather than how to look.
    ///
    /// Answers name the rows of these tables; the others are named where nothing else decided.
    public var decides: Bool {
        switch self {
        case .launch, .configure, .identify, .carry, .logout, .recover, .claim, .learn, .grant,
            .transfer, .delete:
            true
        case .present, .access, .active, .tell: false
        }
    }
}

/// What a row does.
public enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Nothing changes.
    case keep
    /// A fresh anonymous ID and its customer.
    case fresh
    /// As `fresh`, and a backup on the device keeps the anonymous ID before it.
    case freshWithBackup = "fresh-with-backup"
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
    /// A customer with a fresh anonymous ID, for the ID given or for the purchase told of; or one
    /// under the erased ID.
    case newCustomer = "new-customer"
    /// Presents nothing.
    case nothing
    /// Presents, one by one, the transactions that this installation has not seen.
    case news
    /// Presents, one by one, the tokens that this installation has not posted.
    case unposted
    /// Presents the purchase that the action is about: the one just made, or redeemed.
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
    /// The customer is erased: its IDs are nobody's, its purchases have no owner.
    case erase
    /// The provider sends events.
    case tell
    /// The provider sends nothing.
    case silent
    /// A documented "no".
    case refuse
}
