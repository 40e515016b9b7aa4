// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

extension Picture {
    /// Columns and lanes, the numbers of the steps, and where the providers part.
    mutating func ground() {
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
            if storyline.isUndocumented(at: step) {
                let width = Stage.action.width(BriefAnswer.mark)
                markup.element(
                    "text",
                    [
                        "class": "guess", "data-undocumented": "\(step + 1)",
                        "x": px(stage.x(step + 1) - width - 6), "y": "18",
                    ], BriefAnswer.mark)
            }
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
                text("sees nothing", "none", x + Stage.rail, y, width - Stage.rail - 4)
            }
        }
        markup.close("g")
    }
}
