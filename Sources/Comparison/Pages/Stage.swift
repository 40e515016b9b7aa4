// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// Where everything stands in the pictures of one scenario, the same in each provider's.
///
/// A lane has, from above: what the device does, what comes of it, a strip of the IDs in use, and a
/// row for each entitlement that it sees at any provider. Above and below the strip a gap is kept
/// free for arrows, and so is the rail at the left of each column: no arrow leaves them.
struct Stage {
    /// A device's lane.
    struct Lane {
        let device: DeviceID
        /// The upper edge.
        let top: Double
        /// The lines of actions.
        let lines: Int
        /// The upper edges of the rows of events, of the strip, and of the rows of bands.
        let events: Double
        let strip: Double
        let bands: [EntitlementID: Double]
        /// The lower edge.
        let bottom: Double
    }

    static let action = Lettering(size: 12)
    static let label = Lettering(size: 11)
    static let note = Lettering(size: 10)
    static let headHeight = 24.0
    static let stripHeight = 18.0
    static let bandHeight = 17.0
    /// The part of a column that is kept for arrows.
    static let rail = 13.0
    /// The gap below a strip in which arrows leave it.
    static let gap = 7.0

    let lanes: [Lane]
    /// All entitlements that anybody sees; their indices choose their colours.
    let entitlements: [EntitlementID]
    let divergingSteps: [DivergingStep]
    let steps: Int
    let columnWidth: Double
    let namesWidth: Double
    private let indices: [DeviceID: Int]

    init(_ compared: ComparedScenario, _ storylines: [Storyline]) {
        let scenario = compared.scenario
        let devices = compared.devices
        divergingSteps = compared.divergingSteps(storylines)
        steps = scenario.steps.count
        columnWidth = Stage.columnWidth(compared)
        namesWidth = min(
            92, max(44, 18 + (devices.map { Stage.action.width(shown($0.text)) }.max() ?? 0)))
        indices = Dictionary(
            devices.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: [DeviceID: Set<EntitlementID>] = [:]
        for view in compared.answers.joined().flatMap(\.devices) {
            seen[view.device, default: []].formUnion(view.access)
        }
        entitlements = seen.values.reduce(into: Set()) { $0.formUnion($1) }.sorted()
        var top = Stage.headHeight
        var lanes: [Lane] = []
        for device in devices {
            let lane = Stage.lane(
                of: device, from: top, compared, columnWidth, (seen[device] ?? []).sorted())
            top = lane.bottom
            lanes.append(lane)
        }
        self.lanes = lanes
    }

    private static func lane(
        of device: DeviceID, from top: Double, _ compared: ComparedScenario, _ columnWidth: Double,
        _ entitlements: [EntitlementID]
    ) -> Lane {
        var lines = 1
        var rows = 0
        for (number, step) in compared.scenario.steps.enumerated() where step.device == device {
            lines = max(lines, Stage.lines(of: step.text, columnWidth).count)
            for answer in compared.answers[number] {
                rows = max(
                    rows, (answer.refusal == nil ? 0 : 1) + (answer.moved.isEmpty ? 0 : 1))
            }
        }
        let events = top + 9 + Double(lines) * 14
        // Under what has come of a step an arrow may pass.
        let strip = events + Double(rows) * 16 + (rows > 0 ? 12 : 3)
        let first = strip + stripHeight + gap
        let bands = entitlements.enumerated().map {
            ($1, first + Double($0) * (bandHeight + 3))
        }
        return Lane(
            device: device, top: top, lines: lines, events: events, strip: strip,
            bands: Dictionary(bands, uniquingKeysWith: { first, _ in first }),
            bottom: first + Double(entitlements.count) * (bandHeight + 3) + 7)
    }

    /// Wide enough for what is done and why it is refused, within bounds.
    private static func columnWidth(_ compared: ComparedScenario) -> Double {
        let most = compared.scenario.steps.count > 16 ? 116.0 : 136.0
        var width = 102.0
        for (step, answers) in zip(compared.scenario.steps, compared.answers) {
            for word in step.text.prefix(200).split(separator: " ") {
                width = max(width, action.width(String(word)) + rail + 6)
            }
            for answer in answers {
                if let refusal = answer.refusal {
                    width = max(width, label.width(refusal.rawValue) + rail + 20)
                }
            }
            if width >= most { return most }
        }
        return width.rounded(.up)
    }

    /// What is done, as it stands in a column.
    static func lines(of text: String, _ columnWidth: Double) -> [String] {
        action.lines(text, columnWidth - rail - 4, atMost: 2)
    }

    // MARK: - Positions

    var width: Double { Double(steps) * columnWidth + 8 }

    var height: Double { (lanes.last?.bottom ?? Stage.headHeight) + 1 }

    /// The left edge of a step's column.
    func x(_ step: Int) -> Double { Double(step) * columnWidth }

    /// Where arrows land in a step's column.
    func landing(_ step: Int) -> Double { x(step) + 8 }

    func lane(of device: DeviceID) -> Lane? { indices[device].map { lanes[$0] } }

    /// The lanes from that of one device to that of another, by their numbers.
    func lanes(from device: DeviceID, to other: DeviceID) -> ClosedRange<Int>? {
        guard let first = indices[device], let second = indices[other] else { return nil }
        return min(first, second)...max(first, second)
    }

    func number(of device: DeviceID) -> Int? { indices[device] }

    /// The class of an entitlement's colour.
    func colour(of entitlement: EntitlementID) -> String {
        "e\((entitlements.firstIndex(of: entitlement) ?? 0) % 6)"
    }
}
