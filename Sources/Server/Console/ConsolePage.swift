// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymPages
    import AllonymService
    import Foundation
    import HTTPTypes

    /// A page of the console: what stands on all of them, and then what a page adds.
    struct ConsolePage {
        private(set) var markup = Markup()

        /// A page without a project: to sign in, or to say what went wrong.
        init(_ title: String) { start(title) }

        /// A page about a project.
        ///
        /// - Parameters:
        ///   - title: Its title.
        ///   - visit: What is looked at.
        ///   - page: Which of the project's pages it is, for the menu.
        init(_ title: String, _ visit: ConsoleVisit, page: String) {
            start("\(title) · \(visit.project.file.name)")
            markup.open("header")
            if visit.projects.count > 1 {
                menu(
                    "Projects",
                    visit.projects.map(\.project.file.name).map { name in
                        (name, "\(Console.root)/\(name)", name == visit.project.file.name)
                    })
            } else {
                markup.element("p", ["class": "project"], visit.project.file.name)
            }
            menu(
                "Pages",
                [("Customers", ""), ("Store and clock", "store"), ("Webhooks", "webhooks")].map {
                    ($0.0, visit.address($0.1), $0.1 == page)
                })
            markup.open("form", ["method": "post", "action": "\(Console.root)/sign-out"])
            markup.element("button", ["class": "quiet"], "Sign out")
            markup.close("form")
            markup.close("header")
            markup.open("main", ["id": "content"])
        }

        private mutating func start(_ title: String) {
            markup.raw(PageStyle.head(title: title, style: PageStyle.common + ConsolePage.style))
            markup.element("a", ["class": "skip", "href": "#content"], "Skip to content")
        }

        private mutating func menu(
            _ label: String, _ items: [(name: String, address: String, isHere: Bool)]
        ) {
            markup.open("nav", ["aria-label": label])
            for item in items {
                markup.element(
                    "a", ["href": item.address, "aria-current": item.isHere ? "page" : nil],
                    item.name)
            }
            markup.close("nav")
        }

        /// Adds to it.
        mutating func add(_ body: (inout Markup) -> Void) { body(&markup) }

        /// The whole page.
        func answer(_ status: HTTPResponse.Status = .ok) -> Answer {
            Answer(
                status, Array((markup.text + "</main>\n</body>\n</html>\n").utf8),
                type: "text/html; charset=utf-8")
        }

        /// A page that says one thing.
        static func message(
            _ status: HTTPResponse.Status, _ title: String, _ text: String
        ) -> Answer {
            var page = ConsolePage(title)
            page.add { markup in
                markup.open("main", ["id": "content"])
                markup.element("h1", title)
                markup.element("p", text)
                markup.open("p", newline: false)
                markup.raw("<a href=\"/\">Back to the console</a></p>\n")
            }
            return page.answer(status)
        }
    }

    // What pages are made of.

    extension Markup {
        /// A table in a box that scrolls, with a cell for each text; cells are markup.
        mutating func table(_ caption: String, _ heads: [String], _ rows: [[String]]) {
            open(
                "div",
                ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption])
            open("table")
            self.caption(caption)
            raw("<thead><tr>")
            for head in heads { raw("<th scope=\"col\">\(escaped(head))</th>") }
            raw("</tr></thead>\n<tbody>\n")
            for row in rows {
                raw("<tr>")
                for cell in row { raw("<td>\(cell)</td>") }
                raw("</tr>\n")
            }
            raw("</tbody>\n")
            close("table")
            close("div")
        }

        /// What is known of one thing: names and markup.
        mutating func facts(_ facts: KeyValuePairs<String, String>) {
            open("dl", ["class": "facts"])
            for (name, value) in facts {
                raw("<div><dt>\(escaped(name))</dt><dd>\(value)</dd></div>\n")
            }
            close("dl")
        }

        /// A button that sends a form.
        ///
        /// - Parameters:
        ///   - title: What stands on it.
        ///   - action: Where it is sent.
        ///   - fields: What is sent, beside what else is in the form.
        ///   - more: Further fields, which the reader fills in.
        mutating func form(
            _ title: String, to action: String, _ fields: KeyValuePairs<String, String>,
            more: (inout Markup) -> Void = { _ in }
        ) {
            open("form", ["method": "post", "action": action])
            for (name, value) in fields {
                empty("input", ["type": "hidden", "name": name, "value": value])
            }
            more(&self)
            element("button", title)
            close("form")
        }

        /// A field to fill in.
        mutating func field(
            _ label: String, _ name: String, type: String = "text", value: String? = nil,
            hint: String? = nil, isNeeded: Bool = true
        ) {
            raw("<label><span>\(escaped(label))</span>\n")
            empty(
                "input",
                [
                    "type": type, "name": name, "value": value, "placeholder": hint,
                    "required": isNeeded ? "required" : nil, "autocomplete": "off",
                    "spellcheck": "false",
                ])
            raw("</label>\n")
        }

        /// A choice of texts.
        mutating func choice(_ label: String, _ name: String, _ values: [String]) {
            raw("<label><span>\(escaped(label))</span>\n<select name=\"\(escaped(name))\">\n")
            for value in values { element("option", value) }
            raw("</select></label>\n")
        }
    }

    /// A link as markup.
    func link(_ text: String, _ address: String) -> String {
        "<a href=\"\(escaped(address))\">\(escaped(text))</a>"
    }

    /// An ID as markup: in the letters of code, and cut where it is endless.
    func code(_ text: String) -> String {
        "<span class=\"code\">\(escaped(shortened(text, to: 120)))</span>"
    }

    extension Date {
        /// The day, where there is room for no more.
        var day: String { String(ISO8601Format().prefix(10)) }

        /// To the second, for a reader.
        var words: String { readable(ISO8601Format()) }
    }

    /// A moment of ISO 8601, for a reader.
    func readable(_ moment: String) -> String {
        moment.replacing("T", with: " ").replacing("Z", with: " UTC")
    }
#endif
