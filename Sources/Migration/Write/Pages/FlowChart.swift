// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymPages

/// The chart of what becomes of access: from today's customers on the left to outcomes and reasons on
/// the right; on a phone one bar above the others.
struct FlowChart {
    let flow: AccessFlow

    private static let heading = Lettering(size: 15)
    private static let label = Lettering(size: 13)

    /// The chart in both forms, of which a page shows the one that fits.
    var markup: String { wide + narrow }

    // MARK: - The wide form

    private static let width = 860.0
    private static let bar = (left: 14.0, right: 10.0)
    private static let rightX = 330.0
    private static let textX = 352.0
    /// As high as all customers are together.
    private static let height = 260.0
    /// The least height of a bar.
    private static let least = 3.0

    /// A bar on the right.
    private struct Placed {
        let group: AccessFlow.Group
        let row: AccessFlow.Row
        let top: Double
        let height: Double
        /// The baseline of the text beside it.
        let baseline: Double
    }

    private var wide: String {
        var headings: [(group: AccessFlow.Group, baseline: Double)] = []
        var placed: [Placed] = []
        var y = 46.0
        for group in flow.groups {
            let hasHeading = !group.rows[0].says.isEmpty
            if hasHeading {
                headings.append((group, y + 14))
                y += 26
            }
            for row in group.rows {
                let height = max(
                    FlowChart.least, Double(row.count) / Double(flow.total) * FlowChart.height)
                let top = height < 18 ? y + 9 - height / 2 : y
                placed.append(
                    Placed(group: group, row: row, top: top, height: height, baseline: y + 14))
                y = max(y + 24, top + height + 6)
            }
            y += 12
        }
        var markup = Markup()
        begin(&markup, "wide", FlowChart.width, y - 8)
        markup.raw(text(0, 14, "h", flow.total.grouped, flow.total == 1 ? "customer" : "customers"))
        markup.element("text", ["x": "0", "y": "33", "class": "soft"], "with access today")
        var left = placed.first?.top ?? 0
        for each in placed {
            draw(each, left, &markup)
            left += each.height
        }
        for (group, baseline) in headings {
            markup.raw(text(FlowChart.textX, baseline, "h", group.count.grouped, group.says))
        }
        for each in placed {
            let room = FlowChart.width - FlowChart.textX
            guard !each.row.says.isEmpty else {
                markup.raw(
                    text(
                        FlowChart.textX, each.baseline, "h", each.row.count.grouped, each.group.says
                    ))
                continue
            }
            let words = FlowChart.label.fitted(each.row.says, room - 60)
            markup.raw(
                text(FlowChart.textX, each.baseline, "r", each.row.count.grouped, words))
        }
        markup.raw("</svg>\n")
        return markup.text
    }

    /// A bar and the band that leads there from the left, where it begins at a height.
    private func draw(_ placed: Placed, _ left: Double, _ markup: inout Markup) {
        let (start, end) = (FlowChart.bar.left, FlowChart.rightX)
        let middle = (start + end) / 2
        let (top, bottom) = (placed.top, placed.top + placed.height)
        let band =
            "M\(n(start)) \(n(left))C\(n(middle)) \(n(left)) \(n(middle)) \(n(top)) \(n(end)) \(n(top))"
            + "V\(n(bottom))C\(n(middle)) \(n(bottom)) \(n(middle)) \(n(left + placed.height)) "
            + "\(n(start)) \(n(left + placed.height))z"
        markup.open("g", ["class": placed.group.outcome.word], newline: false)
        markup.empty("path", ["class": "band", "d": band])
        markup.empty(
            "rect",
            [
                "class": "bar", "x": "0", "y": n(left), "width": n(start),
                "height": n(placed.height),
            ])
        mark(placed.group, placed.row, &markup) {
            [
                "class": "bar", "x": n(end), "y": n(top), "width": n(FlowChart.bar.right),
                "height": n(placed.height), "data-outcome": $0, "data-code": $1, "data-count": $2,
            ]
        }
        markup.close("g")
    }

