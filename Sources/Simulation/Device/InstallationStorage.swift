// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where an installation keeps what its SDKs store on the device.
public enum InstallationStorage: Hashable, Sendable {
    /// In memory: gone with the process.
    case memory
    /// In a folder, in one file: the IDs survive a relaunch, as they do on a device.
    case folder(String)
}

/// What the SDKs of an installation have stored on the device: text by key, as in `UserDefaults`.
package final class Defaults: Sendable {
    private struct State {
        var values: [String: String]
        /// What is only made into text when somebody asks for it; a key is in one of the two.
        var unmade: [String: @Sendable () -> String?] = [:]
        var failure: String?
    }

    private let state: Locked<State>
    private let file: String?
    /// How many have been made over each file.
    private static let made = Locked([String: Int]())
    private let number: Int

    /// Whether it is written to a file.
    package var isKept: Bool { file != nil }

    /// Whether another installation was made over the same file since: the process of this one has
    /// ended.
    package var isSucceeded: Bool {
        guard let file else { return false }
        return Defaults.made.withLock { $0[file] != number }
    }

    init(_ storage: InstallationStorage) throws(SharedWorldError) {
        switch storage {
        case .memory:
            file = nil
            number = 0
            state = Locked(State(values: [:]))
        case .folder(let folder):
            let file = folder + "/installation.json"
            self.file = file
            number = Defaults.made.withLock { made in
                made[file, default: 0] += 1
                return made[file, default: 0]
            }
            // From here on none that was made before writes any more.
            state = Locked(State(values: try Defaults.read(file)))
        }
    }

    /// The text under a key.
    package func string(_ key: String) -> String? {
        state.withLock { state in
            if let make = state.unmade.removeValue(forKey: key) { state.values[key] = make() }
            return state.values[key]
        }
    }

    /// Stores a text that is costly to make: in memory it is made when it is asked for.
    package func set(_ key: String, making make: @escaping @Sendable () -> String?) {
        guard file == nil else { return set(key, make()) }
        state.withLock { state in
            state.values[key] = nil
            state.unmade[key] = make
        }
    }

    /// Stores a text, or nothing.
    package func set(_ key: String, _ value: String?) {
        state.withLock { state in
            state.unmade[key] = nil
            guard state.values[key] != value else { return }
            state.values[key] = value
            write(&state)
        }
    }

    /// Every key that begins so.
    package func keys(beginning prefix: String) -> [String] {
        state.withLock { state in
            (Array(state.values.keys) + state.unmade.keys).filter { $0.hasPrefix(prefix) }.sorted()
        }
    }

    /// Why the file could not be written last; nil when it could.
    package var failure: String? { state.withLock { $0.failure } }

    /// Forgets everything, as deleting the app does.
    func clear() {
        state.withLock { state in
            state.values = [:]
            state.unmade = [:]
            write(&state)
        }
    }

    private static func read(_ file: String) throws(SharedWorldError) -> [String: String] {
        guard FileManager.default.fileExists(atPath: file) else { return [:] }
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: file))
            return try JSONDecoder().decode([String: String].self, from: data)
        } catch {
            throw .damagedStorage(file: file, reason: "\(error)")
        }
    }

    /// Writes what is stored, unless this one's process has ended.
    private func write(_ state: inout State) {
        guard let file else { return }
        Defaults.made.withLock { made in
            if made[file] == number { write(&state, to: file) }
        }
    }

    private func write(_ state: inout State, to file: String) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            let url = URL(fileURLWithPath: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try encoder.encode(state.values).write(to: url, options: .atomic)
            state.failure = nil
        } catch {
            state.failure = "\(file) could not be written: \(error)"
        }
    }
}
