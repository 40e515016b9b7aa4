// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation

/// What the SDK stores on the device.
struct NamiStorage: Sendable {
    private let defaults: Defaults
    private static let prefix = "nami."

    init(_ defaults: Defaults) { self.defaults = defaults }

    private func get(_ key: String) -> String? { defaults.string(NamiStorage.prefix + key) }
    private func set(_ key: String, _ value: String?) {
        defaults.set(NamiStorage.prefix + key, value)
    }

    /// The Nami device ID.
    var deviceID: String? {
        get { get("deviceId") }
        nonmutating set { set("deviceId", newValue) }
    }
    /// The external ID.
    var externalID: String? {
        get { get("externalId") }
        nonmutating set { set("externalId", newValue) }
    }
    /// Whether anonymous mode is on.
    var isAnonymousMode: Bool {
        get { get("anonymousMode") != nil }
        nonmutating set { set("anonymousMode", newValue ? "on" : nil) }
    }
    /// Whether everything was cleared, so that the next start is that of a new installation.
    var isReset: Bool {
        get { get("reset") != nil }
        nonmutating set { set("reset", newValue ? "yes" : nil) }
    }
    /// The IDs of others for this person or device: `vendor`, `advertising`, `customerDataPlatform`.
    func setForeignID(_ kind: String, _ id: String?) { set("foreign." + kind, id) }

    /// A named text of a group, such as an attribute.
    func value(_ group: String, _ key: String) -> String? { get("\(group).\(key)") }
    /// Stores one, or takes it away.
    func setValue(_ group: String, _ key: String, _ value: String?) {
        set("\(group).\(key)", value)
    }
    /// The names in a group.
    func names(_ group: String) -> [String] {
        let prefix = "\(NamiStorage.prefix)\(group)."
        return defaults.keys(beginning: prefix).map { String($0.dropFirst(prefix.count)) }
    }

    /// Forgets everything, and the IDs that the installation keeps for this SDK.
    func clear() {
        for prefix in [NamiStorage.prefix, "allonym.nami."] {
            for key in defaults.keys(beginning: prefix) { defaults.set(key, nil) }
        }
    }
}
