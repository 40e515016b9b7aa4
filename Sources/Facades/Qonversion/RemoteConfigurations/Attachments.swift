// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// To which remote configurations and groups of experiments the app has attached users.
///
/// It lies on the device, by user, as what was sent of properties does.
struct Attachments: Sendable {
    private let defaults: Defaults

    init(_ defaults: Defaults) { self.defaults = defaults }

    /// Of a user the IDs of configurations and experiments, with the group's ID or an empty text.
    subscript(user: String) -> [String: String] {
        get {
            guard let text = defaults.string(Attachments.key(user)) else { return [:] }
            let read = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
            return read ?? [:]
        }
        nonmutating set {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let data = newValue.isEmpty ? nil : try? encoder.encode(newValue)
            defaults.set(Attachments.key(user), data.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    private static func key(_ user: String) -> String { "allonym.qonversion.attached.\(user)" }
}

extension Catalogue {
    /// What a user gets at a place: what the user is attached to before what everybody gets, and of
    /// these the first in the catalogue.
    func remoteConfig(
        at contextKey: String?, for user: String, _ attached: [String: String]
    ) -> Qonversion.RemoteConfig? {
        let here = remoteConfigurations.filter { ($0.contextKey ?? "") == (contextKey ?? "") }
        for configuration in here {
            guard let id = attached[configuration.id] else { continue }
            let group = configuration.groups.first { $0.id == id }
            return Qonversion.RemoteConfig(configuration, group, isAttached: true)
        }
        guard let configuration = here.first(where: \.isForEverybody) else { return nil }
        return Qonversion.RemoteConfig(
            configuration, configuration.group(of: user), isAttached: false)
    }
}
