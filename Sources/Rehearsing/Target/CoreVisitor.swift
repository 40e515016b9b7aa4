// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// For a provider whose REST reads no customer: reads by the control API, and lets devices act in
    /// the project itself.
    @available(macOS 14, *)
    struct CoreVisitor: TargetVisitor {
        let target: SimulatedTarget

        private struct Customer: Decodable { let access: [String] }

        func access(of id: String) async throws -> Set<String>? {
            let path = "/allonym/v1/customers/\(id.pathSegment)"
            let customer = try await target.read(Customer.self, path, key: .admin)
            return customer.map { Set($0.access) }
        }

        func start(_ device: AppDevice) async throws -> DeviceSight {
            try await sight(on: device) { state, now in
                state.startApp(on: device.id, of: device.account, as: device.user, now: now)
            }
        }

        func open(_ device: AppDevice, as id: String) async throws -> DeviceSight {
            try await sight(on: device) { state, now in state.openApp(on: device.id, now: now) }
        }

        private func sight(
            on device: AppDevice, after act: (inout ProjectState, Date) -> Void
        ) async throws -> DeviceSight {
            try await target.project.perform { state, now in
                act(&state, now)
                let seen = state.world.world.access(on: device.id).entitlements.map(\.text)
                let user = state.ledger.installation(on: device.id).map(state.ledger.current(of:))
                return DeviceSight(
                    id: user.map { state.ledger.id(of: $0).text } ?? "", access: Set(seen))
            }
        }
    }
#endif