    // MARK: - The narrow form

    private static let phone = 366.0

    private var narrow: String {
        var body = Markup()
        body.raw(
            text(
                0, 14, "h", flow.total.grouped,
                flow.total == 1 ? "customer has access today" : "customers have access today"))
        var x = 0.0
        for group in flow.groups {
            let width = Double(group.count) / Double(flow.total) * FlowChart.phone
            body.empty(
                "rect",
                [
                    "class": "bar \(group.outcome.word)", "x": n(x), "y": "24",
                    "width": n(max(1, width)), "height": "26",
                ])
            x += width
        }
        var y = 72.0
        for group in flow.groups {
            body.empty(
                "rect",
                [
                    "class": "bar \(group.outcome.word)", "x": "0", "y": n(y),
                    "width": "12", "height": "12",
                ])
            let count = group.count.grouped
            let lines = FlowChart.heading.lines(
                "\(count) \(group.says)", FlowChart.phone - 22, atMost: 2)
            for (number, line) in lines.enumerated() {
                let words = number == 0 ? String(line.dropFirst(count.count + 1)) : line
                body.raw(text(22, y + 11, "h", number == 0 ? count : "", words))
                y += 20
            }
            for row in group.rows {
                if !row.says.isEmpty {
                    let words = FlowChart.label.fitted(row.says, FlowChart.phone - 100)
                    body.raw(text(22, y + 12, "r", row.count.grouped, words))
                    y += 20
                }
                let room = FlowChart.phone - 22
                let width = max(2, Double(row.count) / Double(flow.total) * room)
                body.empty(
                    "rect",
                    ["class": "track", "x": "22", "y": n(y), "width": n(room), "height": "6"])
                mark(group, row, &body) {
                    [
                        "class": "bar \(group.outcome.word)", "x": "22", "y": n(y),
                        "width": n(width), "height": "6", "data-outcome": $0, "data-code": $1,
                        "data-count": $2,
                    ]
                }
                y += 16
            }
            y += 12
        }
        var markup = Markup()
        begin(&markup, "narrow", FlowChart.phone, y)
        markup.raw(body.text)
        markup.raw("</svg>\n")
        return markup.text
    }

    // MARK: - Pieces

    private func begin(_ markup: inout Markup, _ form: String, _ width: Double, _ height: Double) {
        markup.open(
            "svg",
            [
                "class": "flow \(form)", "viewBox": "0 0 \(n(width)) \(n(height))",
                "role": "img", "aria-labelledby": "\(form)-title \(form)-desc",
            ])
        markup.element(
            "title", ["id": "\(form)-title"], "What becomes of customers who have access today")
        markup.element("desc", ["id": "\(form)-desc"], flow.description)
    }

    /// A rectangle that says whom it stands for.
    private func mark(
        _ group: AccessFlow.Group, _ row: AccessFlow.Row, _ markup: inout Markup,
        _ attributes: (String, String, String) -> KeyValuePairs<String, String?>
    ) {
        markup.empty("rect", attributes(group.outcome.word, row.code, "\(row.count)"))
    }

    /// A number, if any, and words on one line.
    private func text(
        _ x: Double, _ y: Double, _ style: String, _ number: String, _ words: String
    ) -> String {
        var text = "<text x=\"\(n(x))\" y=\"\(n(y))\" class=\"\(style)\">"
        if !number.isEmpty { text += "<tspan class=\"b\">\(escaped(number))</tspan> " }
        text += escaped(words)
        return text + "</text>\n"
    }

    /// A length with at most one decimal.
    private func n(_ length: Double) -> String {
        let tenths = Int((length * 10).rounded())
        let whole = tenths / 10
        let rest = abs(tenths % 10)
        return rest == 0 ? "\(whole)" : "\(tenths < 0 && whole == 0 ? "-" : "")\(whole).\(rest)"
    }
}
