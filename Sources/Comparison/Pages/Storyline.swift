// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What one provider does to every device in the course of a scenario; steps are counted from 0.
struct Storyline {
    /// For as long as a device sees an entitlement.
    struct Band: Hashable {
        let device: DeviceID
        let entitlement: EntitlementID
        let steps: ClosedRange<Int>
    }

    /// For as long as a device is used by one customer, under whatever IDs.
    struct Stay: Hashable {
        let device: DeviceID
        let steps: ClosedRange<Int>
        /// The steps at which another ID than before is in use, with it.
        let users: [Int: UserID]
    }

    /// Where a purchase comes from: the device, and the last step at which it was used by the ID.
    struct Origin: Hashable {
        let device: DeviceID
        let step: Int
    }

    let compared: ComparedScenario
    let column: Int
    /// For each step the view of every device that is installed.
    let views: [[DeviceID: DeviceView]]

    init(_ compared: ComparedScenario, column: Int) {
        self.compared = compared
        self.column = column
        var now: [DeviceID: DeviceView] = [:]
        views = compared.answers.map { answers in
            for view in answers[column].devices { now[view.device] = view }
            return now
        }
    }

    /// The provider's answer to a step.
    func answer(to step: Int) -> Answer { compared.answers[step][column] }

    /// What a device sees after a step; nothing before it is installed.
    func access(on device: DeviceID, after step: Int) -> [EntitlementID] {
        views[step][device]?.access ?? []
    }

    /// The bands of a device, by entitlement and then in time.
    func bands(of device: DeviceID) -> [Band] {
        let entitlements = Set(views.flatMap { $0[device]?.access ?? [] }).sorted()
        return entitlements.flatMap { entitlement in
            runs { access(on: device, after: $0).contains(entitlement) }.map {
                Band(device: device, entitlement: entitlement, steps: $0)
            }
        }
    }

    /// The stays of customers on a device, in time.
    func stays(on device: DeviceID) -> [Stay] {
        var stays: [Stay] = []
        for (step, view) in views.enumerated() {
            guard let view = view[device] else { continue }
            let before = step > 0 ? views[step - 1][device] : nil
            let user = before?.userID == view.userID ? [:] : [step: view.userID]
            if let before, let last = stays.last, continues(before, view, at: step) {
                stays[stays.count - 1] = Stay(
                    device: device, steps: last.steps.lowerBound...step,
                    users: last.users.merging(user) { $1 })
            } else {
                stays.append(
                    Stay(device: device, steps: step...step, users: [step: view.userID]))
            }
        }
        return stays
    }

    /// Whether a device is still used by the same customer, be it joined with another at this step.
    private func continues(_ before: DeviceView, _ after: DeviceView, at step: Int) -> Bool {
        before.customer == after.customer
            || circle(of: before.customer, at: step).contains(after.customer)
    }

    /// The IDs that one ID is joined with at a step, itself included.
    private func circle(of id: UserID, at step: Int) -> Set<UserID> {
        var circle: Set = [id]
        // As many rounds as there can be links in a chain.
        for _ in answer(to: step).joined {
            for joining in answer(to: step).joined
            where circle.contains(joining.id) || circle.contains(joining.customer) {
                circle.formUnion([joining.id, joining.customer])
            }
        }
        return circle
    }

    /// The other devices whose customer becomes one with that of the step's device at this step.
    func devicesJoined(at step: Int) -> [DeviceID] {
        guard step > 0, !answer(to: step).joined.isEmpty else { return [] }
        let actor = compared.scenario.steps[step].device
        guard let mine = views[step][actor], let before = views[step - 1][actor] else { return [] }
        let circle = circle(of: before.customer, at: step)
        return views[step].values.filter { view in
            guard view.device != actor, view.customer == mine.customer,
                let earlier = views[step - 1][view.device]?.customer
            else { return false }
            return earlier != before.customer && circle.contains(earlier)
        }.map(\.device).sorted()
    }

    /// The other devices to which an arrow or a line leads from a step: those from which a purchase
    /// comes, and those whose customer becomes one with that of the step's device.
    func devicesConcerned(at step: Int) -> [DeviceID] {
        let origins = answer(to: step).moved.compactMap { move in
            move.from.flatMap { origin(of: $0, before: step) }?.device
        }
        return (origins + devicesJoined(at: step))
            .filter { $0 != compared.scenario.steps[step].device }
    }

    /// Where an ID was last in use before a step: on the step's own device if it was there as late as
    /// elsewhere.
    func origin(of id: UserID, before step: Int) -> Origin? {
        let actor = compared.scenario.steps[step].device
        for earlier in (0..<step).reversed() {
            let devices = views[earlier].values.filter { $0.userID == id || $0.customer == id }
                .map(\.device)
            if devices.contains(actor) { return Origin(device: actor, step: earlier) }
            if let device = devices.min() { return Origin(device: device, step: earlier) }
        }
        return nil
    }

    /// The longest runs of steps for which something is true.
    private func runs(where isTrue: (Int) -> Bool) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for step in views.indices where isTrue(step) {
            if let last = runs.last, last.upperBound == step - 1 {
                runs[runs.count - 1] = last.lowerBound...step
            } else {
                runs.append(step...step)
            }
        }
        return runs
    }
}

extension ComparedScenario {
    /// The devices, in the order in which they first act.
    var devices: [DeviceID] {
        var seen = Set<DeviceID>()
        return scenario.steps.map(\.device).filter { seen.insert($0).inserted }
    }

    /// The storyline of every provider asked.
    var storylines: [Storyline] { columns.indices.map { Storyline(self, column: $0) } }
}
