// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

extension Picture {
    /// The purchases that change hands at a step, as arrows from one ID to another.
    mutating func moves(at step: Int) {
        guard let lane = stage.lane(of: storyline.compared.scenario.steps[step].device) else {
            return
        }
        for group in groups(at: step) {
            for (index, move) in group.enumerated() {
                self.move(move, at: step, lane, hasArrow: index == 0)
            }
        }
    }

    /// The names of their products, over all arrows.
    mutating func moved(at step: Int) {
        let groups = groups(at: step)
        guard !groups.isEmpty,
            let lane = stage.lane(of: storyline.compared.scenario.steps[step].device)
        else { return }
        let isRefused = storyline.answer(to: step).refusal != nil
        let y = isRefused ? lane.events + 1 : lane.strip - 27
        let end = stage.x(step) + stage.columnWidth - Stage.rail
        var x = stage.x(step) + Stage.rail + 2
        for (number, group) in groups.enumerated() {
            let room = (end - x) / Double(groups.count - number)
            let label = Stage.label.fitted(
                group.map(\.product.text).joined(separator: ", "), room - 12)
            let width = Stage.label.width(label) + 10
            markup.empty(
                "rect",
                [
                    "class": "pill", "x": px(x), "y": px(y), "width": px(width), "height": "15",
                    "rx": "7.5",
                ])
            text(label, "what", x + 5, y + 11.5, room)
            x += width + 3
        }
    }

    /// The purchases that go the same way together.
    private func groups(at step: Int) -> [[Answer.Moved]] {
        var groups: [[Answer.Moved]] = []
        for move in storyline.answer(to: step).moved {
            let index = groups.firstIndex {
                $0[0].from == move.from && $0[0].to == move.to && $0[0].isCopy == move.isCopy
            }
            if let index { groups[index].append(move) } else { groups.append([move]) }
        }
        return groups
    }

    private mutating func move(
        _ move: Answer.Moved, at step: Int, _ lane: Stage.Lane, hasArrow: Bool
    ) {
        markup.open(
            "g",
            [
                "class": move.isCopy ? "move copy" : "move", "data-product": move.product.text,
                "data-from": move.from?.text, "data-to": move.to.text,
                "data-step": "\(step + 1)",
            ])
        if hasArrow {
            markup.element("title", storyline.sentence(move, names))
            let origin = move.from.flatMap { storyline.origin(of: $0, before: step) }
            arrow(from: origin, to: step, lane)
        }
        markup.close("g")
    }

    private mutating func arrow(from origin: Storyline.Origin?, to step: Int, _ lane: Stage.Lane) {
        let x = stage.landing(step)
        guard let origin, let source = stage.lane(of: origin.device) else {
            // From nobody: it drops in from above.
            let y = lane.strip
            markup.empty(
                "path",
                ["class": "drop", "d": "M\(px(x - 3)) \(px(y - 13))a3 3 0 1 1 6 0a3 3 0 1 1 -6 0"])
            return shaft("M\(px(x)) \(px(y - 10))V\(px(y - 1))", to: x, y, isDown: true)
        }
        let start = stage.x(origin.step + 1) - 12
        if source.device == lane.device {
            let y = lane.strip
            if origin.step == step - 1 {
                return shaft(
                    "M\(px(start)) \(px(y))C\(px(start + 2)) \(px(y - 12)) \(px(x - 2)) \(px(y - 12)) "
                        + "\(px(x)) \(px(y - 3))", to: x, y, isDown: true)
            }
            return shaft(
                bent(from: start, y, over: y - 9, to: x, y - 3, radius: 5), to: x, y, isDown: true)
        }
        let isDown = source.top < lane.top
        let from = source.strip + (isDown ? Stage.stripHeight : 0)
        let over = from + (isDown ? 3.5 : -3.5)
        let to = lane.strip + (isDown ? 0 : Stage.stripHeight)
        shaft(
            bent(from: start, from, over: over, to: x, to - (isDown ? 3 : -3), radius: 3.5), to: x,
            to, isDown: isDown)
    }

    /// A path that leaves a strip into the gap beside it, goes along there and then down or up a
    /// rail, with round corners.
    private func bent(
        from x: Double, _ y: Double, over: Double, to end: Double, _ bottom: Double, radius: Double
    ) -> String {
        let away = over > y ? radius : -radius
        let on = bottom > over ? radius : -radius
        return
            "M\(px(x)) \(px(y))V\(px(over - away))Q\(px(x)) \(px(over)) \(px(x + radius)) \(px(over))"
            + "H\(px(end - radius))Q\(px(end)) \(px(over)) \(px(end)) \(px(over + on))V\(px(bottom))"
    }

    /// A line with a light edge, so that it is seen on whatever it crosses, and its head.
    private mutating func shaft(_ path: String, to x: Double, _ y: Double, isDown: Bool) {
        let back = isDown ? "-7" : "7"
        markup.empty("path", ["class": "halo", "d": path])
        markup.empty("path", ["class": "shaft", "d": path])
        markup.empty("path", ["class": "tip", "d": "M\(px(x)) \(px(y))l-4 \(back)h8z"])
    }

    /// Customers that become one at a step: two rings, and a line to other devices that they use.
    mutating func joinings(at step: Int) {
        let answer = storyline.answer(to: step)
        guard !answer.joined.isEmpty,
            let lane = stage.lane(of: storyline.compared.scenario.steps[step].device)
        else { return }
        let x = stage.x(step)
        let middle = Stage.stripHeight / 2
        for device in storyline.devicesJoined(at: step) {
            guard let other = stage.lane(of: device) else { continue }
            let line = "M\(px(x)) \(px(lane.strip + middle))V\(px(other.strip + middle))"
            markup.open("g", ["data-device": device.text, "data-joined": "\(step + 1)"])
            markup.empty("path", ["class": "link", "d": line])
            markup.empty("path", ["class": "link gap", "d": line])
            markup.close("g")
            rings(x, other.strip + middle)
        }
        for (index, joining) in answer.joined.enumerated() {
            markup.open(
                "g",
                [
                    "class": "joined", "data-id": joining.id.text,
                    "data-customer": joining.customer.text, "data-step": "\(step + 1)",
                ])
            if index == 0 {
                markup.element("title", storyline.sentence(joining, names))
                rings(x, lane.strip + middle)
            }
            markup.close("g")
        }
    }

    private mutating func rings(_ x: Double, _ y: Double) {
        for centre in [x - 3, x + 3] {
            markup.empty("circle", ["class": "ring", "cx": px(centre), "cy": px(y), "r": "4.5"])
        }
    }
}
