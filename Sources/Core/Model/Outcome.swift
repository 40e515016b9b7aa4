// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an action came to.
///
/// The first of these that is true, in this order.
public enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
    case refused
    /// The app is installed anew.
    case installed
    case loggedOut
    /// IDs now share one customer.
    case aliased
    /// A new customer, and the device uses it.
    case created
    /// The user ID in use changed to an existing one.
    case switched
    /// A purchase went from one customer to another.
    case moved
    /// A purchase has one owner more.
    case copied
    /// A purchase got its first owner.
    case attached
    /// A store event, a grant, a revocation.
    case applied
    /// A log-in with the very ID in use, or a log-out of an anonymous user that is no error.
    case kept
    case unchanged

    /// The word that scenario files and reports use.
    public var word: String {
        switch self {
        case .refused: "refused"
        case .installed: "installed"
        case .loggedOut: "loggedOut"
        case .aliased: "aliased"
        case .created: "created"
        case .switched: "switched"
        case .moved: "moved"
        case .copied: "copied"
        case .attached: "attached"
        case .applied: "applied"
        case .kept: "kept"
        case .unchanged: "unchanged"
        }
    }
}

/// A documented "no".
///
/// The provider's customers stay as they were. Of purchases that were presented one by one, what
/// became of the others stands; see ``Answering``.
///
/// In order of precedence: when two would be true, the earlier is the answer.
public enum Refusal: String, Hashable, Sendable, CaseIterable, Error {
    /// The library's answer: the device has not launched the app.
    case notInstalled = "not-installed"
    /// The provider has no such call.
    case unsupported
    /// The library's answer: the product is in no catalogue.
    case unknownProduct = "unknown-product"
    /// The provider does not take this user ID.
    case invalidIdentifier = "invalid-identifier"
    case alreadyAnonymous = "already-anonymous"
    case alreadyLoggedIn = "already-logged-in"
    /// The identity is linked elsewhere, or the user already has another.
    case identityTaken = "identity-taken"
    /// A purchase that is claimed belongs to another customer.
    case ownedByAnother = "owned-by-another"
    case nothingToRestore = "nothing-to-restore"
    /// The library's answer: the bits that came with the action make an ID that exists.
    case mintedTwice = "minted-twice"
}
