// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

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
        guard PropertyQueue.accepts(key: key), !value.isEmpty else { return }
        let now = line.now
        state.withLock { state in
            state.properties.add(key: key, value: value, of: state.userID, now: now)
        }
    }

    /// The user's properties that were sent.
    ///
    /// - Parameter completion: Called once on the main actor.
    public func userProperties(_ completion: @escaping UserPropertiesCompletionHandler) {
        // Sound: the handler is called once, on the main actor.
        let handed = Handed(completion)
        properties { [installation] properties, error in
            installation.deliver { handed.value(properties, error) }
        }
    }

    /// The user's properties that were sent.
    @discardableResult
    public func userProperties() async throws -> UserProperties {
        try await withCheckedThrowingContinuation { continuation in
            properties { properties, error in
                if let properties {
                    continuation.resume(returning: properties)
                } else {
                    continuation.resume(
                        throwing: error ?? ErrorCode.internalError.error("There is no user."))
                }
            }
        }
    }

    /// Sends at once what waits.
    ///
    /// - Parameter completion: Called once on the main actor, whether or not it could be sent.
    public func forceSendProperties(_ completion: @escaping EmptyCompletionHandler) {
        // Sound: the handler is called once, on the main actor.
        let handed = Handed(completion)
        sendProperties { [installation] in installation.deliver { handed.value() } }
    }

    /// Sends at once what waits.
    public func forceSendProperties() async {
        await withCheckedContinuation { continuation in
            sendProperties { continuation.resume() }
        }
    }

    private func sendProperties(answer: @escaping @Sendable () -> Void) {
        send { qonversion, state, isOffline in
            let error = qonversion.prepare(&state, isOffline)
            state.properties.send(
                for: state.userID, now: qonversion.line.now, isOffline: error != nil,
                isForced: true)
            answer()
        }
    }

    private func properties(
        answer: @escaping @Sendable (UserProperties?, (any Error)?) -> Void
    ) {
        send { qonversion, state, isOffline in
            let error = qonversion.prepare(&state, isOffline)
            state.properties.send(
                for: state.userID, now: qonversion.line.now, isOffline: error != nil,
                isForced: false)
            if let error { return answer(nil, error) }
            let sent = state.userID.map(state.properties.properties(of:)) ?? [:]
            let properties = sent.sorted { $0.key < $1.key }
                .map { UserProperty(key: $0.key, value: $0.value) }
            answer(UserProperties(properties), nil)
        }
    }
}
