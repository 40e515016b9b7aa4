// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymInput
    package import AllonymMappings
    package import AllonymMigration
    import AllonymService
    import Foundation

    /// Carries a plan out against a simulated target, looks at it from outside, lets the app start,
    /// and lets a week go by.
    @available(macOS 14, *)
    package struct RehearsalRun: Sendable {
        package struct Options: Sendable {
            /// What the target exports of who is there already.
            package var existing: [Input] = []
            /// Of the customers who have a device, only such a share starts the app; nil for all.
            package var share: CohortShare?

            package init() {}
        }

        /// How far it is: what is being done, and how many customers or devices of all are done.
        package typealias Progress = @Sendable (_ phase: String, _ done: Int, _ all: Int?) -> Void

        private let plan: String
        private let options: Options
        private let hashing: any Hashing
        private let mappings: Mappings

        /// A rehearsal.
        ///
        /// - Parameters:
        ///   - plan: The folder of the plan, in which nothing is changed.
        ///   - options: What is there already, and who starts the app.
        ///   - hashing: Makes SHA-256 hashes.
        ///   - mappings: What is known of the providers.
        package init(
            plan: String, _ options: Options, hashing: any Hashing, mappings: Mappings
        ) {
            (self.plan, self.options) = (plan, options)
            (self.hashing, self.mappings) = (hashing, mappings)
        }

        /// Rehearses.
        ///
        /// - Throws: ``MigrationError`` where the plan or an export cannot be read,
        ///   ``RehearsalFault`` where the simulated target does not answer.
        package func run(_ progress: @escaping Progress) async throws -> RehearsalReport {
            progress("reading", 0, nil)
            let setting = try Migration.setting(of: plan)
            let scratch = try ScratchFolder()
            defer { scratch.remove() }
            let cast = try RehearsedCast(
                plan, existing: options.existing, hashing, mappings, scratch: scratch.path)
            guard let provider = mappings.provider(setting.to.provider) else {
                throw RehearsalFault("no provider speaks \(setting.to.provider)")
            }
            let devices = AppDevices(
                cast, share: options.share, provider.anonymous)
            return try await SimulatedTarget.serving(cast.begun, mappings) { target in
                try await rehearse(cast, devices, setting, at: target, scratch.path, progress)
            }
        }

        private func rehearse(
            _ cast: RehearsedCast, _ devices: AppDevices, _ setting: Migration.Setting,
            at target: SimulatedTarget, _ scratch: String, _ progress: @escaping Progress
        ) async throws -> RehearsalReport {
            var report = RehearsalReport(from: setting.from.provider, to: setting.to.provider)
            let formats = mappings.formats
            report.names = (
                formats[setting.from.provider]?.provider ?? report.source,
                formats[setting.to.provider]?.provider ?? report.target
            )
            report.notes = cast.notes.map { "Not taken over: \($0)" }
            report.devices = (
                devices.all.count, Set(devices.all.map(\.customer)).count, devices.customers
            )
            progress("making the calls", 0, nil)
            let calls = try PlanCalls(plan, hashing: hashing, mappings: mappings)
            try report.note(calls, customers: cast.promises.count)
            let made = try await target.makeCalls(calls, keepingIn: scratch, mappings) {
                progress("making the calls", $0, $1)
            }
            if let made { report.note(made) }
            let refused = try await target.takeOver(cast.handovers)
            report.handedOver = (cast.handovers.count, refused)
            let visitor = try await target.visitor()
            let stage = Stage(
                cast: cast, devices: devices.all, visitor: visitor, progress: progress)
            // Whoever has no access and is not there yet gains something at most.
            let known = cast.promises.indices.filter {
                cast.promises[$0].outcome != nil || cast.isThere($0)
            }
            let imported = try await stage.look("reading what was imported", at: known)
            let opened = try await stage.start()
            let started = try await stage.look(
                "reading after the app's start", at: Array(cast.promises.indices))
            let first = try await stage.told(opened, by: started)
            try await PlanJudge(
                cast: cast, project: target.project, imported: imported, started: started,
                devices: stage.access(first),
                unreadable: stage.unreadable([imported, started], first),
                isPart: options.share != nil
            ).judge(&report)
            if let source = mappings.provider(setting.from.provider) {
                let logIns = WeekLogIns(devices, cast, from: source.anonymous)
                try await week(stage, first, started, logIns, setting, target, &report)
            }
            return report
        }

        /// Those whom the app was to bring something and who were not of the share that starts it.
        private func notStarted(_ stage: Stage, _ first: [DeviceSight]) -> Set<Int> {
            guard options.share != nil else { return [] }
            let seen = stage.access(first)
            return Set(
                seen.indices.filter {
                    seen[$0] == nil && !stage.cast.promises[$0].names(.byApp).isEmpty
                })
        }

        /// Lets a week go by at both providers.
        private func week(
            _ stage: Stage, _ first: [DeviceSight], _ started: Sights, _ logIns: WeekLogIns,
            _ setting: Migration.Setting, _ target: SimulatedTarget,
            _ report: inout RehearsalReport
        ) async throws {
            stage.progress("letting a week go by", 0, nil)
            let cast = stage.cast
            let source = try await SourceWorld(cast, at: setting.from, mappings)
            let here = try await source.access()
            let there = stage.together(started, first)
            var week = RehearsedWeek(stage, source: source, target: target.project, logIns)
            let last = try await week.run(after: first)
            let compared = cast.promises.indices.filter {
                cast.promises[$0].outcome != nil && !here[$0].isDisjoint(with: there[$0])
            }
            let ended = try await week.stage.look("reading after a week", at: compared)
            let seen = try await week.stage.told(last, by: ended)
            var inUse: [Int: [String]] = [:]
            for (device, sight) in zip(stage.devices, seen) {
                inUse[device.customer, default: []].append(sight.id)
            }
            let comparison = WeekComparison(
                cast: cast, source: week.source, target: target.project, inUse: inUse,
                names: report.names, unreadable: Set(stage.unreadable([started], first).keys),
                notStarted: notStarted(stage, first))
            report.week = try await comparison.run(
                source: .init(before: here, after: try await week.source.access()),
                target: .init(before: there, after: week.stage.together(ended, seen)))
            report.week?.loggedIn = logIns.customers
        }
    }
#endif
