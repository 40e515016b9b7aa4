// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a scenario says between its title and its table.
struct Prose {
    /// Its text, a paragraph each.
    private(set) var paragraphs: [String] = []
    /// Lines that begin with `Source:`.
    private(set) var sources: [String] = []
    /// List items other than those for IDs and settings, which a page shows elsewhere.
    private(set) var declarations: [String] = []

    init(_ compared: ComparedScenario) {
        var isOpen = false
        let scenario = compared.scenario
        for number in stride(from: scenario.line + 1, to: scenario.tableLine, by: 1) {
            let line = compared.file.lines[number].trimmed
            let isParagraph = !line.isEmpty && !line.hasPrefix("```") && !line.hasPrefix("#")
            if line.hasPrefix("Source:") {
                sources.append(line)
            } else if line.hasPrefix("- ") {
                if !line.hasPrefix("- ids:"), !line.hasPrefix("- set:") {
                    declarations.append(String(line.dropFirst(2)))
                }
            } else if isParagraph, isOpen, let last = paragraphs.popLast() {
                paragraphs.append(last + " " + line)
                continue
            } else if isParagraph {
                paragraphs.append(line)
                isOpen = true
                continue
            }
            isOpen = false
        }
    }
}
