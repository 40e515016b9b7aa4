// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A step after which the providers are not where they were together before.
struct DivergingStep {
    /// The step, counted from 0.
    let step: Int
    /// The devices that it is about, in the order in which they first act.
    let devices: [DeviceID]
}

extension ComparedScenario {
    /// The steps at which providers part.
    ///
    /// These are the steps to which they give different answers, see ``differs(at:)``, those after
    /// which another device sees different things although it did not before, and the one that a
    /// search has found.
    func divergingSteps(_ storylines: [Storyline]) -> [DivergingStep] {
        let devices = devices
        var apart = Set<DeviceID>()
        return scenario.steps.indices.compactMap { step in
            let before = apart
            apart = Set(
                devices.filter { device in
                    let first = storylines.first?.access(on: device, after: step)
                    return storylines.contains { $0.access(on: device, after: step) != first }
                })
            var concerned = apart.subtracting(before)
            if isMarked(at: step) { concerned.insert(scenario.steps[step].device) }
            guard !concerned.isEmpty else { return nil }
            return DivergingStep(step: step, devices: devices.filter(concerned.contains))
        }
    }
}
