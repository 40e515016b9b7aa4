// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymSending
    import Foundation
    import Testing

    /// What is printed of the calls of a plan is told by the mappings, which `allonym explain` reads.
    @Suite struct SentWordsTests {
        private func told(_ list: String) throws -> Set<String> {
            Set(try Mappings.load().neutral.words(of: list).map(\.word))
        }

        @Test func `Every word for the state of a call`() throws {
            #expect(try told("call-states") == Set(CallState.allCases.map(\.word)))
        }

        @Test func `Every word for the reason why a call stays`() throws {
            #expect(try told("staying-calls") == Set(StayingReason.allCases.map(\.rawValue)))
        }

        @Test func `Every key by which customers are counted`() throws {
            var report = ApplicationReport(plan: "", provider: "", target: "", isUndo: true)
            (report.customers.nothing, report.customers.spared) = (1, 1)
            report.customers.byHand = 1
            let counts = try JSONSerialization.jsonObject(
                with: JSONEncoder().encode(report.customers))
            let keys = try #require(counts as? [String: Any]).keys
            #expect(try told("applied-customers") == Set(keys))
        }

        @Test func `Every word for the end of a run that is not done`() throws {
            let stops: [ApplicationStop] = [
                .interrupted, .canary(1), .keyRefused("", answer: ""), .unreachable(""),
                .throttled(""), .redirected(301, location: ""), .errors(""),
            ]
            #expect(try told("stops") == Set(stops.map(\.word)))
        }
    }
#endif
