// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import NamiFacade

/// Drives Nami's façade in neutral words.
final class NamiDriver: FacadeDriver {
    static let provider = "nami"
    let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    /// The SDK takes no ID at its start.
    ///
    /// Where a scenario has one, no SDK starts, and the platform hears nothing. The next call starts
    /// it.
    func launch(as id: String?) async -> DriverAnswer {
        guard id == nil else { return .noCall }
        return await installation.use { await namiConfigure().success }
            ? .done : .refused(.notInstalled)
    }

    func logIn(_ id: String) async -> DriverAnswer {
        await configured { Self.answer(to: await namiLogIn(id)) }
    }

    func logOut() async -> DriverAnswer {
        await configured { Self.answer(to: await namiLogOut()) }
    }

    func buy(_ product: String) async -> DriverAnswer {
        await configured {
            let result = await NamiSimulatedPaywall.buy(product)
            return Self.answer(to: NamiAnswer(success: result.error == nil, error: result.error))
        }
    }

    func restore() async -> DriverAnswer {
        await configured {
            await withCheckedContinuation { continuation in
                NamiPurchaseManager.restorePurchases(statehandler: { state, _, _, error in
                    switch state {
                    case .started: break
                    case .finished: continuation.resume(returning: .done)
                    case .error:
                        continuation.resume(
                            returning: Self.answer(to: NamiAnswer(success: false, error: error)))
                    }
                })
            }
        }
    }

    func sync() async -> DriverAnswer { .noCall }

    /// While no SDK runs there is nothing to ask it, and the device sees what it saw.
    func access() async -> [String] {
        await installation.use {
            Nami.sdkConfigured() ? await namiRefresh() : platform.view()?.entitlements ?? []
        }
    }

    /// The SDK does not tell the ID of an anonymous user.
    func userID() async -> String? { installation.use { NamiCustomerManager.loggedInId() } }

    /// Starts the SDK if it does not run.
    ///
    /// On a device that never had it no call reaches the platform, and the SDK's error says so.
    private func configured(_ call: () async -> DriverAnswer) async -> DriverAnswer {
        await installation.use {
            if platform.view() != nil, !Nami.sdkConfigured() { await namiConfigure() }
            return await call()
        }
    }

    private var platform: Line { Line(installation, facade: NamiDriver.provider) }

    private static func answer(to answer: NamiAnswer) -> DriverAnswer {
        if answer.success { return .done }
        guard let error = answer.error as? NamiFacadeError else { return .silent }
        return .refused(error.refusal ?? .notInstalled)
    }
}
