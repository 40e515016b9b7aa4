// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import Foundation

    // What an app does in a simulation, where no call of the provider's does it. Whatever the provider
    // has no call for is refused, and changes nothing.

    extension ProjectState {
        /// Starts the app on a device for the first time: it logs in where it knows a user, and
        /// synchronises.
        mutating func startApp(
            on device: DeviceID, of account: StoreAccount, as user: String?, now: Date
        ) {
            var actions: [Action] = [.install(account)]
            if let user { actions.append(.logIn(UserID(unchecked: user))) }
            for action in actions + [.sync, .open] {
                perform(action, by: .device(device), now: now)
            }
        }

        /// Opens the app again; it synchronises.
        mutating func openApp(on device: DeviceID, now: Date) {
            for action in [Action.open, .sync] { perform(action, by: .device(device), now: now) }
        }
    }
#endif
