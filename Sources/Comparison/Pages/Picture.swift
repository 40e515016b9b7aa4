// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// A provider's swim lanes as SVG: who uses each device, and what it sees, step by step.
///
/// What can be read off it also stands in its elements: every band, move, joining, refusal and
/// parting has `data-` attributes, with steps counted from 1.
struct Picture {
    let stage: Stage
    let storyline: Storyline
    let names: IDNames
    var markup = Markup()

    init(_ storyline: Storyline, on stage: Stage, _ names: IDNames) {
        self.stage = stage
        self.storyline = storyline
        self.names = names
    }

    /// The drawing; `id` is the start of the IDs of its title and its description.
    mutating func draw(id: String, title: String) -> String {
        markup = Markup()
        markup.open(
            "svg",
            [
                "class": "lanes", "role": "img", "aria-labelledby": "\(id)-t \(id)-d",
                "width": px(stage.width), "height": px(stage.height),
                "viewBox": "0 0 \(px(stage.width)) \(px(stage.height))",
            ])
        markup.element("title", ["id": "\(id)-t"], title)
        markup.element("desc", ["id": "\(id)-d"], storyline.description(names))
        ground()
        for lane in stage.lanes { strip(lane) }
        for lane in stage.lanes { bands(lane) }
        for step in 0..<stage.steps {
            joinings(at: step)
            moves(at: step)
        }
        for step in 0..<stage.steps {
            moved(at: step)
            action(at: step)
        }
        markup.close("svg")
        return markup.text
    }

    /// The names of the lanes, for the column that stays in place when the picture is scrolled.
    static func names(on stage: Stage) -> String {
        var markup = Markup()
        markup.open(
            "svg",
            [
                "class": "names", "aria-hidden": "true", "width": px(stage.namesWidth),
                "height": px(stage.height),
            ])
        markup.element("text", ["class": "n", "x": "0", "y": "16"], "step")
        for lane in stage.lanes {
            markup.empty(
                "path", ["class": "edge", "d": "M0 \(px(lane.top))h\(px(stage.namesWidth))"])
            markup.element(
                "text", ["class": "device", "x": "0", "y": px(lane.top + 17)],
                Stage.action.fitted(lane.device.text, stage.namesWidth - 10))
        }
        markup.close("svg")
        return markup.text
    }

    // MARK: - Ground

    /// Columns and lanes, the numbers of the steps, and where the providers part.
    private mutating func ground() {
        for (number, diverging) in stage.divergingSteps.enumerated() {
            mark(diverging, isFirst: number == 0)
        }
        var grid = ""
        for step in 0..<stage.steps {
            grid += "M\(px(stage.x(step))) \(px(Stage.headHeight))V\(px(stage.height - 1))"
        }
        markup.empty("path", ["class": "grid", "d": grid])
        let edges = stage.lanes.map { "M0 \(px($0.top))H\(px(stage.width))" }.joined()
        markup.empty(
            "path", ["class": "edge", "d": edges + "M0 \(px(stage.height - 1))H\(px(stage.width))"])
        let parted = Set(stage.divergingSteps.map(\.step))
        for step in 0..<stage.steps {
            let isParted = parted.contains(step)
            markup.element(
                "text",
                [
                    "class": isParted ? "n on" : "n", "x": px(stage.x(step) + 8), "y": "16",
                ], isParted ? "\(step + 1) ≠" : "\(step + 1)")
            guard storyline.answer(to: step).holds == false else { continue }
            markup.element(
                "text",
                [
                    "class": "no", "data-fails": "\(step + 1)",
                    "x": px(stage.x(step) + (isParted ? 40 : 26)), "y": "16",
                ], "✗")
        }
    }

    /// A column of its own colour with a flag, and a frame round what is different in it.
    private mutating func mark(_ diverging: DivergingStep, isFirst: Bool) {
        let x = stage.x(diverging.step)
        let width = stage.columnWidth
        markup.open("g", ["class": "parted", "data-parted": "\(diverging.step + 1)"])
        markup.empty(
            "rect",
            ["x": px(x), "y": "0", "width": px(width), "height": px(stage.height - 1)])
        markup.empty("path", ["class": "flag", "d": "M\(px(x)) 0h\(px(width))v22h-\(px(width))z"])
        if isFirst {
            markup.empty("path", ["class": "first", "d": "M\(px(x)) 0V\(px(stage.height - 1))"])
        }
        for device in diverging.devices {
            guard let lane = stage.lane(of: device) else { continue }
            markup.empty(
                "rect",
                [
                    "class": "frame", "x": px(x + 2), "y": px(lane.strip - 2),
                    "width": px(width - 4), "height": px(lane.bottom - lane.strip - 2), "rx": "6",
                ])
            if storyline.access(on: device, after: diverging.step).isEmpty, !lane.bands.isEmpty {
                let y = lane.strip + Stage.stripHeight + 16
                text("sees nothing", "none", x + 10, y, width - 14)
            }
        }
        markup.close("g")
    }

