// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Properties that are set and not sent yet, and what was sent of each user.
///
/// Sources: https://github.com/qonversion/qonversion-ios-sdk, the properties manager (6.13.1,
/// 2026-07-21), read 2026-11-21.
struct PropertyQueue {
    /// A property that waits; of whoever is the user then, where there was none yet.
    private struct Waiting {
        let user: String?
        let key: String
        let value: String
    }

    private var waiting: [Waiting] = []
    private var due: Date?
    private var failures = 0
    private let defaults: Defaults

    init(_ defaults: Defaults) { self.defaults = defaults }

    /// How long the first property of a batch waits for others, in seconds.
    static let delaySeconds: TimeInterval = 5

    /// How long a batch waits that failed so many times in a row, in seconds; without the SDK's
    /// chance in it.
    static func retrySeconds(after failures: Int) -> TimeInterval {
        min(delaySeconds + pow(2.4, Double(failures)), 1_000)
    }

    mutating func add(key: String, value: String, of user: String?, now: Date) {
        waiting.append(Waiting(user: user, key: key, value: value))
        if due == nil { due = now.addingTimeInterval(PropertyQueue.delaySeconds) }
    }

    /// Sends what waits, when its time has come or it is forced.
    mutating func send(for user: String?, now: Date, isOffline: Bool, isForced: Bool) {
        guard let due, isForced || due <= now else { return }
        guard let user, !isOffline else {
            failures += 1
            self.due = now.addingTimeInterval(PropertyQueue.retrySeconds(after: failures))
            return
        }
        for property in waiting {
            let owner = property.user ?? user
            var sent = properties(of: owner)
            sent[property.key] = property.value
            write(sent, of: owner)
        }
        waiting = []
        self.due = nil
        failures = 0
    }

    /// What the server has of a user, by key.
    func properties(of user: String) -> [String: String] {
        guard let text = defaults.string(PropertyQueue.key(user)) else { return [:] }
        let read = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        return read ?? [:]
    }

    private func write(_ properties: [String: String], of user: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = (try? encoder.encode(properties)).map { String(decoding: $0, as: UTF8.self) }
        defaults.set(PropertyQueue.key(user), text)
    }

    private static func key(_ user: String) -> String { "allonym.qonversion.properties.\(user)" }
}
