// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What the dashboard says to the app.
///
/// Remote configurations are those of the world's catalogue. What was loaded once is answered
/// without a request until the app ends, the user becomes another one, or is attached or detached.
/// Source: https://github.com/qonversion/qonversion-ios-sdk, QONRemoteConfigManager (6.13.1,
/// 2026-07-21), read 2026-11-24.
extension Qonversion {
    /// The remote configuration of the place without a name.
    ///
    /// - Parameter completion: Called once on the main actor; with nil and
    ///   `remoteConfigurationNotAvailable` where there is none for the user.
    public func remoteConfig(_ completion: @escaping RemoteConfigCompletionHandler) {
        load(nil, completion)
    }

    /// The remote configuration of the place without a name.
    public func remoteConfig() async throws -> RemoteConfig {
        try await answer { [self] in remoteConfig(at: nil, &$0, $1) }.get()
    }

    /// The remote configuration of a place.
    ///
    /// - Parameters:
    ///   - contextKey: The place.
    ///   - completion: Called once on the main actor; with nil and
    ///     `remoteConfigurationNotAvailable` where there is none for the user.
    public func remoteConfig(
        contextKey: String, completion: @escaping RemoteConfigCompletionHandler
    ) {
        load(contextKey, completion)
    }

    /// The remote configuration of a place.
    public func remoteConfig(contextKey: String) async throws -> RemoteConfig {
        try await answer { [self] in remoteConfig(at: contextKey, &$0, $1) }.get()
    }

    /// The remote configurations of all places.
    ///
    /// - Parameter completion: Called once on the main actor.
    public func remoteConfigList(_ completion: @escaping RemoteConfigListCompletionHandler) {
        loadList(of: nil, completion)
    }

    /// The remote configurations of all places.
    public func remoteConfigList() async throws -> RemoteConfigList {
        RemoteConfigList(try await answer { [self] in list(of: nil, &$0, $1) }.get())
    }

    /// The remote configurations of some places; those without one are left out.
    ///
    /// - Parameters:
    ///   - contextKeys: The places.
    ///   - includeEmptyContextKey: Whether the place without a name is among them.
    ///   - completion: Called once on the main actor.
    public func remoteConfigList(
        contextKeys: [String], includeEmptyContextKey: Bool,
        completion: @escaping RemoteConfigListCompletionHandler
    ) {
        loadList(of: contextKeys + (includeEmptyContextKey ? [""] : []), completion)
    }

    /// The remote configurations of some places; those without one are left out.
    public func remoteConfigList(
        contextKeys: [String], includeEmptyContextKey: Bool
    ) async throws -> RemoteConfigList {
        let keys = contextKeys + (includeEmptyContextKey ? [""] : [])
        return RemoteConfigList(try await answer { [self] in list(of: keys, &$0, $1) }.get())
    }

    // MARK: Requests

    private func load(
        _ contextKey: String?, _ completion: @escaping RemoteConfigCompletionHandler
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in remoteConfig(at: contextKey, &$0, $1) }) {
            handed.value(try? $0.get(), $0.error)
        }
    }

    private func loadList(
        of contextKeys: [String]?, _ completion: @escaping RemoteConfigListCompletionHandler
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in list(of: contextKeys, &$0, $1) }) {
            handed.value((try? $0.get()).map(RemoteConfigList.init), $0.error)
        }
    }

    private func remoteConfig(
        at contextKey: String?, _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<RemoteConfig, NSError> {
        let key = contextKey ?? ""
        if let known = state.remoteConfigs[key] { return .success(known) }
        if let error = prepare(&state, isOffline) { return .failure(error) }
        guard let found = find(key, state) else {
            return .failure(
                ErrorCode.remoteConfigurationNotAvailable.error(
                    "There is no remote configuration for the user at this place."))
        }
        state.remoteConfigs[key] = found
        return .success(found)
    }

    private func list(
        of contextKeys: [String]?, _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<[RemoteConfig], NSError> {
        let all = line.catalogue.remoteConfigurations.map { $0.contextKey ?? "" }
        var seen: Set<String> = []
        let keys = (contextKeys ?? all).filter { seen.insert($0).inserted }
        if contextKeys != nil, keys.allSatisfy({ state.remoteConfigs[$0] != nil }) {
            return .success(keys.compactMap { state.remoteConfigs[$0] })
        }
        if let error = prepare(&state, isOffline) { return .failure(error) }
        return .success(
            keys.compactMap { key in
                let found = find(key, state)
                if let found { state.remoteConfigs[key] = found }
                return found
            })
    }

    private func find(_ key: String, _ state: SessionState) -> RemoteConfig? {
        guard let user = state.userID else { return nil }
        return line.catalogue.remoteConfig(at: key, for: user, state.attachments[user])
    }
}

extension Qonversion.RemoteConfigList {
    convenience init(_ remoteConfigs: [Qonversion.RemoteConfig]) {
        self.init()
        self.remoteConfigs = remoteConfigs
    }
}
