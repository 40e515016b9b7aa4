// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService
    import AllonymCore
    import AllonymMappings
    import AllonymSimulation

    /// What a device sees after the app was opened on it.
    struct DeviceSight: Sendable {
        /// The ID in use.
        var id: String
        /// What the app is told that it has; nil where no call of the app's tells it, so that it is what
        /// the ID has.
        var access: Set<String>?
        /// Why the target does not read the ID; nil where it does.
        var refusal: String?
    }

    /// Looks at a simulated target from outside, and does what apps do with it.
    protocol TargetVisitor: Sendable {
        /// What an ID has access to; nil where nobody has it.
        func access(of id: String) async throws -> Set<String>?

        /// Starts the new app on a device for the first time: it logs in, and synchronises.
        func start(_ device: AppDevice) async throws -> DeviceSight

        /// Opens the app again, under the ID that is in use.
        func open(_ device: AppDevice, as id: String) async throws -> DeviceSight
    }

    /// A device on which somebody installs the new app.
    struct AppDevice: Sendable {
        /// The number of its customer.
        let customer: Int
        var id: DeviceID
        /// The user ID with which the app logs in; nil where it knows none.
        let user: String?
        /// The anonymous ID that the device begins with, where the app makes it.
        var anonymousID: String
        let account: StoreAccount
        /// What its store shows, each purchase by what is presented of it.
        let shown: [(product: String, token: String)]
    }

    @available(macOS 14, *)
    extension SimulatedTarget {
        /// Who looks at it: over the provider's own wire where it reads, else beside it.
        func visitor() async throws -> any TargetVisitor {
            switch project.file.provider {
            case RevenueCatVisitor.provider: try await RevenueCatVisitor(self)
            case QonversionVisitor.provider: QonversionVisitor(self)
            default: CoreVisitor(target: self)
            }
        }
    }
#endif
