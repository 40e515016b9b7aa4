// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import NamiFacade
import Testing

/// Where a subscriber stands, by the state of the purchases.
@Suite struct NamiJourneyTests {
    @Test func `Before the platform has answered there is no journey`() async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            #expect(NamiCustomerManager.journeyState() == nil)
            await namiConfigure()
            let none = CustomerJourneyState(
                formerSubscriber: false, inGracePeriod: false, inTrialPeriod: false,
                inIntroOfferPeriod: false, isCancelled: false, inPause: false, inAccountHold: false)
            #expect(NamiCustomerManager.journeyState() == none)
        }
    }

    @Test(
        arguments: [
            ("in trial", []), ("cancelled, in trial", ["cancel"]), ("grace", ["fail"]),
            ("paused", ["pause"]), ("former", ["expire"]), ("former", ["refund"]),
            ("hold, former", ["fail", "expire"]), ("", ["fail", "expire", "buy"]),
            ("", ["pause", "resume"]), ("", ["renew"]), ("", ["fail", "recover"]),
            ("hold", ["hold"]), ("hold", ["fail", "hold"]), ("", ["hold", "recover"]),
        ] as [(String, [String])])
    func `The journey follows the subscription`(expected: String, events: [String]) async throws {
        let phone = try NamiTrial.phone()
        try await phone.use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("monthly")
            for event in events {
                switch event {
                case "cancel": phone.store.cancel("monthly")
                case "fail": phone.store.fail("monthly")
                case "pause": phone.store.pause("monthly")
                case "resume": phone.store.resume("monthly")
                case "expire": phone.store.expire("monthly")
                case "refund": phone.store.refund("monthly")
                case "recover": phone.store.recover("monthly")
                case "hold": phone.store.hold("monthly")
                case "buy": await NamiSimulatedPaywall.buy("monthly")
                default: phone.store.renew("monthly")
                }
            }
            phone.open()
            let state = try #require(NamiCustomerManager.journeyState())
            let words: [(String, Bool)] = [
                ("hold", state.inAccountHold), ("former", state.formerSubscriber),
                ("grace", state.inGracePeriod), ("paused", state.inPause),
                ("cancelled", state.isCancelled), ("in trial", state.inTrialPeriod),
            ]
            #expect(words.filter(\.1).map(\.0).joined(separator: ", ") == expected)
            #expect(!state.inIntroOfferPeriod)
        }
    }

    @Test func `The journey's handler is told of changes only`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            NamiCustomerManager.registerJourneyStateHandler {
                log.add("cancelled \($0.isCancelled)")
            }
            await NamiSimulatedPaywall.buy("yearly")
            phone.store.cancel("yearly")
            phone.open()
            phone.open()
            await namiSettled()
            NamiCustomerManager.registerJourneyStateHandler(nil)
            phone.store.expire("yearly")
            phone.open()
            await namiSettled()
        }
        #expect(log.lines == ["cancelled true"])
    }
}
