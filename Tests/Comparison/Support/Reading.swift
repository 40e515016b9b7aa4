// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings

/// The built-in mappings, loaded once.
let builtIn = Result { try Mappings.load() }

/// Reads a text as a scenario file named `test.md`.
func read(_ text: String) throws -> ScenarioFile {
    try read(Array(text.utf8))
}

func read(_ bytes: [UInt8]) throws -> ScenarioFile {
    try ScenarioFile(name: "test.md", bytes: bytes, mappings: builtIn.get())
}

/// Runs all scenarios of a text.
func compare(
    _ text: String, adding providers: [String] = [], settings: [SettingChoice] = []
) throws -> [ComparedScenario] {
    let file = try read(text)
    let runner = Runner(try builtIn.get(), adding: providers, settings: settings)
    return try file.scenarios.map { try runner.run($0, of: file) }
}

/// A scenario of one device at one provider: the given rows after an install.
func scenario(_ provider: String, _ rows: [String], declarations: String = "") -> String {
    let lines = rows.map { "| A | \($0) |" }.joined(separator: "\n")
    return """
        # A test

        \(declarations)

        | Device | Action | \(provider) |
        |--------|--------|------------|
        | A | install | |
        \(lines)
        """
}
