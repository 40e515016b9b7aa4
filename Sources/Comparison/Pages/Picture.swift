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
    /// The steps at which an arrow or a line passes down a column, with the lanes that it passes.
    let passages: [(step: Int, lanes: ClosedRange<Int>)]
    var markup = Markup()

    init(_ storyline: Storyline, on stage: Stage, _ names: IDNames) {
        self.stage = stage
        self.storyline = storyline
        self.names = names
        passages = (0..<stage.steps).flatMap { step in
            let device = storyline.compared.scenario.steps[step].device
            return storyline.devicesConcerned(at: step).compactMap { other in
                stage.lanes(from: device, to: other).map { (step: step, lanes: $0) }
            }
        }
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
                    names[user], kind, from: step, y: lane.strip + 13,
                    end: clear(of: end, after: step, in: lane))
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
                from: band.steps.lowerBound, y: y + 12.5,
                end: clear(of: right - 4, after: band.steps.lowerBound, in: lane))
        }
    }

    /// Where a label ends that begins at a step: before the next arrow that passes its lane.
    private func clear(of end: Double, after step: Int, in lane: Stage.Lane) -> Double {
        guard let number = stage.number(of: lane.device),
            let passage = passages.first(where: { $0.step > step && $0.lanes.contains(number) })
        else { return end }
        return min(end, stage.x(passage.step) - 12)
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
        let y = lane.strip - 20
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

    /// The room that an event has until the next in its lane, or an arrow through it.
    func room(after step: Int) -> Double {
        let steps = storyline.compared.scenario.steps
        let next = steps.indices.dropFirst(step + 1).first { next in
            let answer = storyline.answer(to: next)
            return steps[next].device == steps[step].device
                && (answer.refusal != nil || !answer.moved.isEmpty)
        }
        let lane = stage.number(of: steps[step].device)
        let passage = passages.first { passage in
            passage.step > step && lane.map(passage.lanes.contains) == true
        }
        return stage.x(min(next ?? stage.steps, passage?.step ?? stage.steps)) - stage.x(step)
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
