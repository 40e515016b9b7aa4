// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import QonversionWire

/// Properties of the user, which have no effect on access.
extension Qonversion {
    /// Sets a property that Qonversion gives a meaning.
    ///
    /// An empty value is dropped without a word. `custom` is refused with a line in the
    /// installation's notes. It is sent with others after five seconds of the world's clock.
    public func setUserProperty(_ key: UserPropertyKey, value: String) {
        guard let wireKey = key.wireKey else {
            installation.note(
                "UserPropertyKey.custom cannot be set with setUserProperty(_:value:). Use "
                    + "setCustomUserProperty(_:value:) instead.")
            return
        }
        setCustomUserProperty(wireKey, value: value)
    }

    /// Sets a property of the app's own.
    ///
    /// A key has letters, digits, `-`, `_`, `.` and `:`, and at least one letter. Another key, and
    /// an empty value, are dropped without a word.
    public func setCustomUserProperty(_ key: String, value: String) {
        guard PropertyKey.isFormed(key), !value.isEmpty else { return }
        let now = line.now
        state.withLock { state in
            state.properties.add(key: key, value: value, of: state.userID, now: now)
        }
    }

    /// The user's properties that were sent.
    ///
    /// - Parameter completion: Called once on the main actor.
    public func userProperties(_ completion: @escaping UserPropertiesCompletionHandler) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in properties(&$0, $1) }) { handed.value(try? $0.get(), $0.error) }
    }

    /// The user's properties that were sent.
    @discardableResult
    public func userProperties() async throws -> UserProperties {
        try await answer { [self] in properties(&$0, $1) }.get()
    }

    /// Sends at once what waits.
    ///
    /// - Parameter completion: Called once on the main actor, whether or not it could be sent.
    public func forceSendProperties(_ completion: @escaping EmptyCompletionHandler) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in _ = sendProperties(&$0, $1, isForced: true) }) { handed.value() }
    }

    /// Sends at once what waits.
    public func forceSendProperties() async {
        await answer { [self] in _ = sendProperties(&$0, $1, isForced: true) }
    }

    /// Sends what waits; the error, where that is not possible.
    private func sendProperties(
        _ state: inout SessionState, _ isOffline: Bool, isForced: Bool
    ) -> NSError? {
        let error = prepare(&state, isOffline)
        state.properties.send(
            for: state.userID, now: line.now, isOffline: error != nil, isForced: isForced)
        return error
    }

    private func properties(
        _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<UserProperties, NSError> {
        if let error = sendProperties(&state, isOffline, isForced: false) {
            return .failure(error)
        }
        let sent = state.userID.map(state.properties.properties(of:)) ?? [:]
        let properties = sent.sorted { $0.key < $1.key }
            .map { UserProperty(key: $0.key, value: $0.value) }
        return .success(UserProperties(properties))
    }
}
