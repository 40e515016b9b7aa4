// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Worlds, devices and short ways for the tests of Qonversion's façade.
enum QonversionTrial {
    static let catalogue: Catalogue = [
        .subscription("X"), .subscription("Y"), .subscription("trial", every: .year, trial: .week),
        .nonConsumable("skin", unlocks: ["gold", "dark"]), .consumable("coins"),
        .nonRenewing("pass", lasting: .days(10)), .subscription("also X", unlocks: ["X"]),
    ]

    static var configuration: Qonversion.Configuration {
        Qonversion.Configuration(projectKey: "projectKey", launchMode: .subscriptionManagement)
    }

    static func world(
        _ provider: String = "qonversion", settings: [String: String] = [:]
    ) throws -> SharedWorld {
        try SharedWorld(provider, settings: settings, catalogue: catalogue)
    }

    /// A device on which the app has not been started.
    static func phone(
        _ provider: String = "qonversion", settings: [String: String] = [:]
    ) throws -> Installation {
        try world(provider, settings: settings).installation("phone")
    }

    /// A device on which the SDK runs.
    static func started(settings: [String: String] = [:]) throws -> Installation {
        let phone = try phone(settings: settings)
        phone.start()
        return phone
    }
}

extension Installation {
    /// Starts the SDK, or finds it running.
    @discardableResult
    func start(_ configuration: Qonversion.Configuration? = nil) -> Qonversion {
        use { Qonversion.initWithConfig(configuration ?? QonversionTrial.configuration) }
    }

    /// The running SDK.
    var qonversion: Qonversion { use { Qonversion.shared() } }

    /// What the app sees as active now, past the five minutes in which nothing is asked.
    func sees() async throws -> [String] {
        world.clock.advance(by: 301)
        return try await active()
    }

    /// What the app sees as active.
    func active() async throws -> [String] {
        try await qonversion.checkEntitlements().values.filter(\.isActive).map(\.entitlementID)
            .sorted()
    }

    /// The Qonversion user ID.
    func userID() async throws -> String { try await qonversion.userInfo().qonversionId }

    /// The identity.
    func identity() async throws -> String? { try await qonversion.userInfo().identityId }

    @discardableResult
    func identify(_ id: String) async throws -> Qonversion.User {
        try await qonversion.identify(id)
    }

    @discardableResult
    func buy(_ product: String) async throws -> Qonversion.PurchaseResult {
        let product = try await #require(qonversion.products()[product])
        return await qonversion.purchase(product)
    }

    /// Comes back when every completion handler that is due has run.
    func settled() async {
        await withCheckedContinuation { continuation in deliver { continuation.resume() } }
    }

    func logOut() { qonversion.logout() }

    /// The ID that the world's device uses.
    var usedID: String? { Line(self, facade: "qonversion").view()?.userID }
}

/// Lines that completion handlers write down.
final class QonversionLog: Sendable {
    private let list = Locked<[String]>([])

    /// Everything so far.
    var lines: [String] { list.withLock { $0 } }

    func add(_ line: String) { list.withLock { $0.append(line) } }

    /// Writes down a user, or the code of the error.
    func user(_ name: String) -> (Qonversion.User?, (any Error)?) -> Void {
        { [self] user, error in
            let code = error.map { "\(($0 as NSError).code)" }
            add(
                "\(name): \(user?.identityId ?? (user == nil ? "nobody" : "anonymous")) \(code ?? "")"
            )
        }
    }

    /// Writes down what is active, or the code of the error.
    func entitlements(
        _ name: String
    ) -> ([String: Qonversion.Entitlement], (any Error)?) -> Void {
        { [self] entitlements, error in
            let code = error.map { "\(($0 as NSError).code)" }
            let active = entitlements.values.filter(\.isActive).map(\.entitlementID).sorted()
            add("\(name): \(active) \(code ?? "")")
        }
    }
}
