// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation

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
            var actions: [Action] = [.install(device.account)]
            if let user = device.user { actions.append(.logIn(UserID(unchecked: user))) }
            return try await act(device, actions + [.sync, .open])
        }

        func open(_ device: AppDevice, as id: String) async throws -> DeviceSight {
            try await act(device, [.open, .sync])
        }

        private func act(_ device: AppDevice, _ actions: [Action]) async throws -> DeviceSight {
            try await target.project.perform { state, now in
                // What the provider has no such call for is refused, and changes nothing.
                for action in actions { state.perform(action, by: .device(device.id), now: now) }
                let seen = state.world.world.access(on: device.id).entitlements.map(\.text)
                let user = state.ledger.installation(on: device.id).map(state.ledger.current(of:))
                return DeviceSight(
                    id: user.map { state.ledger.id(of: $0).text } ?? "", access: Set(seen))
            }
        }
    }
#endif
