// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// The server as a process that ends without a warning: what is left of what it said.
    @Suite struct KilledServerTests {
        /// How often the process is killed; `.ci/server` says more.
        private static let kills =
            ProcessInfo.processInfo.environment["ALLONYM_KILLS"].flatMap { Int($0) } ?? 3

        /// A customer, and what a client was told of it.
        private struct Customer {
            /// How far its purchase is.
            enum Purchase { case none, sent, acknowledged, seen }

            let id: String
            /// The tags of what was said of it, in order.
            var tags: [String] = []
            var token: String?
            var transaction: String?
            var purchase = Purchase.none
        }

        /// What a client was told that it has done.
        private struct Acknowledged {
            var customers: [Customer] = []
            var attempts = 0
            var tokens: [String] { customers.compactMap(\.token) }
        }

        @Test func `Killed under load, it has everything that it acknowledged, and nothing twice`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(ServeProcessTests.project, to: "demo.json")
            var acknowledged = [Acknowledged](repeating: Acknowledged(), count: 8)
            var sequence = 0
            for round in 0..<Self.kills {
                let before = acknowledged.reduce(0) { $0 + $1.customers.count }
                let server = try await ServerProcess(in: workspace, project: "demo.json")
                try await check(&acknowledged, &sequence, all: false, on: server)
                let answers = AnswerCount()
                let load = Task { [acknowledged] in
                    await withTaskGroup(of: (Int, Acknowledged).self) { group in
                        for client in acknowledged.indices {
                            group.addTask {
                                let done = await write(
                                    client, acknowledged[client], to: server, answers)
                                return (client, done)
                            }
                        }
                        var written = acknowledged
                        for await (client, done) in group { written[client] = done }
                        return written
                    }
                }
                // On a busy machine the first answer may take long; without one nothing is tried.
                try await answers.reach(8)
                try await Task.sleep(for: .milliseconds(30 + 70 * (round % 5)))
                server.kill()
                acknowledged = await load.value
                #expect(acknowledged.reduce(0) { $0 + $1.customers.count } > before)
                expectNoSecrets(server)
            }
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            try await check(&acknowledged, &sequence, all: true, on: server)
            let tokens = acknowledged.flatMap(\.tokens)
            #expect(Set(tokens).count == tokens.count)
            let greeting = /allonym: (listening on |projects are kept in |the keys are in ).*/
            let complaints = server.complaints.split(separator: "\n")
            #expect(complaints.filter { $0.wholeMatch(of: greeting) == nil } == [])
            #expect(server.terminate() == 0)
            expectNoSecrets(server)
        }

        /// Neither keys nor what clients have sent is in what a server has said.
        private func expectNoSecrets(_ server: ServerProcess) {
            let said = server.output + server.complaints
            for secret in ["pk_demo", "sk_demo", "ak_demo", "sim_", "@mail.test"] {
                #expect(!said.contains(secret), "\(said)")
            }
        }

        /// How many answers clients have got so far.
        private actor AnswerCount {
            private var count = 0

            func add() { count += 1 }

            /// Waits for so many, up to a minute.
            func reach(_ wanted: Int) async throws {
                for _ in 0..<3_000 where count < wanted {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }

        /// Writes until nobody answers any more.
        private func write(
            _ client: Int, _ before: Acknowledged, to server: ServerProcess, _ answers: AnswerCount
        ) async -> Acknowledged {
            var done = before
            while true {
                // One that was being made when the process was killed may be there.
                let number = done.customers.count
                let id = "user-\(client)-\(number)"
                let made = await server.call(
                    "POST", "/v1/subscribers/\(id)/attributes",
                    #"{"attributes":{"$email":{"value":"\#(id)@mail.test"}}}"#, key: "pk_demo")
                guard made?.status == 200 else { return done }
                done.customers.append(Customer(id: id))
                await answers.add()
                let first = await server.call("GET", "/v1/subscribers/\(id)", key: "pk_demo")
                guard let tag = first?.tag else { return done }
                done.customers[number].tags.append(tag)
                done.attempts += 1
                let bought = await server.call(
                    "POST", "/allonym/v1/purchases",
                    #"{"account":"app_store:\#(id)","product":"month"}"#, key: "ak_demo")
                guard let bought, let token = bought.object["token"] as? String else { return done }
                done.customers[number].token = token
                done.customers[number].transaction = bought.object["transaction"] as? String
                done.customers[number].purchase = .sent
                guard await present(token, id, to: server) == 200 else { return done }
                done.customers[number].purchase = .acknowledged
                let second = await server.call("GET", "/v1/subscribers/\(id)", key: "pk_demo")
                guard let newer = second?.tag else { return done }
                done.customers[number].tags.append(newer)
                done.customers[number].purchase = .seen
            }
        }

        /// Presents a token, and returns the status of the answer.
        private func present(
            _ token: String, _ id: String, to server: ServerProcess
        ) async -> Int? {
            await server.call(
                "POST", "/v1/receipts", #"{"app_user_id":"\#(id)","fetch_token":"\#(token)"}"#,
                key: "pk_demo")?.status
        }

        /// Looks for what was acknowledged, of all customers or of each client's newest.
        private func check(
            _ acknowledged: inout [Acknowledged], _ sequence: inout Int, all: Bool,
            on server: ServerProcess
        ) async throws {
            for client in acknowledged.indices {
                let count = acknowledged[client].customers.count
                for number in 0..<count
                where all || [0, count / 2, count - 2, count - 1].contains(number) {
                    try await check(&acknowledged[client].customers[number], on: server)
                }
            }
            // The store numbers its transactions: none is missing, and none was made twice.
            let reply = await server.call(
                "POST", "/allonym/v1/purchases",
                #"{"account":"app_store:count","product":"month"}"#,
                key: "ak_demo")
            let transaction = try #require(reply?.object["transaction"] as? String)
            let before = (Int(transaction) ?? 0) - 1_000_000_001
            let purchases = acknowledged.reduce(0) { $0 + $1.tokens.count }
            let attempts = acknowledged.reduce(0) { $0 + $1.attempts }
            let isNew = await server.call(
                "POST", "/allonym/v1/store-events",
                #"{"token":"\#(reply?.object["token"] as? String ?? "")","event":"refund"}"#,
                key: "ak_demo")
            #expect(isNew?.status == 200)
            #expect(before >= purchases)
            // Each look makes up to two more: the purchase itself, and its refund.
            #expect(before <= attempts + 2 * (Self.kills + 1))
            // Every customer and every purchase is an entry of the journal.
            let kept = await server.call("POST", "/allonym/v1/snapshot", key: "ak_demo")
            let newest = try #require(kept?.object["sequence"] as? Int)
            let customers = acknowledged.reduce(0) { $0 + $1.customers.count }
            #expect(newest > sequence && newest >= customers + purchases)
            sequence = newest
        }

        /// Looks at a customer: nothing that was said of it is taken back, and its purchase is there
        /// once.
        private func check(_ customer: inout Customer, on server: ServerProcess) async throws {
            let path = "/v1/subscribers/\(customer.id)"
            let reply = try #require(
                await server.call(
                    "GET", path, key: "pk_demo",
                    headers: ["X-RevenueCat-ETag": customer.tags.last ?? ""]))
            let tag = try #require(reply.tag, "\(customer)")
            let isSame = reply.status == 304
            let isNewer = reply.status == 200 && !customer.tags.contains(tag)
            switch customer.purchase {
            case .none where customer.tags.isEmpty: #expect(isNewer, "\(customer)")
            case .none, .seen: #expect(isSame, "\(customer): \(reply)")
            case .sent: #expect(isSame || isNewer, "\(customer): \(reply)")
            case .acknowledged: #expect(isNewer, "\(customer): \(reply)")
            }
            if !isSame { customer.tags.append(tag) }
            if let token = customer.token, customer.purchase != .seen {
                let status = await present(token, customer.id, to: server)
                #expect(status == 200, "\(customer)")
                let seen = await server.call("GET", path, key: "pk_demo")
                let tag = try #require(seen?.tag)
                if customer.tags.last != tag { customer.tags.append(tag) }
                customer.purchase = .seen
            }
            let known = await server.call(
                "GET", "/allonym/v1/customers/\(customer.id)", key: "ak_demo")
            let attributes = known?.object["attributes"] as? [String: String]
            #expect(attributes == ["$email": "\(customer.id)@mail.test"])
            let purchases = known?.object["purchases"] as? [[String: Any]] ?? []
            let transactions = purchases.map { $0["transaction"] as? String }
            #expect(transactions == (customer.token == nil ? [] : [customer.transaction]))
        }
    }
#endif
