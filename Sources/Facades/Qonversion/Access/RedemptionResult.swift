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

    /// A link is good for thirty days.
    private static let linkSeconds: TimeInterval = 30 * 86_400

    /// Hands in a link from a purchase on the web, for the user of now.
    ///
    /// Nobody is identified by it. A link is good for one use; one that is none of Qonversion's,
    /// `https://screens.qonversion.io/r/<project>/<token>`, is `invalidToken` without a request.
    /// What the provider refuses is `retryable`. `SimulatedStore.redemptionToken(for:of:)` makes the
    /// token of a link.
    /// Source: https://documentation.qonversion.io/docs/web-funnel-redemption and
    /// https://github.com/qonversion/qonversion-ios-sdk, QONRedemptionManager, read 2026-11-22.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - completion: Called once on the main actor.
    public func handleRedemptionLink(
        url: URL, completion: @escaping (RedemptionResult) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        redeem(url) { [installation] result in installation.deliver { handed.value(result) } }
    }

    /// Hands in a link from a purchase on the web, for the user of now.
    @discardableResult
    public func handleRedemptionLink(url: URL) async -> RedemptionResult {
        await withCheckedContinuation { continuation in
            redeem(url) { continuation.resume(returning: $0) }
        }
    }

    /// Has the link of a purchase on the web sent once more, by email.
    ///
    /// The simulation sends no mail, so that it was sent is all that is said of it.
    ///
    /// - Parameters:
    ///   - email: The buyer's address.
    ///   - completion: Called once on the main actor, with whether it was sent, the status of the
    ///     answer (0 without one) and the error.
    public func reissueRedemption(
        email: String, completion: @escaping (Bool, Int, (any Error)?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in prepare(&$0, $1) }) { error in
            handed.value(error == nil, error == nil ? 200 : 0, error)
        }
    }

    /// Has the link of a purchase on the web sent once more, by email.
    @discardableResult
    public func reissueRedemption(email: String) async throws -> (Bool, Int) {
        if let error = await answer(to: { [self] in prepare(&$0, $1) }) { throw error }
        return (true, 200)
    }

    private func redeem(_ url: URL, answer: @escaping @Sendable (RedemptionResult) -> Void) {
        guard let token = Qonversion.redemptionToken(in: url) else { return answer(.invalidToken) }
        send { [self] state, isOffline in
            answer(redeem(token, &state, isOffline))
        }
    }

    private func redeem(
        _ token: String, _ state: inout SessionState, _ isOffline: Bool
    ) -> RedemptionResult {
        if prepare(&state, isOffline) != nil { return isOffline ? .networkError : .retryable }
        switch line.redeem(token, validFor: Qonversion.linkSeconds) {
        case .unknownToken: return .invalidToken
        case .expired: return .tokenExpired
        case .used: return .alreadyConsumed
        case .answered(let reply):
            switch take(reply, &state) {
            case .success: return .success
            case .failure: return .retryable
            }
        }
    }

    private static func redemptionToken(in url: URL) -> String? {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: true)
        guard url.scheme == "https", url.host == "screens.qonversion.io", parts.count == 3,
            parts[0] == "r"
        else { return nil }
        return String(parts[2])
    }
}
