// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension ReportHTML {
    /// What the style sheet has beside that of all pages: the tiles, the chart and the findings.
    ///
    /// An outcome has one colour in all of them: green what is kept, blue what the app brings, amber
    /// what waits for a decision, red what is lost.
    static let style = """
        .kept { --fill: var(--f1); --bar: var(--l1); }
        .byApp { --fill: var(--f0); --bar: var(--l0); }
        .byDecision { --fill: var(--flag); --bar: var(--part-line); }
        .lost { --fill: var(--f3); --bar: var(--l3); }
        main.report { max-width: 60rem; }
        .report h1 { margin-bottom: 0.25rem; }
        .report h2 { margin: 3rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
        .report h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
        .findings h3 { margin: 0 0 0.25rem; }
        .report p.lead { font-size: 1.15rem; margin: 1.25rem 0 1rem; }
        .soft { color: var(--soft); }
        code, .command { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace;
          font-size: 0.85em; overflow-wrap: anywhere; }
        .findings h3 code { font-size: 0.95em; }
        .findings h3 .soft { font-weight: 400; font-size: 0.875rem; margin-left: 0.6rem; }
        .report ul, .report ol { padding-left: 1.4rem; margin: 0 0 1rem; max-width: 46rem; }
        .report li { margin: 0 0 0.4rem; }
        .report .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .report .n.paid { text-align: left; white-space: normal; min-width: 13rem; }
        .report table { width: 100%; }
        .report td, .report th { max-width: min(30rem, 60vw); }
        .report tr > :first-child { white-space: normal; min-width: 6rem; }
        .report ul.settings { list-style: none; padding: 0; max-width: none; }
        .settings li { display: grid; grid-template-columns: 19rem 5.5rem 1fr; gap: 0 1rem;
          border-bottom: 1px solid var(--line); padding: 0.35rem 0; margin: 0; font-size: 0.9375rem; }
        .settings code { align-self: baseline; }
        .settings i { color: var(--soft); }

        .report ul.tiles { list-style: none; margin: 0 0 2.5rem; padding: 0; max-width: none;
          display: grid; gap: 1rem 1.5rem; grid-template-columns: repeat(4, 1fr); }
        .tiles li { border-top: 4px solid var(--bar); margin: 0; padding: 0.6rem 0 0; line-height: 1.35; }
        .tiles .none { --bar: var(--line); color: var(--soft); }
        .tiles b, .tiles span, .tiles small { display: block; }
        .tiles b { font-size: 2.25rem; line-height: 1.1; font-variant-numeric: tabular-nums;
          letter-spacing: -0.01em; margin: 0 0 0.2rem; }
        .tiles small, .cost small { color: var(--soft); font-size: 0.8125rem; margin-top: 0.35rem; }

        .report figure { margin: 0 0 1rem; width: auto; }
        .report figcaption { position: static; display: block; width: auto; font-weight: 600;
          padding: 0 0 1rem; }
        .flow { width: 100%; height: auto; }
        .flow.wide { max-width: 860px; }
        .flow.narrow { max-width: 420px; display: none; }
        .flow text { font-size: 13px; fill: var(--ink); }
        .flow text.h { font-size: 15px; }
        .flow .b { font-weight: 700; }
        .flow .soft { fill: var(--soft); }
        .flow .band { fill: var(--fill); stroke: none; }
        .flow .bar { fill: var(--bar); }
        .flow .track { fill: var(--stay); }

        ol.findings { list-style: none; padding: 0; max-width: none; }
        .findings > li { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0 1.75rem;
          border-top: 1px solid var(--line); padding: 1.1rem 0 0.9rem; margin: 0; }
        .findings > li:first-child { border-top: 0; }
        .findings p { margin: 0 0 0.35rem; }
        .cost b, .cost span, .cost small { display: block; line-height: 1.35; }
        .cost b { font-size: 1.6rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
        .byApp > .cost, .byDecision > .cost, .lost > .cost { border-left: 4px solid var(--bar);
          padding-left: 0.75rem; }
        .cost { padding-left: calc(0.75rem + 4px); font-size: 0.9375rem; }
        .findings .do { font-weight: 600; }
        .findings.brief > li { padding: 0.6rem 0 0.45rem; }
        .brief b.cost { font-size: 1rem; line-height: 1.5; text-align: right;
          font-variant-numeric: tabular-nums; }
        .brief code { font-weight: 600; }
        .brief .soft { font-size: 0.875rem; margin-left: 0.6rem; }
        .brief p { max-width: 46rem; font-size: 0.9375rem; }
        .brief .do { font-weight: 400; }
        .findings .soft { font-size: 0.9375rem; }
        .command { display: inline-block; background: var(--stay); border-radius: 4px;
          padding: 0.15rem 0.5rem; user-select: all; }
        ul.files { list-style: none; padding: 0; display: grid; gap: 0.3rem 1.5rem; max-width: none;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr)); font-size: 0.9375rem; }
        .files li { margin: 0; display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
        .files a { min-width: 9rem; }
        .files span { color: var(--soft); flex: 1 1 12rem; }

        @media (max-width: 899px) {
          .report ul.tiles { grid-template-columns: 1fr 1fr; }
        }
        @media (min-width: 720px), print { .report code { white-space: nowrap; } }
        @media (max-width: 719px) {
          .flow.wide { display: none; }
          .flow.narrow { display: block; }
          .findings > li { grid-template-columns: 1fr; gap: 0.75rem; }
          .cost { padding-left: 0; }
          .cost b, .cost span { display: inline; }
          .findings.brief > li { grid-template-columns: 3rem 1fr; }
          .settings li { grid-template-columns: 1fr auto; }
          .settings span { grid-column: 1 / -1; }
        }
        @media print {
          html { font-size: 13px; }
          body { font-size: 1rem; }
          main.report { max-width: none; padding: 0; }
          .flow.wide { display: block; }
          .flow.narrow { display: none; }
          .report ul.tiles { grid-template-columns: repeat(4, 1fr); }
          .findings > li { grid-template-columns: 8rem 1fr; break-inside: avoid; }
          .report h2, .report h3, figure { break-after: avoid; }
          figure, tr, .tiles { break-inside: avoid; }
          details, a.skip { display: none; }
          .report td, .report th { max-width: none; padding-right: 0.4rem; }
          .report .n.paid { min-width: 0; }
          .settings li { grid-template-columns: 19rem 5.5rem 1fr; }
          .settings span { grid-column: auto; }
          tr > :first-child { position: static; }
          a { color: inherit; }
          .band, .bar, .track, .command { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
        }

        """
}
