// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymPages

extension Page {
    /// What the style sheet has beside ``PageStyle``: the pictures and what stands around them.
    static let style =
        PageStyle.common + """
            h2.file { font-size: 1.05rem; color: var(--soft); margin: 3.5rem 0 0; }
            .on { background: var(--flag); border-radius: 4px; padding: 0 0.3em; white-space: nowrap; }
            .source, .declared { color: var(--soft); font-size: 0.85rem; }
            nav ol { margin: 0.25rem 0 1rem; padding-left: 2.6rem; columns: 26rem auto; column-gap: 2rem; }
            nav li { break-inside: avoid; }
            nav .file { margin: 0.75rem 0 0; color: var(--soft); }
            .legend ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem 2rem;
              grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); font-size: 0.9rem; }
            .legend li { display: flex; gap: 0.75rem; align-items: flex-start; }
            .legend svg { flex: none; }
            .scenario { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1.25rem;
              content-visibility: auto; contain-intrinsic-size: auto 900px; }
            .pictures { overflow-x: auto; position: relative; margin: 0.75rem 0; padding-bottom: 0.5rem;
              scroll-snap-type: x mandatory; }
            /* Two in a row where both have room, or else one below the other. */
            .two { display: flex; flex-wrap: wrap; gap: 0 2.5rem; align-items: flex-start; }
            .two figure { flex: 0 0 calc(50% - 1.25rem); min-width: max-content; }
            /* What is snapped to at first, and not any more once the reader may scroll. */
            .aim { display: flex; height: 1px; flex: 0 0 100%; width: 100%; }
            .aim svg { flex: none; }
            .at { scroll-snap-align: center; animation: let-go 0.5s step-end forwards; }
            @keyframes let-go { to { scroll-snap-align: none; } }
            figure { margin: 0 0 0.9rem; width: max-content; }
            figcaption { position: sticky; left: 0; width: max-content; max-width: calc(100vw - 2rem);
              display: flex; flex-wrap: wrap; gap: 0 0.9rem; align-items: baseline; padding-bottom: 2px; }
            figcaption h2, figcaption h3, figcaption h4 { font-size: 1rem; margin: 0; }
            figcaption a { font-size: 0.8rem; }
            .told { position: sticky; left: 0; width: 0; min-width: min(100%, 100vw - 2rem, 46rem);
              margin: 0.3rem 0 0; padding: 0; list-style: none; font-size: 0.875rem; }
            .row { display: flex; width: max-content; }
            .names { position: sticky; left: 0; background: var(--paper); flex: none; z-index: 1; }
            .remedies { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1.25rem; }
            .remedies h3 { font-size: 1rem; margin-top: 1.25rem; }
            .remedies ul { margin: 0; padding-left: 1.25rem; }
            .remedies li { margin-bottom: 0.75rem; }
            .remedies p { margin-bottom: 0.2rem; }
            tr.on > :first-child { background: var(--part); }
            td.code { max-width: min(40rem, 75vw); }
            tr.on { background: var(--part); white-space: normal; }
            .rules td:last-child { max-width: min(46rem, 68vw); }
            .rules tr > :first-child { white-space: normal; min-width: 4.5rem; max-width: 6rem; }
            .rules p { margin: 0.15rem 0 0; }

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
            svg .guess { font-size: 15px; font-weight: 700; }
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
              .pictures { overflow: visible; }
              figure { break-inside: avoid; }
            }

            """
}
