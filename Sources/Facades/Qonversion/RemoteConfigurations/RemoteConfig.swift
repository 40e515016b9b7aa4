// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

extension Qonversion {
    /// What the dashboard says to the app at a place.
    ///
    /// It is one of the catalogue's remote configurations, or the user's group of an experiment.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONRemoteConfig (6.13.1, 2026-07-21),
    /// read 2026-11-24.
    public final class RemoteConfig: NSObject, Sendable {
        private let values: [String: CatalogueValue]
        /// The experiment that the user is in; nil for a configuration.
        public let experiment: Experiment?
        /// From where it is.
        public let source: RemoteConfigurationSource

        init(
            _ configuration: CatalogueRemoteConfiguration,
            _ group: CatalogueRemoteConfiguration.Group?, isAttached: Bool
        ) {
            values = group?.payload ?? configuration.payload
            experiment = group.map { Experiment(configuration, $0) }
            source = RemoteConfigurationSource(configuration, group, isAttached: isAttached)
        }

        /// The values, as `JSONSerialization` would give them.
        public var payload: [AnyHashable: Any]? { values.mapValues(\.value) }
    }

    /// Remote configurations of several places.
    ///
    /// Not `Sendable`, as a class of the SDK with variables is not.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONRemoteConfigList (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class RemoteConfigList: NSObject {
        /// The configurations, in the catalogue's order.
        public var remoteConfigs: [RemoteConfig] = []

        /// A list of nothing.
        public override init() {}

        /// The configuration of a place.
        public func remoteConfig(forContextKey key: String) -> RemoteConfig? {
            remoteConfigs.first { $0.source.contextKey == key }
        }

        /// The configuration of the place without a name.
        public func remoteConfigForEmptyContextKey() -> RemoteConfig? {
            remoteConfigs.first { ($0.source.contextKey ?? "").isEmpty }
        }
    }

    /// From where a remote configuration is.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONRemoteConfigurationSource (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class RemoteConfigurationSource: NSObject, Sendable {
        /// The ID of the configuration or the experiment.
        public let identifier: String
        /// The name of the configuration or the experiment.
        public let name: String
        /// What it is.
        public let type: RemoteConfigurationSourceType
        /// How the user came to it.
        public let assignmentType: RemoteConfigurationAssignmentType
        /// The place in the app; nil for the one without a name.
        public let contextKey: String?

        init(
            _ configuration: CatalogueRemoteConfiguration,
            _ group: CatalogueRemoteConfiguration.Group?, isAttached: Bool
        ) {
            identifier = configuration.id
            name = configuration.name
            type =
                switch group?.isControl {
                case nil: .remoteConfiguration
                case true?: .experimentControlGroup
                case false?: .experimentTreatmentGroup
                }
            assignmentType = isAttached ? .manual : .auto
            contextKey = configuration.contextKey
        }
    }

    /// What a remote configuration is from.
    public enum RemoteConfigurationSourceType: Int, Sendable, CaseIterable {
        /// Nothing that this version of the SDK knows.
        case unknown = -1
        /// The users of an experiment who get what everybody got before.
        case experimentControlGroup = 0
        /// The users of an experiment who get something new.
        case experimentTreatmentGroup = 1
        /// No experiment.
        case remoteConfiguration = 2
    }

    /// How a user came to a remote configuration.
    public enum RemoteConfigurationAssignmentType: Int, Sendable, CaseIterable {
        /// In a way that this version of the SDK does not know.
        case unknown = -1
        /// By itself.
        case auto = 0
        /// The app attached the user.
        case manual = 1
    }
}
