// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

extension Qonversion {
    /// An experiment that the user is in.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONExperiment (6.13.1, 2026-07-21),
    /// read 2026-11-24.
    public final class Experiment: NSObject, Sendable {
        /// Its ID.
        public let identifier: String
        /// Its name in the dashboard.
        public let name: String
        /// The group that the user is in.
        public let group: ExperimentGroup

        init(
            _ configuration: CatalogueRemoteConfiguration,
            _ group: CatalogueRemoteConfiguration.Group
        ) {
            identifier = configuration.id
            name = configuration.name
            self.group = ExperimentGroup(group)
        }
    }

    /// A part of an experiment's users.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONExperimentGroup (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class ExperimentGroup: NSObject, Sendable {
        /// Its name in the dashboard.
        public let name: String
        /// Its ID.
        public let identifier: String
        /// What these users get.
        public let type: ExperimentGroupType

        init(_ group: CatalogueRemoteConfiguration.Group) {
            name = group.name
            identifier = group.id
            type = group.isControl ? .control : .treatment
        }
    }

    /// What the users of a group get.
    public enum ExperimentGroupType: Int, Sendable, CaseIterable {
        /// Nothing that this version of the SDK knows.
        case unknown = -1
        /// What everybody got before.
        case control = 0
        /// Something new.
        case treatment = 1
    }
}
