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
