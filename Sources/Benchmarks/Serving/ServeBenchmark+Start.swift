// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation

    // How long a start takes, and how much memory a customer.

    @available(macOS 15, *)
    extension ServeBenchmark {
        /// A million customers have to be there after so long.
        private static let mostStartSeconds = 5.0
        /// Of a customer who has bought nothing, beside its ID.
        private static let mostBytes = 400

        func measureStart(_ tool: String, _ folder: URL, _ floors: inout Floors) async throws {
            let empty = try ServerUnderLoad(tool, try project("empty", in: folder)).residentBytes
            let arguments = try project("million", in: folder)
            try await fill("million", customers, in: folder)
            var starts: [Double] = []
            var bytes = 0
            for _ in 0..<rounds {
                let server = try ServerUnderLoad(tool, arguments)
                starts.append(server.startSeconds)
                bytes = server.residentBytes
            }
            let perCustomer = (bytes - empty) / customers
            print(
                "start with \(customers.grouped) customers:".padding(34),
                "\(starts.median.rounded(places: 2)) s,", "\(perCustomer) bytes a customer")
            floors.note("start", holds: starts.median < Self.mostStartSeconds)
            floors.note("bytes a customer", holds: perCustomer <= Self.mostBytes)
            try await measureBuyers(tool, folder, beside: empty)
        }

        /// The same memory with a purchase each, for which there is no floor: a tenth of the customers,
        /// since each takes longer to make.
        private func measureBuyers(
            _ tool: String, _ folder: URL, beside empty: Int
        ) async throws {
            let buyers = max(1, customers / 10)
            let arguments = try project("buyers", in: folder)
            try await fill("buyers", buyers, in: folder, buying: "month")
            let server = try ServerUnderLoad(tool, arguments)
            print(
                "start with \(buyers.grouped) buyers:".padding(34),
                "\(server.startSeconds.rounded(places: 2)) s,",
                "\((server.residentBytes - empty) / buyers) bytes each, with one purchase")
        }

        /// Makes a project with many customers, each with an ID of 12 bytes and what it buys, and its
        /// snapshot.
        func fill(
            _ name: String, _ count: Int, in folder: URL, buying product: String? = nil
        ) async throws {
            let mappings = try Mappings.load()
            let bytes = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
            let file = try ProjectFile([UInt8](bytes), providers: mappings.providers.map(\.key))
            let data = try ProjectFolder(folder.appendingPathComponent("data").path, mappings) {
                print($0)
            }
            let hosted = try data.open(file, clock: ProjectClock()).hosted
            for first in stride(from: 0, to: count, by: 1_000) {
                try await hosted.project.perform { state, now in
                    for number in first..<min(first + 1_000, count) {
                        let name = "user-\(1_000_000 + number)"
                        let (id, account) = (UserID(unchecked: name), StoreAccount(.appStore, name))
                        if let product, state.buy(product, by: account, now: now) != nil {
                            let item = state.world.product(ProductID(unchecked: product)).product
                            state.perform(.buy(item), by: .user(id, account), now: now)
                        } else {
                            state.perform(.open, by: .user(id, nil), now: now)
                        }
                    }
                }
            }
            _ = try await hosted.project.snapshot()
        }
    }
#endif
