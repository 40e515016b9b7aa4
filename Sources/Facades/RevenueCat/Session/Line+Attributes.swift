// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Attributes, as they are kept on the device.
extension Line {
    private func key(of id: String) -> String {
        "com.revenuecat.userdefaults.subscriberAttributes.\(id)"
    }

    /// Those of a user.
    func attributes(of id: String) -> [String: String] {
        guard let text = defaults.string(key(of: id)) else { return [:] }
        let read = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        return read ?? [:]
    }

    /// Changes those of a user.
    func changeAttributes(of id: String, _ change: (inout [String: String]) -> Void) {
        var attributes = attributes(of: id)
        change(&attributes)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = attributes.isEmpty ? nil : try? encoder.encode(attributes)
        defaults.set(key(of: id), data.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Takes those of an anonymous user along; what the other has already stays.
    func copyAttributes(from anonymous: String, to id: String) {
        let known = attributes(of: anonymous)
        guard !known.isEmpty else { return }
        changeAttributes(of: id) { $0.merge(known) { kept, _ in kept } }
    }
}
