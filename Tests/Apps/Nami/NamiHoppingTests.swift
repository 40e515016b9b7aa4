// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiApple
import Testing

/// A call that has left its task, with several installations in use: each case in a process of its
/// own, since what is in use elsewhere in this one would count.
@Suite struct NamiHoppingTests {
    @Test func `After a hop the only installation in use is meant`() async {
        await #expect(processExitsWith: .success) {
            let phone = try SharedWorld("nami").installation("phone")
            try await phone.use {
                let isLoggedIn = await Task.detached { NamiCustomerManager.isLoggedIn() }.value
                try #require(!isLoggedIn && !Nami.sdkConfigured())
            }
        }
    }

    @Test func `With several in use the text names the call and the cure`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let world = try SharedWorld("nami")
            let phone = try world.installation("phone")
            let tablet = try world.installation("tablet")
            await phone.use {
                await tablet.use {
                    await Task.detached { NamiCustomerManager.logout() }.value
                }
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                "Nami's logout(logoutCompleteHandler:) was called outside of any installation's `use`"
            ))
        #expect(text.contains("2 installations are in use: phone, tablet."))
        #expect(text.contains("Set Installation.standard"))
    }
}
