// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// What happens on the devices, and what is seen meanwhile.
    @available(macOS 14, *)
    struct Stage: Sendable {
        let cast: RehearsedCast
        let devices: [AppDevice]
        let visitor: any TargetVisitor
        let progress: RehearsalRun.Progress

        /// Reads everybody.
        func look(_ phase: String) async throws -> Sights {
            let (count, progress) = (cast.promises.count, progress)
            return try await Sights(of: cast.promises, through: visitor) {
                progress(phase, $0, count)
            }
        }

        /// Starts the new app on every device.
        func start() async throws -> [DeviceSight] {
            let (devices, visitor, progress) = (devices, visitor, progress)
            return try await inParallel(
                devices.count, width: SimulatedTarget.width,
                done: { progress("starting the app", $0, devices.count) }
            ) { number in
                let device = devices[number]
                return try await Stage.sight(of: device.user ?? device.anonymousID) {
                    try await visitor.start(device)
                }
            }
        }

        /// Opens it again on a day of the week, under the IDs that are in use.
        func open(_ last: [DeviceSight], day: Int) async throws -> [DeviceSight] {
            let (devices, visitor, progress) = (devices, visitor, progress)
            return try await inParallel(
                devices.count, width: SimulatedTarget.width,
                done: { progress("opening the app on day \(day)", $0, devices.count) }
            ) { number in
                try await Stage.sight(of: last[number].id) {
                    try await visitor.open(devices[number], as: last[number].id)
                }
            }
        }

        /// What a device sees, or why the target does not read the ID on it.
        private static func sight(
            of id: String, _ body: @Sendable () async throws -> DeviceSight
        ) async throws -> DeviceSight {
            do {
                return try await body()
            } catch let refusal as TargetRefusal {
                return DeviceSight(id: id, access: [], refusal: refusal.reason)
            }
        }

        /// By customer an ID that the target does not read, of those that were read and those in use
        /// on devices.
        func unreadable(_ sights: [Sights], _ started: [DeviceSight]) -> [Int: UnreadableID] {
            var all: [Int: UnreadableID] = [:]
            for (device, sight) in zip(devices, started) {
                guard let reason = sight.refusal else { continue }
                all[device.customer] = UnreadableID(id: sight.id, reason: reason)
            }
            for sight in sights { all.merge(sight.unreadable) { $1 } }
            return all
        }

        /// By customer what the devices see; nil for those without one.
        func access(_ sights: [DeviceSight]) -> [Set<String>?] {
            var access = [Set<String>?](repeating: nil, count: cast.promises.count)
            for (device, sight) in zip(devices, sights) {
                access[device.customer] = (access[device.customer] ?? []).union(sight.access)
            }
            return access
        }

        /// By customer what is seen by the IDs and on the devices.
        func together(_ ids: Sights, _ sights: [DeviceSight]) -> [Set<String>] {
            access(sights).enumerated().map { number, access in
                ids.all(of: number).union(access ?? [])
            }
        }
    }
#endif
