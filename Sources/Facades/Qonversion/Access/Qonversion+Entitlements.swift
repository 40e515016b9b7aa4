// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// What the user has access to.
extension Qonversion {
    /// The user's entitlements by their ID, those that are over among them.
    ///
    /// For five minutes they are answered as they were loaded last. After that, and after the user
    /// became another one, the provider is asked; where it cannot be reached, those loaded last are
    /// good for the time that the configuration says. A check waits for an identity and a log-out
    /// that are under way; when the identity fails, it gets nothing and that error.
    ///
    /// - Parameter completion: Called once on the main actor.
    public func checkEntitlements(_ completion: @escaping EntitlementsCompletionHandler) {
        check(answer: answer(completion))
    }

    /// The user's entitlements by their ID, those that are over among them.
    @discardableResult
    public func checkEntitlements() async throws -> [String: Entitlement] {
        try await entitlements { self.check(answer: $0) }
    }

    /// Presents what the store account shows.
    ///
    /// What is another user's comes along, is copied, or the device goes over to that user, as the
    /// rules say. After it went over to another user, the identity of before is forgotten.
    ///
    /// - Parameter completion: Called once on the main actor.
    public func restore(_ completion: @escaping RestoreCompletionHandler) {
        restore(answer: answer(completion))
    }

    /// Presents what the store account shows.
    @discardableResult
    public func restore() async throws -> [String: Entitlement] {
        try await entitlements { self.restore(answer: $0) }
    }

    /// Presents what the store account shows, without a word to anybody; once for each installation.
    ///
    /// Without a network nothing happens, and the next call tries again.
    public func syncHistoricalData() {
        send { [self] state, isOffline in
            let key = "allonym.qonversion.isHistoricalDataSynced"
            guard line.defaults.string(key) == nil,
                prepare(&state, isOffline) == nil
            else { return }
            if perform(.sync, &state).error == nil { line.defaults.set(key, "1") }
        }
    }

    // MARK: Checks

    private func check(answer: @escaping EntitlementsAnswer) {
        let isAnswered = state.withLock { state in
            guard state.isSettled else {
                state.waitingChecks.append(answer)
                return true
            }
            guard state.isLaunched, state.restoresUnderWay == 0, let cache = fresh(state) else {
                return false
            }
            answer(cache.answer, nil)
            return true
        }
        guard !isAnswered else { return }
        send { [self] state, isOffline in
            state.waitingChecks.append(answer)
            answerWaitingChecks(&state, isOffline)
        }
    }

    /// Answers the checks that wait, once it is clear who the user is.
    func answerWaitingChecks(
        _ state: inout SessionState, _ isOffline: Bool, after failure: NSError? = nil
    ) {
        guard state.isSettled, !state.waitingChecks.isEmpty else { return }
        let answers = state.waitingChecks
        state.waitingChecks = []
        let loaded = failure.map { (entitlements: [:], error: $0) } ?? load(&state, isOffline)
        for answer in answers { answer(loaded.entitlements, loaded.error) }
    }

    /// What was loaded last, if it is good as it is: after a launch that failed it is not.
    private func fresh(_ state: SessionState) -> EntitlementCache? {
        guard state.launchError == nil else { return nil }
        return state.cache.flatMap { $0.isFresh(at: line.now) ? $0 : nil }
    }

    private typealias Loaded = (entitlements: [String: Entitlement], error: NSError?)

    private func load(_ state: inout SessionState, _ isOffline: Bool) -> Loaded {
        let now = line.now
        if let cache = fresh(state) { return (cache.answer, nil) }
        if let error = prepare(&state, isOffline) ?? adopt(line.view(), &state).error {
            guard let cache = state.cache, cache.isUsable(at: now, for: cacheLifetime) else {
                return ([:], error)
            }
            return (cache.answer, nil)
        }
        return (state.cache?.answer ?? [:], nil)
    }

    // MARK: Restores and sessions

    private func restore(answer: @escaping EntitlementsAnswer) {
        state.withLock { $0.restoresUnderWay += 1 }
        send { [self] state, isOffline in
            state.restoresUnderWay -= 1
            if let error = prepare(&state, isOffline) {
                answer([:], error)
            } else {
                switch perform(.restore, &state) {
                case .success(let entitlements): answer(entitlements, nil)
                case .failure(let error): answer([:], error)
                }
            }
            resumeIdentity(&state, isOffline)
        }
    }

    /// The app came to the foreground.
    func open(_ state: inout SessionState, _ isOffline: Bool) {
        let before = state.cache?.entitlements
        guard !isOffline else { return }
        let failed = state.launchError != nil
        guard prepare(&state, isOffline) == nil else { return }
        // A launch that is made up for is a session already.
        if !failed { _ = perform(.open, &state) }
        guard let view = line.view(), let cache = state.cache else { return }
        let completed = takeDeferred(view, cache.answer, &state)
        let isChanged = before != nil && before != cache.entitlements
        tell(completed, isChanged: isChanged, cache.answer, state.listeners)
    }

    private func tell(
        _ completed: [PurchaseResult], isChanged: Bool, _ entitlements: [String: Entitlement],
        _ listeners: Listeners
    ) {
        if let listener = listeners.update, isChanged || !completed.isEmpty {
            // Safe: listeners are called on the main actor only.
            let handed = Handed(listener)
            let results: [PurchaseResult?] = completed.isEmpty ? [nil] : completed
            for result in results {
                installation.deliver {
                    handed.value.didReceiveUpdatedEntitlements(entitlements, purchaseResult: result)
                }
            }
        }
        if let listener = listeners.deferred {
            let handed = Handed(listener)
            for result in completed {
                installation.deliver { handed.value.deferredPurchaseCompleted(result) }
            }
        }
    }

    // MARK: Answers

    private func answer(
        _ completion: @escaping EntitlementsCompletionHandler
    ) -> EntitlementsAnswer {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        return { [installation] entitlements, error in
            installation.deliver { handed.value(entitlements, error) }
        }
    }

    private func entitlements(
        _ call: (@escaping EntitlementsAnswer) -> Void
    ) async throws -> [String: Entitlement] {
        try await withCheckedThrowingContinuation { continuation in
            call { entitlements, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: entitlements)
                }
            }
        }
    }
}
