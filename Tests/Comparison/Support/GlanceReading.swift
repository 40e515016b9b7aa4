// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings

extension Glance {
    /// The questions of mappings, answered.
    static func answered(
        in mappings: Mappings? = nil, adding providers: [String] = [],
        settings: [SettingChoice] = [], only named: [String]? = nil
    ) throws -> Glance {
        let mappings = try mappings ?? builtIn.get()
        return try Glance(
            scenarios(mappings, adding: providers, settings: settings), mappings.questions,
            only: named)
    }

    /// Their scenarios.
    static func scenarios(
        _ mappings: Mappings, adding providers: [String] = [], settings: [SettingChoice] = []
    ) throws -> [ComparedScenario] {
        let name = mappings.questions.file
        let file = try ScenarioFile(
            name: name, bytes: mappings.bytes(of: name), mappings: mappings)
        let runner = Runner(mappings, adding: providers, settings: settings)
        return try file.scenarios.map { try runner.run($0, of: file) }
    }

    /// What a provider answers.
    func answer(to question: String, by provider: String) -> BriefAnswer? {
        let column = columns.firstIndex { $0.lowercased() == provider }
        let row = rows.first { $0.question == question }
        return column.flatMap { row?.answers[$0] }
    }
}
