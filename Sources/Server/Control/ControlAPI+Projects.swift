// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMappings
    import AllonymService
    import Foundation
    import HTTPTypes

    // What is served, whether it can answer, and how often it did.

    extension ControlAPI {
        private struct ProjectList: Encodable {
            struct Project: Encodable {
                let project: String
                let provider: String
                let rules: String
                let settings: [String: String]
            }

            let projects: [Project]

            init(_ hosted: [HostedProject]) {
                projects = hosted.map(\.project.file).map { file in
                    Project(
                        project: file.name, provider: file.provider, rules: file.rules,
                        settings: file.settings)
                }
            }
        }

        private struct NewProject: Encodable {
            let project: String
            /// Only where they were made, which is once.
            let keys: NewKeys?
            /// What its owner should know of its webhooks and its catalogue; nil where there is
            /// nothing.
            let notes: [String]?
        }

        static func projects(_ served: ServedProjects) -> [Route] {
            [
                Route(.admin, .get, "/projects") { _, visit in
                    try Answer(json: ProjectList(visit.projects))
                },
                Route(.admin, .post, "/projects") { call, _ in
                    let file = try ProjectFile(
                        call.body, providers: served.mappings.providers.map(\.key))
                    do {
                        let keys = try served.add(file)
                        let notes =
                            file.webhookNotes(served.mappings) + file.catalogueNotes
                        return try Answer(
                            .created,
                            json: NewProject(
                                project: file.name, keys: keys,
                                notes: notes.isEmpty ? nil : notes))
                    } catch let taken as ServedProjects.Taken {
                        throw ControlError(409, "project-exists", taken.description)
                    }
                },
                Route(.admin, .get, "/openapi.json") { _, _ in
                    Answer(.ok, try served.mappings.bytes(of: "control-api.json"))
                },
            ]
        }

        static func health(_ served: ServedProjects) -> [Route] {
            [
                Route(.open, .get, "/healthz") { _, _ in text("ok\n") },
                Route(.open, .get, "/readyz") { _, _ in
                    for hosted in served.all {
                        do {
                            _ = try await hosted.project.perform { _, now in now }
                            if let fault = hosted.project.fault { throw fault }
                        } catch {
                            throw Unavailable(
                                description: "\(hosted.project.file.name): \(error)")
                        }
                    }
                    return text("ok\n")
                },
                Route(.open, .get, "/metrics") { _, _ in
                    var answer = text(await MetricsPage(served).text)
                    answer.headers[.contentType] = PrometheusText.contentType
                    return answer
                },
            ]
        }

        private static func text(_ text: String) -> Answer {
            Answer(.ok, Array(text.utf8), type: "text/plain")
        }
    }
#endif