    // MARK: - Lanes

    private mutating func strip(_ lane: Stage.Lane) {
        for stay in storyline.stays(on: lane.device) {
            let left = stage.x(stay.steps.lowerBound) + 3
            let right = stage.x(stay.steps.upperBound + 1) - 3
            markup.empty(
                "rect",
                [
                    "class": "stay", "x": px(left), "y": px(lane.strip), "width": px(right - left),
                    "height": px(Stage.stripHeight), "rx": "9",
                ])
            let changes = stay.users.sorted { $0.key < $1.key }
            for (index, (step, user)) in changes.enumerated() {
                let end =
                    index + 1 < changes.count
                    ? stage.x(changes[index + 1].key) - 10 : right - 4
                let kind = names.isNumbered(user) ? "id anon" : "id"
                repeated(
                    names[user], kind, from: step, y: lane.strip + 13, end: end)
            }
        }
    }

    private mutating func bands(_ lane: Stage.Lane) {
        for band in storyline.bands(of: lane.device) {
            guard let y = lane.bands[band.entitlement] else { continue }
            let left = stage.x(band.steps.lowerBound) + 3
            let right = stage.x(band.steps.upperBound + 1) - 3
            // A band that is there at the end points beyond it.
            let isOpen = band.steps.upperBound == stage.steps - 1
            let height = Stage.bandHeight
            let end =
                isOpen ? "l6 \(px(height / 2))l-6 \(px(height / 2))" : "v\(px(height))"
            markup.empty(
                "path",
                [
                    "class": "band \(stage.colour(of: band.entitlement))",
                    "data-device": lane.device.text, "data-entitlement": band.entitlement.text,
                    "data-from": "\(band.steps.lowerBound + 1)",
                    "data-to": "\(band.steps.upperBound + 1)",
                    "data-provider": storyline.provider.key,
                    "d": "M\(px(left)) \(px(y))H\(px(right))\(end)H\(px(left))z",
                ])
            repeated(
                band.entitlement.text, "in \(stage.colour(of: band.entitlement))",
                from: band.steps.lowerBound, y: y + 12.5, end: right - 4)
        }
    }

    /// A label at the start of something long, and again where one would have scrolled away.
    private mutating func repeated(
        _ label: String, _ kind: String, from step: Int, y: Double, end: Double
    ) {
        var step = step
        repeat {
            let x = stage.x(step) + Stage.rail
            let room = min(end - x, 4 * stage.columnWidth)
            guard room > 14 else { return }
            text(label, kind, x, y, room)
            step += 5
        } while stage.x(step + 1) <= end + stage.columnWidth / 2
    }

    /// What is done, and whether it is refused.
    private mutating func action(at step: Int) {
        let done = storyline.compared.scenario.steps[step]
        guard let lane = stage.lane(of: done.device) else { return }
        let answer = storyline.answer(to: step)
        let x = stage.x(step) + Stage.rail
        markup.open("g", newline: false)
        markup.element(
            "title",
            "\(step + 1). \(shortened(done.device.text, to: 40)): "
                + "\(shortened(done.text, to: 120)) → \(shortened(answer.text, to: 120))")
        for (number, line) in Stage.lines(of: done.text, stage.columnWidth).enumerated() {
            markup.element(
                "text",
                ["class": "act", "x": px(x), "y": px(lane.top + 17 + Double(number) * 14)], line)
        }
        markup.close("g")
        guard let refusal = answer.refusal else { return }
        let y = lane.strip - 11
        markup.open(
            "g", ["class": "refused", "data-refusal": refusal.rawValue, "data-step": "\(step + 1)"])
        markup.empty(
            "path",
            [
                "d": "M\(px(x - 4)) \(px(y - 3.5))l7 7"
                    + "M\(px(x - 5.5)) \(px(y))a5 5 0 1 1 10 0a5 5 0 1 1 -10 0"
            ])
        text(refusal.rawValue, "no", x + 8, y + 4, room(after: step) - Stage.rail - 20)
        markup.close("g")
    }

    // MARK: - Pieces

    /// The room that an event has until the next in its lane.
    func room(after step: Int) -> Double {
        let steps = storyline.compared.scenario.steps
        let next = steps.indices.dropFirst(step + 1).first { next in
            let answer = storyline.answer(to: next)
            return steps[next].device == steps[step].device
                && (answer.refusal != nil || !answer.moved.isEmpty)
        }
        return stage.x(next ?? stage.steps) - stage.x(step)
    }

    mutating func text(_ text: String, _ kind: String, _ x: Double, _ y: Double, _ room: Double) {
        let lettering = kind == "act" ? Stage.action : Stage.label
        markup.element(
            "text", ["class": kind, "x": px(x), "y": px(y)], lettering.fitted(text, room))
    }
}

/// A length in pixels, to a tenth.
func px(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    guard tenths % 10 != 0 else { return "\(tenths / 10)" }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
