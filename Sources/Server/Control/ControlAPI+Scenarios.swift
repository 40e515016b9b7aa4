// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import AllonymService
    import HTTPTypes

    extension ControlAPI {
        /// What a project's rules answer to a scenario: a world of its own, which leaves no trace.
        ///
        /// It is what `allonym compare FILE --providers RULES --set … --format json` prints with the
        /// rules and settings of the project.
        static func scenarios(_ mappings: Mappings) -> [Route] {
            [
                Route(.post, "/scenarios") { call, project, _ in
                    do {
                        let file = try ScenarioFile(
                            name: "scenario.md", bytes: call.body, mappings: mappings)
                        return Answer(.ok, Array(try answers(file, project.file, mappings).utf8))
                    } catch let error as ReadingError {
                        throw ControlError(400, "wrong-scenario", error.description)
                    } catch let error as SettingError {
                        throw ControlError(400, "wrong-scenario", "\(error)")
                    }
                }
            ]
        }

        private static func answers(
            _ file: ScenarioFile, _ project: ProjectFile, _ mappings: Mappings
        ) throws -> String {
            let settings = try project.settings.sorted { $0.key < $1.key }.map {
                try SettingChoice($0.key, $0.value, mappings)
            }
            let runner = Runner(mappings, adding: [project.rules], settings: settings)
            var report = JSONReport()
            var text = report.head
            for scenario in file.scenarios {
                try report.add(try runner.run(scenario, of: file)) { text += $0 }
            }
            return text + report.tail
        }
    }
#endif
