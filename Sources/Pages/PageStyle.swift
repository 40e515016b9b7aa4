// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What all pages look like: colours, text and tables, light and dark, on a phone and on paper.
package enum PageStyle {
    /// The colours, each as light and dark pages and pictures have it.
    ///
    /// Text has a contrast of at least 4.5 to 1 to what is behind it, lines that mean something one
    /// of 3 to 1.
    package static let colours = """
        :root {
          color-scheme: light dark;
          --paper: #fff; --ink: #1a1f26; --soft: #566070; --line: #d3d9e1; --link: #0a58b5;
          --stay: #e9ecf1; --stay-line: #7c8694;
          --part: #fff6e0; --flag: #ffdc94; --part-line: #a86400; --no: #b1201a;
          --f0: #d3e5fb; --l0: #2c6cb5; --i0: #0b3563;
          --f1: #d0eed6; --l1: #2d7c45; --i1: #0f4320;
          --f2: #e8defb; --l2: #724fb6; --i2: #3a1d77;
          --f3: #fbdbe6; --l3: #b03869; --i3: #691136;
          --f4: #cdeeee; --l4: #1b787e; --i4: #064449;
          --f5: #efeabd; --l5: #776c10; --i5: #423b05;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #12161c; --ink: #e9edf2; --soft: #a5afbb; --line: #323b47; --link: #86b9f5;
            --stay: #29313c; --stay-line: #76818f;
            --part: #2c2413; --flag: #553f0b; --part-line: #e2a83f; --no: #ffa79e;
            --f0: #173b66; --l0: #6ca6e6; --i0: #dbeafd;
            --f1: #16462a; --l1: #5fbf81; --i1: #d6f5df;
            --f2: #3c2b69; --l2: #a98aeb; --i2: #eae0fd;
            --f3: #5d1d39; --l3: #ea84a9; --i3: #fde2eb;
            --f4: #0c464a; --l4: #4dbdc4; --i4: #d2f4f5;
            --f5: #433d0d; --l5: #c4b748; --i5: #f4f0ca;
          }
        }

        """

    /// The style sheet, colours first.
    package static let common =
        colours + """
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
            body {
              margin: 0; background: var(--paper); color: var(--ink);
              font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans",
                sans-serif;
            }
            main { max-width: 88rem; margin: 0 auto; padding: 1.5rem clamp(0.75rem, 3vw, 2.5rem) 4rem; }
            h1, h2, h3, p, li, dd, dt, figcaption, summary { overflow-wrap: anywhere; }
            td, th { overflow-wrap: break-word; }
            h1 { font-size: clamp(1.4rem, 4.5vw, 2rem); line-height: 1.2; margin: 0 0 0.75rem; }
            h2, h3 { font-size: 1.25rem; line-height: 1.25; margin: 0 0 0.5rem; }
            p { margin: 0 0 0.6rem; max-width: 46rem; }
            a { color: var(--link); }
            a.skip { position: absolute; left: -100vw; }
            a.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--paper); padding: 0.5rem; z-index: 2; }
            :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
            .lead { font-weight: 600; }
            .code { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; font-size: 0.85em; }
            .no { color: var(--no); font-weight: 600; }
            .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0 0 1rem; }
            .facts dt { color: var(--soft); font-size: 0.85rem; }
            .facts dd { margin: 0; font-weight: 600; }
            summary { cursor: pointer; padding: 0.3rem 0; }
            .scroll { overflow-x: auto; position: relative; }
            table { width: max-content; border-collapse: collapse; font-size: 0.875rem; margin: 0.25rem 0 1rem; }
            caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
            caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 2rem); }
            tr > :first-child { position: sticky; left: 0; background: var(--paper); white-space: nowrap; }
            th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0.4rem;
              border-bottom: 1px solid var(--line); max-width: min(24rem, 60vw); }
            th { font-weight: 600; }
            svg { display: block; }
            @media print {
              .scroll { overflow: visible; }
              /* On paper nothing is folded. */
              details::details-content { content-visibility: visible; display: block; height: auto; }
              summary { list-style: none; font-weight: 600; }
            }

            """

    /// What a page begins with, up to its body.
    ///
    /// It allows no script and fetches nothing.
    ///
    /// - Parameters:
    ///   - title: Its title, unescaped.
    ///   - style: Its style sheet.
    /// - Returns: Markup that ends in the start tag of the body.
    package static func head(title: String, style: String) -> String {
        var markup = Markup()
        markup.raw(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta http-equiv="Content-Security-Policy" \
            content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="generator" content="allonym"/>

            """)
        markup.element("title", shortened(title, to: 200))
        markup.raw("<style>\n\(style)</style>\n</head>\n<body>\n")
        return markup.text
    }
}
