// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymMigration
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// The source, with the same people and purchases: what would happen if nobody moved.
    ///
    /// Products and what they unlock are called as at the target, so that both can be compared.
    @available(macOS 14, *)
    struct SourceWorld: Sendable {
        let project: Project
        private let ids: [[String]]
        /// By customer.
        private var devices: [[Device]]

        private typealias Device = (id: DeviceID, account: StoreAccount)

        /// The people of a plan at its source, each with a device for every store account.
        ///
        /// - Parameters:
        ///   - cast: Who they are.
        ///   - source: The source's key, and its settings.
        ///   - mappings: What is known of the providers.
        /// - Throws: `DocumentFault` for settings that there are no more.
        init(
            _ cast: RehearsedCast, at source: (provider: String, settings: [String: String]),
            _ mappings: Mappings
        ) async throws {
            var file = ProjectFile(name: source.provider, provider: source.provider)
            for (name, value) in source.settings {
                file.settings["\(source.provider).\(name)"] = value
            }
            file.products = cast.begun.file.products
            var beginning = ProjectBeginning()
            beginning.purchases = cast.begun.beginning.purchases
            for number in beginning.purchases.indices { beginning.purchases[number].holders = [] }
            var devices: [[Device]] = []
            var taken: Set<StoreAccount> = []
            var count = 0
            for (number, promise) in cast.promises.enumerated() {
                var customer = ProjectBeginning.Customer(
                    promise.ids.map { UserID(unchecked: $0.source) })
                let own = Set(cast.ownPurchases(of: number))
                for purchase in cast.purchases(of: number) {
                    beginning.purchases[purchase].holders.append(number)
                    let account = beginning.purchases[purchase].account
                    guard own.contains(purchase), !account.store.isOnWeb,
                        taken.insert(account).inserted
                    else { continue }
                    count += 1
                    customer.devices.append((DeviceID(unchecked: "device \(count)"), account))
                }
                devices.append(customer.devices.map { ($0.device, $0.account) })
                beginning.customers.append(customer)
            }
            self.devices = devices
            ids = cast.promises.map { $0.ids.map(\.source) }
            let (hosted, _) = try HostedProject.open(
                file, in: MemoryJournal(), mappings,
                clock: ProjectClock(frozen: cast.begun.at ?? Date()), beginning: beginning)
            project = hosted.project
            try await project.begin()
        }

        /// Opens the app on every device; it synchronises, as it does at the target.
        func openApps() async throws {
            for part in Self.parts(of: devices.count) {
                try await project.perform { state, now in
                    for device in devices[part].joined() {
                        state.openApp(on: device.id, now: now)
                    }
                }
            }
        }

        /// Lets customers start the app on new devices, which replace those of the same store account,
        /// and log in there.
        mutating func logIn(_ logIns: [WeekLogIns.LogIn]) async throws {
            for logIn in logIns {
                let new = logIn.new
                devices[new.customer].removeAll { $0.account == new.account }
                devices[new.customer].append((new.id, new.account))
            }
            try await project.perform { state, now in
                for logIn in logIns {
                    state.startApp(
                        on: logIn.new.id, of: logIn.new.account, as: logIn.sourceUser, now: now)
                }
            }
        }

        /// Whose the IDs of a customer and those in use on the devices are.
        func customers(of customer: Int, in state: ProjectState) -> Set<CustomerHandle> {
            let inUse = devices[customer].compactMap { device in
                state.ledger.installation(on: device.id).map(state.ledger.current(of:))
            }
            return state.customers(of: ids[customer]).union(inUse.map(state.ledger.customer(of:)))
        }

        /// What each customer has access to, under any ID and on any device.
        func access() async throws -> [Set<String>] {
            var all: [Set<String>] = []
            for part in Self.parts(of: ids.count) {
                all += try await project.perform { state, now in
                    part.map { number in
                        var access: Set<String> = []
                        for id in ids[number] {
                            let view = state.world.view(of: UserID(unchecked: id), now: now)
                            access.formUnion(view?.entitlements ?? [])
                        }
                        for device in devices[number] {
                            access.formUnion(
                                state.world.world.access(on: device.id).entitlements.map(\.text))
                        }
                        return access
                    }
                }
            }
            return all
        }

        private static func parts(of count: Int) -> [Range<Int>] {
            stride(from: 0, to: count, by: 1_000).map { $0..<min($0 + 1_000, count) }
        }
    }

    extension Project {
        /// Moves a clock that stands still, and lets everything happen that is due by then.
        func move(bySeconds seconds: Double) async throws {
            try await perform { state, now in
                let moved = try state.clock.moved(to: now.addingTimeInterval(seconds))
                state.change(moved)
            }
            try await perform { _, _ in }
        }
    }
#endif
