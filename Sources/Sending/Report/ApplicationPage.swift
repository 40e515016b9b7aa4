// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymPages

    /// The report as a page: it needs no network and no script.
    struct ApplicationPage {
        private let report: ApplicationReport
        private var markup = Markup()

        init(_ report: ApplicationReport) {
            self.report = report
            markup.raw(PageStyle.head(title: report.title, style: PageStyle.common))
            markup.open("main", ["class": "report"])
            markup.element("h1", report.title)
            addCustomers()
            for sentence in report.next { markup.element("p", sentence) }
            addCalls()
            addList("Why calls did not succeed", report.reasonLines)
            addList("Applied calls without a reverse of their own", report.stays)
            addList(report.canaryHeading, report.canaryLines)
            markup.raw("</main>\n</body>\n</html>\n")
        }

        /// The page.
        var text: String { markup.text }

        private mutating func addCustomers() {
            markup.element("h2", report.heading)
            markup.open("dl", ["class": "facts"])
            for (word, count) in report.customerRows {
                markup.open("div", newline: false)
                markup.element("dt", word)
                markup.element("dd", count.grouped)
                markup.close("div")
            }
            markup.close("dl")
        }

        private mutating func addCalls() {
            markup.element("h2", "Calls")
            markup.open(
                "div",
                ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Calls"])
            markup.open("table")
            markup.caption("For each kind of call what has become of it")
            markup.open("tr")
            for head in ["calls", "all"] + report.words {
                markup.element("th", ["scope": "col"], head)
            }
            markup.close("tr")
            for writer in report.writers where writer.all > 0 {
                markup.open("tr")
                markup.element("th", ["scope": "row"], writer.title)
                markup.element("td", writer.all.grouped)
                for word in report.words {
                    markup.element("td", (writer.counts[word] ?? 0).grouped)
                }
                markup.close("tr")
            }
            markup.close("table")
            markup.close("div")
        }

        private mutating func addList(_ heading: String, _ lines: [String]) {
            guard !lines.isEmpty else { return }
            markup.element("h2", heading)
            markup.open("ul")
            for line in lines { markup.element("li", line) }
            markup.close("ul")
        }
    }
#endif
