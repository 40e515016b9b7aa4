// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// A storyline in words, for those who do not see its picture.
extension Storyline {
    var provider: Provider { compared.columns[column].provider }

    /// What a device sees and when, and what happens besides.
    func description(_ names: IDNames) -> String {
        var sentences = compared.devices.map { device in
            let seen = bands(of: device).map { band in
                let steps = band.steps
                let when =
                    steps.count == 1
                    ? "after step \(steps.lowerBound + 1)"
                    : "after steps \(steps.lowerBound + 1) to \(steps.upperBound + 1)"
                return "\(shortened(band.entitlement.text, to: 40)) \(when)"
            }
            return "\(shortened(device.text, to: 40)) sees "
                + (seen.isEmpty ? "nothing." : seen.joined(separator: ", ") + ".")
        }
        for step in views.indices {
            let events = events(at: step, names)
            if !events.isEmpty { sentences.append("Step \(step + 1): \(events)") }
        }
        return sentences.joined(separator: " ")
    }

    /// What else happens at a step, in sentences: who becomes one, what moves, why it is refused; and
    /// whether the provider's documents leave this open.
    func events(at step: Int, _ names: IDNames) -> String {
        let answer = answer(to: step)
        var events = changes(at: step, names)
        if let refusal = answer.refusal { events.append("Refused: \(refusal.rawValue).") }
        if !events.isEmpty, isUndocumented(at: step) { events.append("No document says so.") }
        return events.joined(separator: " ")
    }

    /// That nothing moves at a step, and what devices see after it.
    func stillness(at step: Int, of devices: [DeviceID]) -> String {
        let seen = devices.map { device in
            let access = access(on: device, after: step).map { shortened($0.text, to: 40) }
            return "\(shortened(device.text, to: 40)) sees "
                + (access.isEmpty ? "nothing" : access.joined(separator: ", "))
        }
        return "Nothing moves; \(seen.joined(separator: "; "))."
            + (isUndocumented(at: step) ? " No document says so." : "")
    }

    /// Who becomes one customer at a step and which purchases move, a sentence each.
    ///
    /// A purchase that goes from one of two IDs to the other when they become one customer stays with
    /// that customer.
    func changes(at step: Int, _ names: IDNames) -> [String] {
        let answer = answer(to: step)
        var kept: Set<Answer.Moved> = []
        let joinings = answer.joined.map { joining in
            let ids: Set = [joining.id, joining.customer]
            let own = answer.moved.filter { move in
                !move.isCopy && ids.contains(move.to) && move.from.map(ids.contains) == true
            }
            kept.formUnion(own)
            return sentence(joining, names, having: own.map(\.product))
        }
        return joinings
            + answer.moved.filter { !kept.contains($0) }.map { sentence($0, names) }
    }

    /// Whether the answer to a step rests on a rule that no document states.
    func isUndocumented(at step: Int) -> Bool {
        let (answer, rules) = (answer(to: step), compared.columns[column])
        let ids = answer.rules + answer.accessRules.filter(rules.isSpecial)
        return ids.contains { rules.isUndocumented($0) }
    }

    func sentence(_ move: Answer.Moved, _ names: IDNames) -> String {
        let product = shortened(move.product.text, to: 40)
        let to = names.brief(move.to)
        guard let from = move.from.map(names.brief) else {
            return "\(product) gets its first owner, \(to)."
        }
        return move.isCopy
            ? "\(to) holds \(product) too, beside \(from)."
            : "\(product) goes from \(from) to \(to)."
    }

    func sentence(
        _ joining: Joining, _ names: IDNames, having products: [ProductID] = []
    ) -> String {
        let owned = products.map { shortened($0.text, to: 40) }.joined(separator: ", ")
        return "\(names.brief(joining.id)) and \(names.brief(joining.customer)) become one customer"
            + (owned.isEmpty ? "." : ", who has \(owned).")
    }
}

extension ComparedScenario {
    /// The settings of a provider that are not its defaults, as `restore = keep`.
    func settings(of column: Int) -> [String] {
        let rules = columns[column]
        return rules.provider.rulebook.settings.compactMap { setting in
            guard let value = rules.settings[setting.name], value != setting.values.first else {
                return nil
            }
            return "\(setting.name) = \(value)"
        }
    }

    /// Whether one provider stands in two columns, under two settings.
    var hasOneProviderTwice: Bool { Set(columns.map(\.provider.key)).count < columns.count }

    /// The names of the columns: of the provider, and with its settings where one provider stands
    /// in two.
    var columnNames: [String] {
        let names = columns.map(\.provider.name)
        return names.enumerated().map { column, name in
            guard names.count(where: { $0 == name }) > 1 else { return name }
            let settings = settings(of: column)
            return "\(name), \(settings.isEmpty ? "defaults" : settings.joined(separator: ", "))"
        }
    }
}
