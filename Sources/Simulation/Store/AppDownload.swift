// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// When a store account first loaded the app, and in which version.
public struct AppDownload: Hashable, Sendable {
    /// When.
    public let date: Date
    /// The app's version then, as its bundle has it: the build number on iOS.
    public let version: String

    /// A download.
    public init(_ date: Date, version: String) {
        self.date = date
        self.version = version
    }
}

extension SimulatedStore {
    /// When the account first loaded the app; nil, and not reported by any SDK, until it is set.
    ///
    /// An SDK sees it with the server's next answer.
    public var firstDownload: AppDownload? {
        get { world.withState { state, _ in state.facts[account]?.firstDownload } }
        set {
            world.withState { state, _ in
                state.facts[account, default: AccountFacts()].firstDownload = newValue
            }
        }
    }

    /// The country of the account's store, in three letters of ISO 3166: `USA` until it is set.
    public var storefront: String {
        get { world.withState { state, _ in (state.facts[account] ?? AccountFacts()).storefront } }
        set {
            world.withState { state, _ in
                state.facts[account, default: AccountFacts()].storefront = newValue
            }
        }
    }
}

extension SharedWorld {
    /// Whether the stores sell in their sandboxes; what is bought from then on says so.
    public var isSandbox: Bool {
        get { withState { state, _ in state.isSandbox } }
        set { withState { state, _ in state.isSandbox = newValue } }
    }
}
