// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import QonversionFacade

/// Drives Qonversion's façade in neutral words.
final class QonversionDriver: FacadeDriver {
    static let provider = "qonversion"
    let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    /// The SDK takes no ID at its start; where a scenario has one, the app is not started anew.
    func launch(as id: String?) async -> DriverAnswer {
        guard id == nil else { return .noCall }
        let qonversion = installation.use {
            Qonversion.initWithConfig(QonversionTrial.configuration)
        }
        Self.running.withLock { $0[ObjectIdentifier(installation)] = qonversion }
        return await answer { _ = try await qonversion.userInfo() }
    }

    /// The identity in use is answered by the SDK, whatever the provider would say.
    func logIn(_ id: String) async -> DriverAnswer {
        let before = try? await started?.userInfo().identityId
        let answer = await call(.logIn(UserID(unchecked: id))) { _ = try await $0.identify(id) }
        return answer == .done && before == id ? .silent : answer
    }

    /// The SDK's call has no answer.
    func logOut() async -> DriverAnswer {
        let answer = await call(.logOut) { $0.logout() }
        return answer == .done ? .silent : answer
    }

    func buy(_ product: String) async -> DriverAnswer {
        await call(.buy(Product(ProductID(unchecked: product)))) { qonversion in
            if let found = try await qonversion.products()[product] {
                if let error = await qonversion.purchase(found).error { throw error }
            } else {
                let answer = await qonversion.oldPurchase(product)
                if let error = answer.error { throw error }
            }
        }
    }

    func restore() async -> DriverAnswer {
        await call(.restore) { _ = try await $0.restore() }
    }

    /// The SDK's call has no answer.
    func sync() async -> DriverAnswer {
        await call(.sync) { $0.syncHistoricalData() }
    }

    /// The SDK's result says of a refusal only that the call can be made again.
    func redeem(_ product: String, from id: String) async -> DriverAnswer {
        let token = installation.store.redemptionToken(for: product, of: id)
        guard let url = URL(string: "https://screens.qonversion.io/r/project/\(token)") else {
            return .noCall
        }
        guard let qonversion = started else {
            let action = Action.redeem(
                ProductID(unchecked: product), from: UserID(unchecked: id))
            return line.perform(action).refusal.map(DriverAnswer.refused) ?? .done
        }
        let result = await installation.use { await qonversion.handleRedemptionLink(url: url) }
        return result == .success ? .done : .silent
    }

    /// Entitlements are good for five minutes, so the clock goes on before they are asked for.
    func access() async -> [String] {
        guard let qonversion = started else { return [] }
        installation.world.clock.advance(by: 301)
        guard let all = try? await qonversion.checkEntitlements() else { return ["no answer"] }
        return all.values.filter(\.isActive).map { EntitlementID(unchecked: $0.entitlementID) }
            .sorted().map(\.text)
    }

    /// The identity, or the Qonversion user ID without one.
    ///
    /// After a log-out to the user to whom the identity is linked, the SDK goes on reporting it:
    /// then the API does not tell which of the two is in use.
    func userID() async -> String? {
        guard let user = try? await started?.userInfo() else { return nil }
        if let identity = user.identityId {
            return user.qonversionId == line.view()?.ownID ? nil : identity
        }
        return user.qonversionId
    }

    // MARK: Calling

    private var line: Line { Line(installation, facade: QonversionDriver.provider) }

    /// The SDK on each installation where it was started.
    ///
    /// A driver lives for one call. The instances outlive the relaunch that comes before a launch
    /// with an ID, which is none here.
    private static let running = Locked<[ObjectIdentifier: Qonversion]>([:])

    private var started: Qonversion? {
        Self.running.withLock { $0[ObjectIdentifier(installation)] }
    }

    /// Without an SDK nothing can be called; the world itself says what comes of it.
    private func call(
        _ action: Action, _ body: (Qonversion) async throws -> Void
    ) async -> DriverAnswer {
        guard let qonversion = started else {
            return line.perform(action).refusal.map(DriverAnswer.refused) ?? .done
        }
        return await answer { try await body(qonversion) }
    }

    private func answer(_ body: () async throws -> Void) async -> DriverAnswer {
        do {
            try await installation.use { try await body() }
            return .done
        } catch {
            let refusal = refusal(of: error as NSError)
            return refusal.map(DriverAnswer.refused) ?? .silent
        }
    }

    /// The refusal to which the vocabulary gives this error's code, under the code's own name.
    private func refusal(of error: NSError) -> Refusal? {
        guard let code = (error as any Error) as? Qonversion.ErrorCode else { return nil }
        return Refusal.allCases.first { refusal in
            line.names(of: refusal).contains {
                $0.code == String(code.rawValue) && $0.name == "\(code)"
            }
        }
    }
}
