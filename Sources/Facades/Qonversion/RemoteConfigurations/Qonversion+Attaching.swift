// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Attaching the user to remote configurations and experiments, which the vendor means for tests.
///
/// An ID that the catalogue does not have is `backendError`, as any "no" of the server.
extension Qonversion {
    /// Gives the user a remote configuration.
    ///
    /// - Parameters:
    ///   - remoteConfigurationId: Its ID.
    ///   - completion: Called once on the main actor.
    public func attachUser(
        toRemoteConfiguration remoteConfigurationId: String,
        completion: @escaping RemoteConfigurationAttachCompletionHandler
    ) {
        change(remoteConfigurationId, .configuration, completion)
    }

    /// Gives the user a remote configuration.
    @discardableResult
    public func attachUser(
        toRemoteConfiguration remoteConfigurationId: String
    ) async throws -> Bool { try await change(remoteConfigurationId, .configuration) }

    /// Takes a remote configuration from the user that the app has given.
    ///
    /// - Parameters:
    ///   - remoteConfigurationId: Its ID.
    ///   - completion: Called once on the main actor.
    public func detachUser(
        fromRemoteConfiguration remoteConfigurationId: String,
        completion: @escaping RemoteConfigurationAttachCompletionHandler
    ) {
        change(remoteConfigurationId, .nothing, completion)
    }

    /// Takes a remote configuration from the user that the app has given.
    @discardableResult
    public func detachUser(
        fromRemoteConfiguration remoteConfigurationId: String
    ) async throws -> Bool { try await change(remoteConfigurationId, .nothing) }

    /// Puts the user into a group of an experiment.
    ///
    /// - Parameters:
    ///   - experimentId: The experiment's ID.
    ///   - groupId: The group's ID.
    ///   - completion: Called once on the main actor.
    public func attachUser(
        toExperiment experimentId: String, groupId: String,
        completion: @escaping ExperimentAttachCompletionHandler
    ) {
        change(experimentId, .group(groupId), completion)
    }

    /// Puts the user into a group of an experiment.
    @discardableResult
    public func attachUser(
        toExperiment experimentId: String, groupId: String
    ) async throws -> Bool { try await change(experimentId, .group(groupId)) }

    /// Takes the user out of the group of an experiment into which the app has put it.
    ///
    /// - Parameters:
    ///   - experimentId: The experiment's ID.
    ///   - completion: Called once on the main actor.
    public func detachUser(
        fromExperiment experimentId: String,
        completion: @escaping ExperimentAttachCompletionHandler
    ) {
        change(experimentId, .nothing, completion)
    }

    /// Takes the user out of the group of an experiment into which the app has put it.
    @discardableResult
    public func detachUser(fromExperiment experimentId: String) async throws -> Bool {
        try await change(experimentId, .nothing)
    }

    // MARK: Requests

    /// To what a user is to be attached.
    private enum Attachment: Sendable {
        case configuration
        case group(String)
        case nothing
    }

    private func change(
        _ id: String, _ attachment: Attachment, _ completion: @escaping DefaultCompletionHandler
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in change(id, attachment, &$0, $1) }) { handed.value($0 == nil, $0) }
    }

    private func change(_ id: String, _ attachment: Attachment) async throws -> Bool {
        if let error = await answer(to: { [self] in change(id, attachment, &$0, $1) }) {
            throw error
        }
        return true
    }

    private func change(
        _ id: String, _ attachment: Attachment, _ state: inout SessionState, _ isOffline: Bool
    ) -> NSError? {
        if let error = prepare(&state, isOffline) { return error }
        let configuration = line.catalogue.remoteConfigurations.first { $0.id == id }
        guard let configuration, let user = state.userID else {
            return ErrorCode.backendError.error("There is nothing of the ID \(id).")
        }
        switch attachment {
        case .nothing: state.attachments[user][id] = nil
        case .configuration:
            guard configuration.groups.isEmpty else {
                return ErrorCode.backendError.error("\(id) is an experiment.")
            }
            state.attachments[user][id] = ""
        case .group(let group):
            guard configuration.groups.contains(where: { $0.id == group }) else {
                return ErrorCode.backendError.error("\(id) has no group of the ID \(group).")
            }
            state.attachments[user][id] = group
        }
        state.remoteConfigs = [:]
        return nil
    }
}
