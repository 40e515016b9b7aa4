// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Page {
    /// The style sheet: colours first, each as the light and the dark page have it.
    ///
    /// Text has a contrast of at least 4.5 to 1 to what is behind it, lines that mean something one
    /// of 3 to 1.
    static let style = """
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
        h2.file { font-size: 1.05rem; color: var(--soft); margin: 3.5rem 0 0; }
        p { margin: 0 0 0.6rem; max-width: 46rem; }
        a { color: var(--link); }
        a.skip { position: absolute; left: -100vw; }
        a.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--paper); padding: 0.5rem; z-index: 2; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .lead { font-weight: 600; }
        .code { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; font-size: 0.85em; }
        .no { color: var(--no); font-weight: 600; }
        .on { background: var(--flag); border-radius: 4px; padding: 0 0.3em; white-space: nowrap; }
        .source, .declared { color: var(--soft); font-size: 0.85rem; }
        .facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0 0 1rem; }
        .facts dt { color: var(--soft); font-size: 0.85rem; }
        .facts dd { margin: 0; font-weight: 600; }
        nav ol { margin: 0.25rem 0 1rem; padding-left: 2.6rem; columns: 26rem auto; column-gap: 2rem; }
        nav li { break-inside: avoid; }
        nav .file { margin: 0.75rem 0 0; color: var(--soft); }
        summary { cursor: pointer; padding: 0.3rem 0; }
        .legend ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem 2rem;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); font-size: 0.9rem; }
        .legend li { display: flex; gap: 0.75rem; align-items: flex-start; }
        .legend svg { flex: none; }
        .scenario { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1.25rem;
          content-visibility: auto; contain-intrinsic-size: auto 900px; }
        .pictures, .scroll { overflow-x: auto; position: relative; }
        .pictures { margin: 0.75rem 0; padding-bottom: 0.5rem; }
        figure { margin: 0 0 0.9rem; width: max-content; }
        figcaption { position: sticky; left: 0; width: max-content; max-width: calc(100vw - 2rem);
          display: flex; flex-wrap: wrap; gap: 0 0.9rem; align-items: baseline; padding-bottom: 2px; }
        figcaption a { font-size: 0.8rem; }
        .row { display: flex; width: max-content; }
        .names { position: sticky; left: 0; background: var(--paper); flex: none; z-index: 1; }
        table { width: max-content; border-collapse: collapse; font-size: 0.875rem; margin: 0.25rem 0 1rem; }
        caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
        caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 2rem); }
        tr > :first-child { position: sticky; left: 0; background: var(--paper); white-space: nowrap; }
        tr.on > :first-child { background: var(--part); }
        th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0.4rem;
          border-bottom: 1px solid var(--line); max-width: min(24rem, 60vw); }
        td.code { max-width: min(40rem, 75vw); }
        tr.on { background: var(--part); white-space: normal; }
        th { font-weight: 600; }
        .rules td:last-child { max-width: min(46rem, 68vw); }
        .rules tr > :first-child { white-space: normal; min-width: 4.5rem; max-width: 6rem; }
        .rules p { margin: 0.15rem 0 0; }

        svg { display: block; }
        svg text { font-size: 11px; fill: var(--ink); }
        svg .act, svg .device { font-size: 12px; }
        svg .device, svg .act { font-weight: 600; }
        svg .act { font-weight: 400; }
        svg .n { fill: var(--soft); font-variant-numeric: tabular-nums; }
        svg .n.on { fill: var(--ink); font-weight: 700; }
        .grid, .edge { stroke: var(--line); fill: none; }
        .grid { stroke-dasharray: 1 4; stroke: var(--stay-line); }
        .stay { fill: var(--stay); stroke: var(--stay-line); }
        svg .anon { font-style: italic; fill: var(--soft); }
        .band { stroke-width: 1.25; stroke-linejoin: round; }
        .band.e0 { fill: var(--f0); stroke: var(--l0); } svg .in.e0 { fill: var(--i0); }
        .band.e1 { fill: var(--f1); stroke: var(--l1); } svg .in.e1 { fill: var(--i1); }
        .band.e2 { fill: var(--f2); stroke: var(--l2); } svg .in.e2 { fill: var(--i2); }
        .band.e3 { fill: var(--f3); stroke: var(--l3); } svg .in.e3 { fill: var(--i3); }
        .band.e4 { fill: var(--f4); stroke: var(--l4); } svg .in.e4 { fill: var(--i4); }
        .band.e5 { fill: var(--f5); stroke: var(--l5); } svg .in.e5 { fill: var(--i5); }
        svg .in { font-weight: 600; }
        .parted rect { fill: var(--part); }
        .parted .flag { fill: var(--flag); }
        .parted .frame { fill: none; stroke: var(--part-line); stroke-width: 1.5; stroke-dasharray: 4 3; }
        .parted .first { stroke: var(--part-line); stroke-width: 3; }
        svg .none { fill: var(--soft); font-style: italic; }
        .shaft, .halo { fill: none; stroke: var(--ink); stroke-width: 1.5; }
        .halo { stroke: var(--paper); stroke-width: 4.5; }
        .copy .shaft { stroke-dasharray: 4 2.5; }
        .tip { fill: var(--ink); }
        .drop { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
        .pill { fill: var(--paper); stroke: var(--ink); }
        .ring { fill: none; stroke: var(--ink); stroke-width: 1.75; }
        .link { stroke: var(--ink); stroke-width: 5; fill: none; }
        .link.gap { stroke: var(--paper); stroke-width: 2.5; }
        .refused path { fill: none; stroke: var(--no); stroke-width: 1.75; }
        svg .no { fill: var(--no); }
        @media (forced-colors: active) { .band, .stay, .frame { forced-color-adjust: none; } }
        @media print {
          .scenario { content-visibility: visible; break-inside: avoid; }
          .pictures, .scroll { overflow: visible; }
        }

        """
}
