// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Dispatch
    import Foundation
    import HTTPTypes

    /// The control API: what stores and time do, and what a test wants to know.
    package struct ControlAPI: Sendable {
        typealias Route = ControlRoute

        let served: ServedProjects
        private let routes: [Route]
        /// Told what went wrong and is nobody's fault but this program's.
        private let log: @Sendable (String) -> Void

        /// The control API of some projects.
        package init(_ served: ServedProjects, log: @escaping @Sendable (String) -> Void) {
            self.served = served
            self.log = log
            routes =
                ControlAPI.stores + ControlAPI.clock + ControlAPI.customers + ControlAPI.past
                + ControlAPI.keeping + ControlAPI.scenarios(served.mappings)
                + ControlAPI.projects(served) + ControlAPI.health(served)
        }

        /// The method and the path of each route.
        package var names: [String] { routes.map(\.name) }

        /// The names that the query of each route can have, by the route's name.
        package var queries: [String: [String]] {
            Dictionary(routes.map { ($0.name, $0.queries) }) { first, _ in first }
        }

        /// Answers a call; an error in JSON for whatever cannot be done.
        package func answer(_ call: Call) async -> Answer {
            let start = DispatchTime.now()
            let matching = routes.filter { $0.pattern.match(call.path) != nil }
            let route = matching.first { $0.method == call.method }
            let (answer, project) = await answer(call, route, matching)
            served.counts.add(
                route?.name ?? "unknown", of: project ?? "", status: answer.status.code,
                since: start)
            return answer
        }

        private func answer(
            _ call: Call, _ route: Route?, _ matching: [Route]
        ) async -> (answer: Answer, project: String?) {
            var project: String?
            do {
                var projects: [HostedProject] = []
                if route?.access != .open {
                    projects = served.all.filter { hosted in
                        call.key.flatMap { hosted.keys.keyClass(of: $0) } == .admin
                    }
                    guard !projects.isEmpty else {
                        throw ControlError(
                            401, "unknown-key",
                            "The control API asks for an admin key: Authorization: Bearer ak_…")
                    }
                }
                guard let route else { throw ControlAPI.unknown(matching) }
                try route.check(call.query)
                if route.access == .project {
                    projects = [try ControlAPI.one(of: projects, for: call)]
                    project = projects.first?.project.file.name
                }
                let visit = ControlVisit(
                    projects: projects, parameters: route.pattern.match(call.path) ?? [:])
                return (try await route.handler(call, visit), project)
            } catch {
                let refusal = try? ControlAPI.refusal(known(error))
                return (refusal ?? Answer(.internalServerError), project)
            }
        }

        /// Does what a call says, for a project whose key was asked for already.
        ///
        /// - Throws: What ``known(_:)`` has an answer to.
        func perform(_ call: Call, for hosted: HostedProject) async throws -> Answer {
            let route = routes.first {
                $0.access == .project && $0.method == call.method
                    && $0.pattern.match(call.path) != nil
            }
            guard let route else { throw ControlAPI.unknown([]) }
            let visit = ControlVisit(
                projects: [hosted], parameters: route.pattern.match(call.path) ?? [:])
            return try await route.handler(call, visit)
        }

        private static func unknown(_ matching: [Route]) -> ControlError {
            let methods = Set(matching.map(\.method.rawValue)).sorted().joined(separator: ", ")
            return matching.isEmpty
                ? ControlError(404, "unknown-path", "There is no such path in the control API.")
                : ControlError(405, "unknown-method", "This path takes \(methods).")
        }

        /// The project that a call is about.
        private static func one(
            of projects: [HostedProject], for call: Call
        ) throws(ControlError) -> HostedProject {
            let name = call.header("Allonym-Project")
            let named = projects.filter { name == nil || $0.project.file.name == name }
            if named.count == 1, let hosted = named.first { return hosted }
            let names = projects.map(\.project.file.name).joined(separator: ", ")
            throw name == nil
                ? ControlError(
                    400, "which-project",
                    "Several projects have this key: say which with the header "
                        + "Allonym-Project, one of \(names).")
                : ControlError(404, "unknown-project", "This key is for \(names).")
        }

        /// What is said of an error.
        func known(_ error: any Error) -> ControlError {
            switch error {
            case let error as ControlError: return error
            case let fault as DocumentFault:
                return ControlError(400, "wrong-body", fault.description)
            case let fault as ProjectClock.Fault:
                return ControlError(409, "clock", fault.description)
            case let reason as Unavailable:
                return ControlError(503, "unavailable", reason.description)
            case let fault as JournalFault:
                return ControlError(503, "unavailable", fault.description)
            default:
                log("control: \(type(of: error))")
                return ControlError(500, "failed", "This is a fault in the server.")
            }
        }

        /// An error as an answer.
        static func refusal(_ error: ControlError) throws -> Answer {
            try Answer(.init(code: error.status), json: error)
        }

        /// A moment that a body names; nil where it is missing or null.
        ///
        /// None is later than the last one that a clock can show.
        static func moment(
            _ body: inout JSONObject, _ name: String
        ) throws(DocumentFault) -> Date? {
            guard let text = try body.text(name) else { return nil }
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw body.fault(
                    name, "expected a moment such as 2026-01-01T00:00:00Z, found \"\(text)\"")
            }
            guard date <= ProjectClock.last else {
                throw body.fault(
                    name,
                    "expected a moment until \(ProjectClock.last.ISO8601Format()), found \"\(text)\""
                )
            }
            return date
        }

        /// The body as an object; an empty body is an empty one.
        static func object(_ call: Call) throws(DocumentFault) -> JSONObject {
            try JSONObject(call.body.isEmpty ? Array("{}".utf8) : call.body)
        }
    }

    // MARK: - Time

    extension ControlAPI {
        private struct ClockAnswer: Encodable {
            let now: String
            let isFrozen: Bool

            init(_ state: ProjectState, _ now: Date) {
                self.now = now.ISO8601Format(.init(includingFractionalSeconds: true))
                isFrozen = state.clock.frozen != nil
            }
        }

        static let clock: [Route] = [
            Route(.get, "/clock") { _, project, _ in
                try Answer(json: try await project.perform { ClockAnswer($0, $1) })
            },
            Route(.post, "/clock") { call, project, _ in
                var body = try object(call)
                let advance = try body.text("advance")
                let date = try moment(&body, "now")
                let freeze = try body.flag("freeze")
                try body.finish()
                guard [advance != nil, date != nil, freeze != nil].count(where: { $0 }) == 1
                else {
                    throw body.fault("", "expected one of advance, now and freeze")
                }
                let step = try advance.map { text in
                    guard let step = ClockStep(iso8601: text) else {
                        throw body.fault(
                            "advance",
                            "expected a duration such as P1M, P7D, P1DT2H or PT5M, found "
                                + "\"\(text)\"; a moment goes into now")
                    }
                    return step
                }
                let answer = try await project.perform { state, now in
                    switch freeze {
                    case true?: state.change(ProjectClock(frozen: now))
                    case false?: state.change(try state.clock.released(at: Date()))
                    case nil:
                        let clock = try state.clock.moved(to: date ?? step?.end(from: now) ?? now)
                        state.change(clock)
                        state.settle(clock.frozen ?? now)
                    }
                    return ClockAnswer(state, state.clock.frozen ?? now)
                }
                return try Answer(json: answer)
            },
        ]
    }
#endif
