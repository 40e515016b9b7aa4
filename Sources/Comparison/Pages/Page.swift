// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymPages

/// A self-contained HTML page of compared scenarios, each with a picture for every provider.
///
/// It needs no network and no script, and is well-formed XML too. The same content gives the same
/// bytes. Texts may hold any characters: those that would act are written as escapes.
///
/// ```swift
/// var page = Page(title: "Where two providers part", introduction: ["All short histories."])
/// page.facts = [Page.Fact("Depth", "5"), Page.Fact("States", "18,041")]
/// for difference in differences {
///     page.entries.append(
///         Page.Entry(difference.compared, paragraphs: [difference.consequence]))
/// }
/// try page.write { try output.write($0) }
/// ```
public struct Page: Sendable {
    /// A line of the summary, such as how many states were searched.
    public struct Fact: Hashable, Sendable {
        /// What it is about.
        public let term: String
        /// What is said of it.
        public let text: String

        /// Such as `Fact("Scenarios", "4")`.
        public init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    /// A scenario on the page.
    public struct Entry: Sendable {
        /// The scenario with its answers.
        public let compared: ComparedScenario
        /// What is said before its own text, a paragraph each; addresses in it become links.
        public let paragraphs: [String]
        /// What the app can do about what parts in it, in a sentence; nil where nothing is known.
        package var remedy: String?

        /// The paragraphs come before the scenario's own text.
        ///
        /// - Parameters:
        ///   - compared: The scenario with its answers.
        ///   - paragraphs: What is said before its own text.
        public init(_ compared: ComparedScenario, paragraphs: [String] = []) {
            self.compared = compared
            self.paragraphs = paragraphs
        }
    }

    /// The title.
    public var title: String
    /// What is said under it, a paragraph each; addresses in it become links.
    public var introduction: [String]
    /// The summary, or a statement of what was covered.
    public var facts: [Fact]
    /// The scenarios, in order; those of one file that follow each other stand under its name.
    public var entries: [Entry]
    /// The questions that the page begins with; nil where it has none.
    package var glance: Glance?
    /// The same under the usual settings, where others were chosen; nil where none were.
    package var usualGlance: Glance?

    /// Everything can be set later; nothing is made before ``write(_:)``.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - introduction: What is said under it, a paragraph each.
    ///   - facts: The summary.
    ///   - entries: The scenarios.
    public init(
        title: String, introduction: [String] = [], facts: [Fact] = [], entries: [Entry] = []
    ) {
        self.title = title
        self.introduction = introduction
        self.facts = facts
        self.entries = entries
    }

    /// Gives the text of the page, piece by piece.
    ///
    /// - Parameter write: Takes the next piece.
    /// - Throws: what `write` throws.
    public func write(_ write: (String) throws -> Void) rethrows {
        try write(head)
        if let glance { try write(section(of: glance)) }
        if entries.count > 1 { try write(contents) }
        if !entries.isEmpty { try write(legend) }
        let hasGroups = files.count > 1
        var group = ""
        for (number, entry) in entries.enumerated() {
            let file = entry.compared.file.name
            if hasGroups, number == 0 || file != group {
                group = file
                try write("<h2 class=\"file\">\(escaped(Page.base(of: file)))</h2>\n")
            }
            let section = ScenarioSection(entry.compared, id: "s\(number + 1)")
            let isPage = entries.count == 1 && entry.compared.scenario.title == title
            try write(
                section.text(
                    level: isPage ? nil : hasGroups ? 3 : 2, paragraphs: entry.paragraphs))
        }
        try write(remedies())
        try write("</main>\n</body>\n</html>\n")
    }

    // MARK: - Parts

    private var head: String {
        var markup = Markup()
        markup.raw(
            PageStyle.head(
                title: title, style: Page.style + (glance == nil ? "" : Page.glanceStyle)))
        if !entries.isEmpty {
            markup.element("a", ["class": "skip", "href": "#s1"], "Skip to the first scenario")
        }
        markup.open("main")
        markup.element("h1", ["id": "title"], shortened(title, to: 400))
        for paragraph in introduction { markup.raw("<p>\(linked(paragraph))</p>\n") }
        if !facts.isEmpty {
            markup.open("dl", ["class": "facts"])
            for fact in facts {
                markup.open("div", newline: false)
                markup.element("dt", fact.term)
                markup.element("dd", fact.text)
                markup.close("div")
            }
            markup.close("dl")
        }
        return markup.text
    }

    /// A link to each scenario, with the steps at which the providers part.
    private var contents: String {
        var markup = Markup()
        markup.open("nav", ["aria-label": "Contents"])
        markup.open("details", ["open": ""])
        markup.raw("<summary>\(entries.count.of("scenario"))</summary>\n")
        var number = 0
        for file in runs {
            if files.count > 1 { markup.element("p", ["class": "file"], Page.base(of: file.name)) }
            markup.raw("<ol start=\"\(number + 1)\">\n")
            for _ in 0..<file.count {
                let compared = entries[number].compared
                number += 1
                markup.open("li", newline: false)
                markup.element(
                    "a", ["href": "#s\(number)"], shortened(compared.scenario.title, to: 160))
                let steps = compared.divergingSteps(compared.storylines).map { "\($0.step + 1)" }
                if let first = steps.first {
                    markup.raw(" <span class=\"on\">≠ step \(first)</span>")
                }
                if compared.held < compared.asserted {
                    markup.raw(" <span class=\"no\">✗ does not hold</span>")
                }
                markup.close("li")
            }
            markup.close("ol")
        }
        markup.close("details")
        markup.close("nav")
        return markup.text
    }

    /// The files in order, each with how many scenarios in a row are from it.
    private var runs: [(name: String, count: Int)] {
        entries.reduce(into: []) { runs, entry in
            let name = entry.compared.file.name
            if let last = runs.last, last.name == name {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((name: name, count: 1))
            }
        }
    }

    private var files: [String] { runs.map(\.name) }

    /// A file's name without the folders of an absolute path, which are nobody's business.
    private static func base(of file: String) -> String {
        if file == "-" { return "standard input" }
        guard file.hasPrefix("/") else { return file }
        return String(file.split(separator: "/").last ?? "")
    }
}

extension Page {
    /// The page of `compare`: the scenarios as they are, with how many answers hold.
    ///
    /// - Parameter compared: The scenarios with their answers.
    public init(_ compared: [ComparedScenario]) {
        var names: [String] = []
        for name in compared.flatMap({ $0.columns.map(\.provider.name) })
        where !names.contains(name) {
            names.append(name)
        }
        let asserted = compared.reduce(0) { $0 + $1.asserted }
        let held = compared.reduce(0) { $0 + $1.held }
        let apart = compared.count { !$0.divergingSteps($0.storylines).isEmpty }
        var title = compared.count == 1 ? compared[0].scenario.title : "What providers do"
        if names.count > 1, compared.count != 1 {
            title = names.dropLast().joined(separator: ", ") + " and \(names.last ?? "") compared"
        }
        var facts = [
            Fact("Scenarios", "\(compared.count)"),
            Fact(
                "Devices see different things in",
                apart == 1 ? "1 scenario" : "\(apart) scenarios"),
        ]
        if compared.count == 1 { facts = [] }
        if asserted > 0 {
            let all = held == asserted ? "all \(held) hold" : "\(held) of \(asserted) hold ✗"
            facts.append(Fact("Expected answers", all))
        }
        self.init(
            title: title, facts: facts, entries: compared.map { Entry($0) })
    }
}
