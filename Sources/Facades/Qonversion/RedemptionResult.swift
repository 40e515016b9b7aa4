// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

import AllonymSimulation

extension Qonversion {
    /// What came of a link from a purchase on the web.
    public enum RedemptionResult: Int, Sendable, CaseIterable {
        case success = 0
        case tokenExpired = 1
        case alreadyConsumed = 2
        case invalidToken = 3
        case networkError = 4
        case retryable = 5
    }

    /// Hands in a link from a purchase on the web.
    ///
    /// A world has no such purchases, so every link is one that the provider does not know:
    /// `invalidToken`, and `networkError` without a network.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - completion: Called once on the main actor.
    public func handleRedemptionLink(
        url: URL, completion: @escaping (RedemptionResult) -> Void
    ) {
        // Sound: the handler is called once, on the main actor.
        let handed = Handed(completion)
        redeem { [installation] result in installation.deliver { handed.value(result) } }
    }

    /// Hands in a link from a purchase on the web.
    @discardableResult
    public func handleRedemptionLink(url: URL) async -> RedemptionResult {
        await withCheckedContinuation { continuation in
            redeem { continuation.resume(returning: $0) }
        }
    }

    private func redeem(answer: @escaping @Sendable (RedemptionResult) -> Void) {
        send { qonversion, state, isOffline in
            let isReached = qonversion.prepare(&state, isOffline) == nil
            answer(isReached ? .invalidToken : .networkError)
        }
    }
}

/// Calls about the device, which has nothing for them here.
extension Qonversion {
    /// Collects what Apple's search ads say of the installation; there is nothing to collect.
    public func collectAppleSearchAdsAttribution() {}

    /// Collects the advertising ID; there is none.
    public func collectAdvertisingId() {}

    /// Whether the app brings a file for when the provider cannot be reached; it brings none.
    public func isFallbackFileAccessible() -> Bool { false }
}
