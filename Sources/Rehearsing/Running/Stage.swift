// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// What happens on the devices, and what is seen meanwhile.
    @available(macOS 14, *)
    struct Stage: Sendable {
        let cast: RehearsedCast
        /// Those that are in use; a new one takes the number of the one that it replaces.
        private(set) var devices: [AppDevice]
        let visitor: any TargetVisitor
        let progress: RehearsalRun.Progress

        /// Reads some customers.
        func look(_ phase: String, at customers: [Int]) async throws -> Sights {
            let progress = progress
            return try await Sights(of: cast.promises, only: customers, through: visitor) {
                progress(phase, $0, customers.count)
            }
        }

        /// Starts the new app on every device.
        func start() async throws -> [DeviceSight] {
            try await start(devices, "starting the app")
        }

        /// Lets customers start the app on new devices, which replace others, and log in there.
        mutating func logIn(
            _ logIns: [WeekLogIns.LogIn], day: Int
        ) async throws -> [DeviceSight] {
            for logIn in logIns { devices[logIn.device] = logIn.new }
            return try await start(logIns.map(\.new), "logging in on day \(day)")
        }

        private func start(_ devices: [AppDevice], _ phase: String) async throws -> [DeviceSight] {
            let (visitor, progress) = (visitor, progress)
            return try await inParallel(
                devices.count, width: SimulatedTarget.width,
                done: { progress(phase, $0, devices.count) }
            ) { try await visitor.start(devices[$0]) }
        }

        /// Opens it again on a day of the week, under the IDs that are in use.
        func open(_ last: [DeviceSight], day: Int) async throws -> [DeviceSight] {
            let (devices, visitor, progress) = (devices, visitor, progress)
            return try await inParallel(
                devices.count, width: SimulatedTarget.width,
                done: { progress("opening the app on day \(day)", $0, devices.count) }
            ) { try await visitor.open(devices[$0], as: last[$0].id) }
        }

        /// Adds what devices see where no call of the app's has told it: what the IDs in use have.
        ///
        /// Most of these were just read, and the others are read now. Of customers who were not read
        /// nothing is added.
        func told(_ sights: [DeviceSight], by read: Sights) async throws -> [DeviceSight] {
            let (devices, visitor, promises) = (devices, visitor, cast.promises)
            return try await inParallel(sights.count, width: SimulatedTarget.width) { number in
                var sight = sights[number]
                let (customer, id) = (devices[number].customer, sight.id)
                guard sight.access == nil, read.isRead[customer] else { return sight }
                if let place = promises[customer].ids.firstIndex(where: { $0.target == id }) {
                    sight.access = read.ids[customer][place] ?? []
                    return sight
                }
                do {
                    sight.access = try await visitor.access(of: id) ?? []
                } catch let refusal as TargetRefusal {
                    sight.refusal = refusal.reason
                }
                return sight
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
                let known = access[device.customer] ?? []
                access[device.customer] = known.union(sight.access ?? [])
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
