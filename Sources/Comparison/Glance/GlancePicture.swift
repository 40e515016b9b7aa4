// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymPages

/// The questions at a glance as a picture in SVG, light and dark, which needs nothing beside it.
package struct GlancePicture {
    /// What fits a page that is read beside text.
    private static let (margin, height, size) = (12.0, 30.0, 15.0)
    private static let letters = Lettering(size: size)
    /// So many colours are there to tell answers apart.
    private static let colours = 6
    private static let small = Lettering(size: 13)
    private let glance: Glance
    private let questionWidth: Double
    private let answerWidth: Double

    /// A picture of questions and answers.
    package init(_ glance: Glance) {
        self.glance = glance
        let letters = GlancePicture.letters
        questionWidth = (glance.rows.map { letters.width($0.question) }.max() ?? 0) + 40
        let answers = glance.rows.flatMap(\.answers).compactMap { $0?.marked } + glance.columns
        answerWidth = (answers.map(letters.width).max() ?? 0) + 24
    }

    private var width: Double {
        GlancePicture.margin * 2 + questionWidth + answerWidth * Double(glance.columns.count)
    }

    /// The picture.
    package var svg: String {
        var markup = Markup()
        let top = GlancePicture.margin + GlancePicture.height
        // They are in smaller letters.
        let notes = glance.explanations.flatMap {
            GlancePicture.small.lines($0, width - 2 * GlancePicture.margin, atMost: 3)
        }
        let bottom = top + GlancePicture.height * Double(glance.rows.count + 1)
        let height = bottom + 18 * Double(notes.count) + GlancePicture.margin * 2
        markup.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": number(width),
                "height": number(height), "viewBox": "0 0 \(number(width)) \(number(height))",
                "role": "img", "aria-labelledby": "title",
            ])
        markup.element("title", ["id": "title"], glance.title)
        markup.raw("<style>\n\(PageStyle.colours)\(GlancePicture.style)</style>\n")
        markup.empty(
            "rect", ["class": "paper", "width": number(width), "height": number(height), "rx": "8"])
        text(glance.title, "title", GlancePicture.margin, GlancePicture.margin + 20, &markup)
        for (column, name) in glance.columns.enumerated() {
            text(name, "head", start(of: column) + 10, top + 20, &markup)
        }
        for (number, row) in glance.rows.enumerated() {
            draw(row, top + GlancePicture.height * Double(number + 1), &markup)
        }
        for (number, line) in notes.enumerated() {
            text(line, "note", GlancePicture.margin, bottom + 22 + 18 * Double(number), &markup)
        }
        markup.close("svg")
        return markup.text
    }

    /// A question and its answers; those in the same words have the same colour.
    private func draw(_ row: Glance.Row, _ y: Double, _ markup: inout Markup) {
        if row.differs { text("≠", "sign", GlancePicture.margin, y + 20, &markup) }
        text(row.question, "question", GlancePicture.margin + 20, y + 20, &markup)
        var words: [String] = []
        for (column, answer) in row.answers.enumerated() {
            guard let answer else { continue }
            if !words.contains(answer.text) { words.append(answer.text) }
            let colour = (words.firstIndex(of: answer.text) ?? 0) % GlancePicture.colours
            markup.empty(
                "rect",
                [
                    "class": row.differs ? "c\(colour)" : "same",
                    "x": number(start(of: column) + 2), "y": number(y + 2),
                    "width": number(answerWidth - 4), "height": number(GlancePicture.height - 4),
                    "rx": "5",
                ])
            text(
                answer.marked, row.differs ? "t\(colour)" : "plain", start(of: column) + 10, y + 20,
                &markup)
        }
    }

    private func start(of column: Int) -> Double {
        GlancePicture.margin + questionWidth + answerWidth * Double(column)
    }

    private func text(
        _ content: String, _ kind: String, _ x: Double, _ y: Double, _ markup: inout Markup
    ) {
        markup.element("text", ["class": kind, "x": number(x), "y": number(y)], content)
    }

    /// A number of pixels, whole.
    private func number(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static let style = """
        text { fill: var(--ink); font: \(Int(size))px system-ui, -apple-system, "Segoe UI", Roboto,
          "Noto Sans", "DejaVu Sans", sans-serif; }
        .paper { fill: var(--paper); stroke: var(--line); }
        .title { font-size: 18px; font-weight: 600; } .head { font-weight: 600; }
        .note { fill: var(--soft); font-size: 13px; } .sign { fill: var(--part-line); font-weight: 600; }
        .same { fill: var(--stay); }

        """
        + (0..<colours).map {
            ".c\($0) { fill: var(--f\($0)); } .t\($0) { fill: var(--i\($0)); }\n"
        }.joined()
}
