// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymSimulation

/// What Nami's console, and documents that leave a choice, say about an app.
///
/// No part of the SDK: a test sets it on the world, for all installations in it.
///
/// ```swift
/// let world = try SharedWorld("nami")
/// world.namiAccount = NamiAccount(allowsAnonymousMode: false)
/// ```
public struct NamiAccount: Hashable, Sendable {
    /// Whether the account is enabled for anonymous mode, which
    /// ``NamiCustomerManager/anonymousModeCapability()`` tells.
    public var allowsAnonymousMode: Bool
    /// Whether nobody can log in while anonymous mode is on.
    ///
    /// The web SDK has an error for it; of other platforms nothing is said.
    /// Source: https://www.npmjs.com/package/@namiml/web-sdk (1.7.7), read 2026-11-21.
    public var anonymousModeRefusesLogin: Bool
    /// Whether Nami does the buying on its paywalls, and not the app.
    ///
    /// If not, ``NamiPaywallManager/registerBuySkuHandler(_:)`` is told of what is to be bought.
    public var managesPurchases: Bool
    /// The campaigns, in the order in which ``NamiCampaignManager/allCampaigns()`` has them.
    public var campaigns: [NamiSimulatedCampaign]

    /// An account; enabled, with the web SDK's refusal, buying by Nami and one campaign for
    /// everybody that sells the whole catalogue, unless said otherwise.
    public init(
        allowsAnonymousMode: Bool = true, anonymousModeRefusesLogin: Bool = true,
        managesPurchases: Bool = true, campaigns: [NamiSimulatedCampaign] = [.everybody()]
    ) {
        self.allowsAnonymousMode = allowsAnonymousMode
        self.anonymousModeRefusesLogin = anonymousModeRefusesLogin
        self.managesPurchases = managesPurchases
        self.campaigns = campaigns
    }
}

/// The Nami account of a world.
extension SharedWorld {
    /// What Nami's console says about the app in this world.
    public var namiAccount: NamiAccount {
        get {
            NamiAccount.all.withLock { accounts in
                accounts.first { $0.world === self }?.account ?? NamiAccount()
            }
        }
        set {
            NamiAccount.all.withLock { accounts in
                accounts.removeAll { $0.world === self || $0.world == nil }
                accounts.append(NamiAccount.OfWorld(world: self, account: newValue))
            }
        }
    }
}

extension NamiAccount {
    /// Whose it is; worlds that are gone are swept out at the next change.
    fileprivate struct OfWorld {
        weak var world: SharedWorld?
        let account: NamiAccount
    }

    fileprivate static let all = Locked<[OfWorld]>([])
}
