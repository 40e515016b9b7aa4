// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMappings
    package import AllonymService
    import AllonymSimulation

    /// The projects that this process serves, to which others are added while it does.
    package final class ServedProjects: Sendable {
        /// Opens a project that is new.
        package typealias Opening =
            @Sendable (ProjectFile) throws -> (
                hosted: HostedProject, keys: NewKeys?
            )

        /// Why a project cannot be added: there is one of its name.
        package struct Taken: Error, CustomStringConvertible {
            package let description: String

            /// For a reason.
            package init(description: String) { self.description = description }
        }

        private struct State {
            var projects: [HostedProject]
            /// The keys of those that are being opened, by their names.
            var opening: [String: KeyRing] = [:]
            var added: [@Sendable (HostedProject) -> Void] = []
        }

        let mappings: Mappings
        /// What this process counts.
        let metrics: PrometheusMetrics
        /// How often each operation was called, and how long it took.
        let counts: CallMetrics
        private let state: Locked<State>
        private let opening: Opening?

        /// Some projects.
        ///
        /// - Parameters:
        ///   - projects: The projects; where public or secret keys are the same, the first counts.
        ///   - mappings: The providers' rules and operations.
        ///   - opening: Opens further ones; without it there are none.
        package init(
            _ projects: [HostedProject], _ mappings: Mappings, opening: Opening? = nil
        ) {
            state = Locked(State(projects: projects))
            self.mappings = mappings
            metrics = PrometheusMetrics(help: CallMetrics.help)
            counts = CallMetrics(metrics)
            self.opening = opening
        }

        /// All of them, in the order in which they came.
        package var all: [HostedProject] { state.withLock { $0.projects } }

        /// The keys of projects, by their names.
        package static func keys(of projects: [HostedProject]) -> [String: KeyRing] {
            Dictionary(projects.map { ($0.project.file.name, $0.keys) }) { first, _ in first }
        }

        /// Has somebody told of each that is there and of each that is added.
        func onAdded(_ body: @escaping @Sendable (HostedProject) -> Void) {
            let projects = state.withLock { state in
                state.added.append(body)
                return state.projects
            }
            for hosted in projects { body(hosted) }
        }

        /// Serves one more.
        ///
        /// - Parameter file: Its description.
        /// - Returns: The keys that were made for it, if any were.
        /// - Throws: ``Taken``, ``DocumentFault``, `JournalFault`.
        func add(_ file: ProjectFile) throws -> NewKeys? {
            guard let opening else {
                throw Taken(description: "This server is for the projects that it started with.")
            }
            let keys = KeyRing(file)
            try state.withLock { state in
                let others = ServedProjects.keys(of: state.projects).merging(state.opening) { $1 }
                guard others[file.name] == nil else {
                    throw Taken(description: "A project \"\(file.name)\" is served already.")
                }
                try keys.check(beside: others)
                state.opening[file.name] = keys
            }
            defer { state.withLock { $0.opening[file.name] = nil } }
            let (hosted, made) = try opening(file)
            if made != nil { try hosted.keepKeys() }
            let added = state.withLock { state in
                state.projects.append(hosted)
                return state.added
            }
            for tell in added { tell(hosted) }
            return made
        }
    }
#endif
