// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    extension ConsolePage {
        /// What the style sheet has beside that of all pages: the menu, forms and the timeline.
        static let style = """
            header { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center;
              padding: 0.6rem clamp(0.75rem, 3vw, 2.5rem); border-bottom: 1px solid var(--line); }
            header form { margin-left: auto; }
            header .project { margin: 0; font-weight: 600; }
            header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
            header nav a { padding: 0.4rem 0; text-decoration: none; }
            header nav a[aria-current] { color: var(--ink); font-weight: 600;
              box-shadow: inset 0 -3px var(--link); }
            main { max-width: 70rem; }
            h1 { overflow-wrap: anywhere; }
            section { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1.25rem; }
            .soft { color: var(--soft); }
            .facts > div { min-width: 0; }
            .facts dd { overflow-wrap: anywhere; }

            form { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: end; margin: 0; }
            .forms { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.5rem 0; }
            .stack > form { margin-bottom: 1rem; }
            label span { display: block; color: var(--soft); font-size: 0.85rem; }
            input, select, button { font: inherit; color: inherit; min-height: 2.5rem;
              border: 1px solid var(--stay-line); border-radius: 5px; background: var(--paper);
              padding: 0.3rem 0.6rem; max-width: 100%; }
            input { width: 17rem; }
            button { background: var(--stay); cursor: pointer; padding: 0.3rem 0.9rem; }
            button:hover { border-color: var(--ink); }
            button.quiet { border-color: transparent; background: none; color: var(--link);
              padding: 0.3rem 0; }

            .filter { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0 0 1rem; }
            .filter a { padding: 0.4rem 0; text-decoration: none; }
            .filter a[aria-current] { color: var(--ink); font-weight: 600;
              box-shadow: inset 0 -3px var(--link); }
            ul.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; }
            ul.cards > li { border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; }
            .cards .facts { margin: 0.25rem 0; gap: 0.1rem 2rem; font-size: 0.9rem; }
            .cards .facts dd { font-weight: 400; }
            .cards h3 { font-size: 1rem; margin: 0; }
            .state { border-radius: 4px; padding: 0 0.4em; font-size: 0.85rem; font-weight: 600;
              background: var(--stay); color: var(--ink); white-space: nowrap; }
            .state.good { background: var(--f1); color: var(--i1); }
            .state.waits { background: var(--f5); color: var(--i5); }
            .state.bad { background: var(--f3); color: var(--i3); }
            ul.names { list-style: none; margin: 0 0 1rem; padding: 0; }
            .names li { overflow-wrap: anywhere; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.8rem; margin: 0.3rem 0 0;
              max-height: 24rem; overflow-y: auto; }

            ol.timeline { list-style: none; margin: 0; padding: 0 0 0 1.1rem;
              border-left: 3px solid var(--line); }
            .timeline > li { position: relative; margin: 0 0 1.25rem; }
            .timeline > li::before { content: ""; position: absolute; left: calc(-1.1rem - 7.5px);
              top: 0.45rem; width: 12px; height: 12px; border-radius: 50%; background: var(--link);
              border: 2px solid var(--paper); }
            .timeline h3 { font-size: 1rem; margin: 0; }
            .timeline .when { font-size: 0.85rem; color: var(--soft); margin: 0; }
            .timeline ul { margin: 0.25rem 0; padding-left: 1.2rem; }
            .timeline details { font-size: 0.9rem; }
            .timeline details p { margin: 0 0 0.3rem 1.2rem; }
            @media (max-width: 40rem) {
              label, input, select { width: 100%; }
              .facts { gap: 0.25rem 1.25rem; }
              ul.cards > li { padding: 0.6rem 0.75rem; }
            }

            """
    }
#endif
