// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What is known about each user of the device: attributes by key, by user.
typealias UserAttributes = [String: [String: AttributeValue]]

/// User attributes.
///
/// They are stored on the device alone. The anonymous user has some only while nobody is logged in:
/// a log-in takes them along.
extension PurchaselySession {
    private var attributesKey: String { "purchasely.user-attributes" }

    /// The attributes of whoever uses the app.
    func attributes() -> [String: AttributeValue] {
        state.withLock { state in
            launch(&state)
            return attributes(&state)[key(state.appUserID)] ?? [:]
        }
    }

    // MARK: Setting

    /// Sets attributes, in the order of their keys.
    func set(
        _ values: [String: AttributeValue], _ basis: PLYDataProcessingLegalBasis,
        source: PLYUserAttributeSource = .client
    ) {
        change { state, own in
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                own[key] = value
                tellSet(key, value, basis, source, state)
            }
        }
    }

    /// Adds to a whole number; one that would be too large stays at the largest.
    func add(_ amount: Int, to key: String, _ basis: PLYDataProcessingLegalBasis) {
        change { state, own in
            let before: Int
            switch own[key] {
            case .int(let value): before = value
            case nil: before = 0
            case .string, .bool, .double, .date, .strings, .ints, .doubles, .bools:
                log("\(key) stays as it is: it is no whole number.", .warn, state)
                return
            }
            let (value, isTooLarge) = before.addingReportingOverflow(amount)
            let sum = AttributeValue.int(isTooLarge ? (amount < 0 ? Int.min : Int.max) : value)
            own[key] = sum
            tellSet(key, sum, basis, .client, state)
        }
    }

    /// Takes from a whole number, as ``add(_:to:_:)`` adds to it.
    func take(_ amount: Int, from key: String, _ basis: PLYDataProcessingLegalBasis) {
        add(amount == .min ? .max : -amount, to: key, basis)
    }

    // MARK: Clearing

    func clearAttributes() {
        change { state, own in
            for key in own.keys.sorted() { tellRemoved(key, state) }
            own = [:]
        }
    }

    func clearAttribute(_ key: String) {
        change { state, own in
            if own.removeValue(forKey: key) != nil { tellRemoved(key, state) }
        }
    }

    // MARK: Changing the user

    /// Another user uses the app.
    ///
    /// At a log-in the anonymous user's attributes come along, and what was said last counts. At a
    /// log-out the user's are cleared, or become the anonymous user's.
    func moveAttributes(from before: String?, clearing isCleared: Bool, _ state: inout State) {
        let after = state.appUserID
        guard before != after, before == nil || after == nil else { return }
        var all = attributes(&state)
        guard let left = all.removeValue(forKey: key(before)), !left.isEmpty else { return }
        if after == nil, isCleared {
            for key in left.keys.sorted() { tellRemoved(key, state) }
        } else {
            all[key(after), default: [:]].merge(left) { $1 }
        }
        store(all, &state)
    }

    // MARK: What is stored on the device

    private func key(_ user: String?) -> String { user.map { "user \($0)" } ?? "anonymous" }

    private func change(_ body: (State, inout [String: AttributeValue]) -> Void) {
        state.withLock { state in
            launch(&state)
            var all = attributes(&state)
            let user = key(state.appUserID)
            var own = all[user] ?? [:]
            let before = own
            body(state, &own)
            guard own != before else { return }
            all[user] = own.isEmpty ? nil : own
            store(all, &state)
        }
    }

    /// What is stored; nothing where it is damaged.
    private func attributes(_ state: inout State) -> UserAttributes {
        if let known = state.attributes { return known }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let text = line.defaults.string(attributesKey)
        let found = text.flatMap {
            try? decoder.decode(UserAttributes.self, from: Data($0.utf8))
        }
        state.attributes = found ?? [:]
        return found ?? [:]
    }

    private func store(_ all: UserAttributes, _ state: inout State) {
        state.attributes = all
        guard !all.isEmpty else { return line.defaults.set(attributesKey, nil) }
        line.defaults.set(attributesKey) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return (try? encoder.encode(all)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    // MARK: Telling

    private func tellSet(
        _ key: String, _ value: AttributeValue, _ basis: PLYDataProcessingLegalBasis,
        _ source: PLYUserAttributeSource, _ state: State
    ) {
        tell(state) {
            $0.onUserAttributeSet(
                key: key, type: value.type, value: value.value, source: source,
                processingLegalBasis: basis)
        }
    }

    private func tellRemoved(_ key: String, _ state: State) {
        tell(state) { $0.onUserAttributeRemoved(key: key, source: .client) }
    }

    private func tell(
        _ state: State, _ call: @escaping @Sendable (any PLYUserAttributeDelegate) -> Void
    ) {
        guard let delegate = state.attributeDelegate else { return }
        line.installation.deliver { call(delegate.value) }
    }
}
