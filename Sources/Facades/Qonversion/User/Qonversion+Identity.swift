// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Who the user is.
extension Qonversion {
    /// Links the user to an ID of the app's, or goes over to the user who has it.
    public func identify(_ userID: String) { identify(userID, answer: nil) }

    /// Links the user to an ID of the app's, or goes over to the user who has it.
    ///
    /// The ID that is in use already is answered without a request. While the first launch or a
    /// restore is under way the ID waits, and a later one takes its place. The ID itself is not
    /// looked at; that is for the provider.
    ///
    /// - Parameters:
    ///   - userID: The ID of the app's user.
    ///   - completion: Called once on the main actor, with the user, or with nil and the error. An
    ///     ID that another call overtook while it waited gets `internalError`.
    public func identify(_ userID: String, completion: @escaping UserInfoCompletionHandler) {
        identify(userID, answer: answer(completion))
    }

    /// Links the user to an ID of the app's, or goes over to the user who has it.
    @discardableResult
    public func identify(_ userID: String) async throws -> User {
        try await user { self.identify(userID, answer: $0) }
    }

    /// Goes back to the installation's own user.
    ///
    /// On the device it happens at once. The provider hears of it when it can be reached; a log-out
    /// has no answer and no error. While the installation's own user is in use nothing changes,
    /// and an identity that is linked to that user goes on being reported, as in the SDK for iOS.
    public func logout() {
        guard isStarted else { return }
        state.withLock { state in
            state.logOut()
            state.logOutsUnderWay += 1
            guard let pending = state.pendingIdentity else { return }
            state.pendingIdentity = nil
            for answer in pending.overtaken + pending.answers {
                answer(nil, ErrorCode.overtaken(by: "logout()"))
            }
        }
        send { [self] state, isOffline in
            state.logOutsUnderWay -= 1
            _ = prepare(&state, isOffline)
            answerWaitingChecks(&state, isOffline)
        }
    }

    /// The user that the SDK works for, from the device, with the error of the last launch.
    ///
    /// - Parameter completion: Called once on the main actor, not before the first launch was
    ///   answered. Without a network at the very first launch there is no user.
    public func userInfo(_ completion: @escaping UserInfoCompletionHandler) {
        userInfo(answer: answer(completion))
    }

    /// The user that the SDK works for, from the device; throws the error of the last launch.
    @discardableResult
    public func userInfo() async throws -> User {
        try await user { self.userInfo(answer: $0) }
    }

    // MARK: The steps of an identity

    private func userInfo(answer: @escaping UserAnswer) {
        let isLaunched = state.withLock { state in
            if state.isLaunched { answer(state.user, state.launchError) }
            return state.isLaunched
        }
        guard !isLaunched else { return }
        send { state, _ in answer(state.user, state.launchError) }
    }

    private func identify(_ id: String, answer: UserAnswer?) {
        let answers = answer.map { [$0] } ?? []
        let session: Int? = state.withLock { state in
            if state.isSettled, state.restoresUnderWay == 0, !state.isLogOutPending,
                state.isIdentified(as: id)
            {
                same(id, state, isOffline: installation.connection.isOffline)
                for answer in answers { answer(state.user, nil) }
                return nil
            }
            guard state.isLaunched, state.restoresUnderWay == 0 else {
                wait(for: id, answers, &state)
                return nil
            }
            state.identitiesUnderWay += 1
            return state.session
        }
        guard let session else { return }
        send { [self] state, isOffline in
            link(id, answers, of: session, &state, isOffline)
        }
    }

    /// Puts an identity into the queue of those that wait; one of another ID loses it.
    private func wait(for id: String, _ answers: [UserAnswer], _ state: inout SessionState) {
        guard var pending = state.pendingIdentity else {
            state.pendingIdentity = PendingIdentity(id: id, answers: answers)
            return
        }
        if pending.id.isSame(as: id) {
            pending.answers += answers
        } else {
            pending = PendingIdentity(
                id: id, answers: answers, overtaken: pending.overtaken + pending.answers)
        }
        state.pendingIdentity = pending
    }

    /// Goes on with the identity that waited, now that the launch and restores are done.
    func resumeIdentity(_ state: inout SessionState, _ isOffline: Bool) {
        guard state.restoresUnderWay == 0, let pending = state.pendingIdentity else { return }
        state.pendingIdentity = nil
        for answer in pending.overtaken {
            answer(nil, ErrorCode.overtaken(by: "identify(_:)"))
        }
        state.identitiesUnderWay += 1
        link(pending.id, pending.answers, of: state.session, &state, isOffline)
    }

    /// Sends an identity and answers everybody who waited for it.
    ///
    /// One from before a log-out is not sent: it would make somebody of the user after it.
    private func link(
        _ id: String, _ answers: [UserAnswer], of session: Int, _ state: inout SessionState,
        _ isOffline: Bool
    ) {
        guard session == state.session else {
            for answer in answers { answer(nil, ErrorCode.overtaken(by: "logout()")) }
            return
        }
        state.identitiesUnderWay -= 1
        let error = link(id, &state, isOffline)
        for answer in answers { answer(error == nil ? state.user : nil, error) }
        answerWaitingChecks(&state, isOffline, after: error)
    }

    private func link(_ id: String, _ state: inout SessionState, _ isOffline: Bool) -> NSError? {
        if state.isLogOutPending || !state.isIdentified(as: id) {
            if let error = prepare(&state, isOffline) { return error }
        }
        if state.isIdentified(as: id) {
            same(id, state, isOffline: isOffline)
            return nil
        }
        if let error = perform(.logIn(UserID(unchecked: id)), &state).error { return error }
        state.identify(as: id)
        return nil
    }

    /// The ID in use is given once more, which is no request.
    ///
    /// The world is told all the same, which is the simulation's own affair: after a log-out that
    /// left the identity in its place, its device is the user of that ID again.
    private func same(_ id: String, _ state: SessionState, isOffline: Bool) {
        guard state.isLaunched, state.launchError == nil, !isOffline else { return }
        _ = line.perform(.logIn(UserID(unchecked: id)))
    }

    // MARK: Answers

    private func answer(_ completion: @escaping UserInfoCompletionHandler) -> UserAnswer {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        return { [installation] user, error in
            installation.deliver { handed.value(user, error) }
        }
    }

    private func user(_ call: (@escaping UserAnswer) -> Void) async throws -> User {
        try await withCheckedThrowingContinuation { continuation in
            call { user, error in
                if let user, error == nil {
                    continuation.resume(returning: user)
                } else {
                    continuation.resume(
                        throwing: error ?? ErrorCode.internalError.error("There is no user."))
                }
            }
        }
    }
}
