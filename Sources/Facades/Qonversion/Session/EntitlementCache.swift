// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// The entitlements that were loaded last.
struct EntitlementCache: Equatable, Sendable {
    var entitlements: [String: StoredEntitlement]
    /// When they were loaded.
    var date: Date

    /// How long they answer a check without a request, in seconds.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QNUtils (6.13.1, 2026-07-21), read
    /// 2026-11-21.
    static let freshSeconds: TimeInterval = 300

    /// Whether they are good for a check as it is.
    func isFresh(at now: Date) -> Bool {
        now.timeIntervalSince(date) < EntitlementCache.freshSeconds
    }

    /// Whether they are good while the provider cannot be reached.
    func isUsable(at now: Date, for lifetime: TimeInterval?) -> Bool {
        lifetime.map { now.timeIntervalSince(date) <= $0 } ?? true
    }

    /// As the app gets them.
    var answer: [String: Qonversion.Entitlement] {
        entitlements.mapValues(Qonversion.Entitlement.init)
    }
}

/// The entitlements as they lie on the device.
///
/// What was written last is kept beside its text: most answers differ from the one before in
/// their date only, and are not worth encoding again.
struct WrittenEntitlements: Sendable {
    private let defaults: Defaults
    private var last: (entitlements: [String: StoredEntitlement], text: String)?

    init(_ defaults: Defaults) { self.defaults = defaults }

    private enum Key {
        static let entitlements = "allonym.qonversion.entitlements"
        static let date = "allonym.qonversion.entitlementsDate"
    }

    /// What lies on the device; nothing where that is no cache.
    var read: EntitlementCache? {
        guard let text = defaults.string(Key.entitlements),
            let entitlements = try? JSONDecoder().decode(
                [String: StoredEntitlement].self, from: Data(text.utf8)),
            let date = defaults.string(Key.date).flatMap(TimeInterval.init)
        else { return nil }
        return EntitlementCache(
            entitlements: entitlements, date: Date(timeIntervalSinceReferenceDate: date))
    }

    /// Writes a cache, or nothing.
    mutating func write(_ cache: EntitlementCache?) {
        defaults.set(Key.entitlements, cache.flatMap { text(of: $0.entitlements) })
        if let date = cache?.date {
            defaults.set(Key.date, making: { String(date.timeIntervalSinceReferenceDate) })
        } else {
            defaults.set(Key.date, nil)
        }
    }

    private mutating func text(of entitlements: [String: StoredEntitlement]) -> String? {
        if entitlements.isEmpty { return "{}" }
        if let last, last.entitlements == entitlements { return last.text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(entitlements) else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        last = (entitlements: entitlements, text: text)
        return text
    }
}
