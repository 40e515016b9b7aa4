// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the provider's dashboard says to the app at a place: values, perhaps as an experiment.
public struct CatalogueRemoteConfiguration: Hashable, Sendable, Identifiable {
    /// A part of an experiment's users, and what they get.
    public struct Group: Hashable, Sendable, Identifiable {
        /// Its ID.
        public let id: String
        /// Its name in the dashboard.
        public let name: String
        /// Whether these users get what everybody got before.
        public let isControl: Bool
        /// What they get.
        public let payload: [String: CatalogueValue]

        /// A group.
        public init(
            _ id: String, name: String? = nil, isControl: Bool = false,
            payload: [String: CatalogueValue]
        ) {
            self.id = id
            self.name = name ?? id
            self.isControl = isControl
            self.payload = payload
        }
    }

    /// Its ID.
    public let id: String
    /// Its name in the dashboard.
    public let name: String
    /// The place in the app; nil for the one without a name.
    public let contextKey: String?
    /// What users get; nothing of an experiment, whose groups say it.
    public let payload: [String: CatalogueValue]
    /// The groups of an experiment; empty for a configuration.
    public let groups: [Group]
    /// Whether users have it who were not attached to it.
    public let isForEverybody: Bool

    /// Values for a place.
    public init(
        _ id: String, name: String? = nil, context: String? = nil,
        payload: [String: CatalogueValue], isForEverybody: Bool = true
    ) {
        self.id = id
        self.name = name ?? id
        contextKey = context
        self.payload = payload
        groups = []
        self.isForEverybody = isForEverybody
    }

    /// An experiment at a place; who is not attached to one of its groups gets the group that the
    /// user's ID falls into, and the same in every run.
    public static func experiment(
        _ id: String, name: String? = nil, context: String? = nil, groups: [Group],
        isForEverybody: Bool = true
    ) -> CatalogueRemoteConfiguration {
        CatalogueRemoteConfiguration(
            id: id, name: name ?? id, contextKey: context, groups: groups,
            isForEverybody: isForEverybody)
    }

    private init(
        id: String, name: String, contextKey: String?, groups: [Group], isForEverybody: Bool
    ) {
        self.id = id
        self.name = name
        self.contextKey = contextKey
        payload = [:]
        self.groups = groups
        self.isForEverybody = isForEverybody
    }

    /// The group that a user's ID falls into; nil where there are none.
    package func group(of user: String) -> Group? {
        // FNV-1a, since Swift's own hashes differ from run to run.
        let hash = user.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return groups.isEmpty ? nil : groups[Int(hash % UInt32(groups.count))]
    }
}

extension Catalogue {
    /// The catalogue with these remote configurations; of two with the same ID the first stays.
    public func with(
        remoteConfigurations: [CatalogueRemoteConfiguration]
    ) -> Catalogue {
        var copy = self
        var seen: Set<String> = []
        copy.remoteConfigurations = remoteConfigurations.filter { seen.insert($0.id).inserted }
        return copy
    }
}
