// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymSending
    import AllonymServer
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// Plans applied over a network that misbehaves, to targets that can be read back and to those
    /// that take a receipt twice.
    @Suite struct MishapTests {
        /// What a network does to requests, and whether those arrive of which nobody gets the answer.
        static let mishaps: [(String, FaultyTarget.Mishap, arrives: Bool)] = [
            ("cut after", .cutAfter, true), ("cut before", .cutBefore, false),
            ("late", .late, true), ("stalls", .stalls, true), ("twice", .twice, true),
            ("429", .answer(429, headers: [:]), false),
            ("429 with a time", .answer(429, headers: ["Retry-After": "0"]), false),
            ("503", .answer(503, headers: [:]), false), ("503 though done", .done(503), true),
            ("408", .answer(408, headers: [:]), false), ("408 though done", .done(408), true),
            ("500", .answer(500, headers: [:]), false), ("500 though done", .done(500), true),
            ("502", .answer(502, headers: [:]), false), ("502 though done", .done(502), true),
        ]

        /// A plan of a sample, or of customers who need every kind of call.
        private func plan(from source: String, to target: String) throws -> SentPlan {
            source == "neutral"
                ? try SentPlan(of: Self.everyKind, to: target, at: "2026-11-20T08:00:00.000Z")
                : try SentPlan(from: source, to: target, customers: 25)
        }

        /// Customers with and without anonymous IDs, of whom some have a grant, some a purchase, and
        /// the others nothing; not every ID can be in a path as it is.
        private static let everyKind = (0..<24).flatMap { number in
            let id = number % 5 == 4 ? "user.\(number)@example.com" : "user_\(number)"
            let hexadecimal = String(number + 16, radix: 16)
            let anonymous =
                #",{"id":"$RCAnonymousID:\#(String(repeating: "0", count: 30))\#(hexadecimal)","#
                + #""kind":"anonymous"}"#
            let customer =
                #"{"allonym":1,"type":"customer","ids":[{"id":"\#(id)","kind":"custom"}"#
                + (number % 3 == 1 ? anonymous : "") + "]}"
            let grant =
                #"{"allonym":1,"type":"grant","user-id":"\#(id)","entitlement":["gold"],"#
                + #""state":"active","expiry-date":"2027-01-20T08:00:00.000Z"}"#
            let purchase =
                #"{"allonym":1,"type":"purchase","user-id":"\#(id)","store":"play_store","#
                + #""product":"pro","store-product":"com.example.pro","kind":"subscription","#
                + #""entitlement":["pro"],"state":"active","environment":"production","#
                + #""purchase-date":"2026-11-01T08:00:00.000Z","#
                + #""expiry-date":"2026-12-01T08:00:00.000Z","transaction-id":"GPA.\#(number)","#
                + #""order-id":"GPA.\#(number)","original-transaction-id":"GPA.\#(number)","#
                + #""purchase-token":"token\#(number)","price":9.99,"currency":"EUR"}"#
            switch number % 4 {
            case 1: return [customer, grant]
            case 2: return [customer, purchase]
            default: return [customer]
            }
        }

        /// What a plan leads to where nothing goes wrong, and each call is sent once.
        private func quiet(_ plan: SentPlan) async throws -> [String] {
            let server = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: server.address).isComplete)
            for made in try plan.made(at: server) {
                #expect(made.requests.count == 1 && made.answers.count == 1, "\(made.writer)")
            }
            let state = try await plan.state(at: server)
            #expect(!state.isEmpty)
            try plan.forget()
            return state
        }

        @Test(
            arguments: [
                ("revenuecat", "qonversion"), ("purchasely", "revenuecat"),
                ("neutral", "revenuecat"),
            ], mishaps.indices)
        func `A network that misbehaves leads to the same end, and nothing is done twice`(
            move: (source: String, target: String), index: Int
        ) async throws {
            let (name, mishap, arrives) = Self.mishaps[index]
            let plan = try plan(from: move.source, to: move.target)
            let expected = try await quiet(plan)
            // Elsewhere a busy machine is waited for, however long it takes.
            let isLate =
                switch mishap {
                case .late, .stalls: true
                default: false
                }
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number % (isLate ? 9 : 3) == 0 ? mishap : .none
            }
            let report = try await plan.run(
                at: server.address, timeout: isLate ? 5_000 : 120_000)
            #expect(report.isComplete, "\(name): \(report.lines.joined(separator: "\n"))")
            #expect(try await plan.state(at: server) == expected, "\(name)")

            let made = try plan.made(at: server)
            #expect(made.contains { $0.requests.contains(where: \.isStruck) })
            for made in made {
                let last = try #require(made.requests.last, "\(name): \(made.writer)")
                if case .twice = mishap {
                    // Nothing was lost, so nothing is sent again.
                    #expect(made.requests.count == 1, "\(name): \(made.writer)")
                    #expect(made.answers.count == (last.isStruck ? 2 : 1), "\(made.writer)")
                } else if made.format.read != nil {
                    // What was lost is read back, so that it arrives once.
                    #expect(made.answers.count == 1, "\(name): \(made.writer)")
                } else {
                    // What nothing reads back is sent until there is an answer, and not once more.
                    #expect(made.format.isRepeatable, "\(name): \(made.writer)")
                    // On a busy machine more than what is struck may be late.
                    #expect(
                        isLate || made.requests.dropLast().allSatisfy(\.isStruck), "\(name)")
                    #expect(!last.isStruck, "\(name): \(made.writer)")
                    let arrivals = arrives ? made.requests.count : 1
                    #expect(made.answers.count == arrivals, "\(name): \(made.writer)")
                }
                for answer in made.answers.dropFirst() {
                    #expect(made.reason(answer) != nil, "\(name): \(made.writer)")
                }
            }
        }

        /// By which rule the call of each writer does nothing when it arrives again; nil where the
        /// documents say so of the writer.
        private static let repetitions: [String: [String: String?]] = [
            "purchasely": ["purchasely.receipt-play-store": "purchasely.claim.2"],
            "qonversion": [
                "qonversion.rest-grant": "qonversion.answers.3",
                "qonversion.rest-identity": "qonversion.answers.2",
                "qonversion.rest-purchase-play-store": "qonversion.claim.2",
                "qonversion.rest-user": "qonversion.answers.2",
            ],
            "revenuecat": [
                "revenuecat.grant": "revenuecat.answers.8",
                "revenuecat.identify": nil,
                "revenuecat.receipts-google": nil,
                "revenuecat.rest-v1-customer": "revenuecat.answers.4",
                "revenuecat.rest-v1-granted": "revenuecat.answers.4",
                "revenuecat.rest-v2-customer": "revenuecat.answers.2",
            ],
        ]

        @Test(arguments: repetitions.keys.sorted())
        func `A proxy that repeats each request changes nothing, by a rule that has a name`(
            target: String
        ) async throws {
            let plan = try plan(from: "neutral", to: target)
            let expected = try await quiet(plan)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in .twice }
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(try await plan.state(at: server) == expected)

            let rules = try #require(Self.repetitions[target])
            let made = try plan.made(at: server)
            #expect(Set(made.map(\.writer)) == Set(rules.keys))
            for made in made {
                #expect(made.requests.count == 1, "\(made.writer)")
                try #require(made.answers.count == 2, "\(made.writer)")
                #expect((200..<300).contains(made.answers[0].status.code), "\(made.writer)")
                let rule = try #require(
                    (rules[made.writer] ?? nil) ?? made.format.idempotency, "\(made.writer)")
                #expect(made.reason(made.answers[1]) == rule, "\(made.writer)")
            }
        }
    }
#endif
