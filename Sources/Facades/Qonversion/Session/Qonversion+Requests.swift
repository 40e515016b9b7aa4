// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymSimulation
package import Foundation

/// Requests: what every call has in common.
///
/// All of it runs under the session's lock, which holds a request and what becomes of its answer
/// together. Nothing here calls the app: answers are handed to the main actor or to a task.
extension Qonversion {
    /// Properties whose time has come go with a request.
    package func finish(_ state: inout SessionState, _ isOffline: Bool) {
        guard !isOffline, state.userID != nil else { return }
        state.properties.send(
            for: state.userID, now: line.now, isOffline: false, isForced: false)
    }

    /// The first request of a run.
    func launch() {
        send { [self] state, isOffline in
            launch(&state, isOffline)
            resumeIdentity(&state, isOffline)
        }
    }

    /// Launches; what comes of it stays known as the error of the last launch.
    private func launch(_ state: inout SessionState, _ isOffline: Bool) {
        state.isLaunched = true
        state.launchError =
            isOffline ? ErrorCode.offline : take(line.launch(as: nil), &state).error
        if state.launchError == nil, state.isLogOutPending, state.logOutsUnderWay == 0 {
            tellLogOut(&state)
        }
    }

    /// Makes good what has to be before a request; the error, where that is not possible.
    ///
    /// That is a launch that failed, and a log-out of which the provider does not know.
    package func prepare(_ state: inout SessionState, _ isOffline: Bool) -> NSError? {
        guard isStarted else { return ErrorCode.notStarted }
        if isOffline { return ErrorCode.offline }
        if state.launchError != nil {
            launch(&state, isOffline)
            if let error = state.launchError { return error }
        }
        if state.isLogOutPending, state.logOutsUnderWay == 0 { tellLogOut(&state) }
        return nil
    }

    /// Takes over what a view says of the user, and answers what it unlocks, be it for the user of now
    /// or of before a log-out.
    @discardableResult
    package func adopt(
        _ view: CustomerView?, _ state: inout SessionState
    ) -> Result<[String: Entitlement], NSError> {
        guard let view, !view.originalID.isEmpty else {
            return .failure(ErrorCode.internalError.error("The provider's answer names no user."))
        }
        state.adopt(view)
        let entitlements = StoredEntitlement.all(of: view, in: environment)
        state.keep(entitlements, from: view.date)
        return .success(entitlements.mapValues(Entitlement.init))
    }

    /// The SDK's error for a refusal.
    package func error(for refusal: Refusal) -> NSError { line.error(for: refusal) }

    /// Tells the provider of a log-out.
    ///
    /// A refusal is no error: the SDK's call has none.
    func tellLogOut(_ state: inout SessionState) {
        let reply = line.perform(.logOut)
        state.loggedOut()
        if let view = reply.view { state.adopt(view) }
    }
}
