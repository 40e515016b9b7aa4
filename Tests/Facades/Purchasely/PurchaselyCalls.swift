// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import PurchaselyFacade

/// The SDK's calls with completion handlers, in a form that waits for the answer.
enum PurchaselyCalls {
    /// Starts as SDK 5 does, in full mode, as an app that sells does.
    @discardableResult
    static func start(
        as id: String? = nil, key: String = "key", mode: PLYRunningMode = .full
    ) async -> PLYError? {
        await withCheckedContinuation { continuation in
            Purchasely.start(
                withAPIKey: key, appUserId: id, runningMode: mode,
                initialized: { isDone, error in
                    continuation.resume(returning: isDone ? nil : error as? PLYError)
                })
        }
    }

    /// Logs in and returns whether the app should refresh.
    static func logIn(_ id: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Purchasely.userLogin(with: id) { continuation.resume(returning: $0) }
        }
    }

    /// Buys the plan of an ID, as an app does that has found it first.
    static func buy(_ id: String, contentId: String? = nil) async -> Result<Void, PLYError> {
        let plan: Result<PLYPlan, PLYError> = await answer {
            Purchasely.plan(with: id, success: $0, failure: $1)
        }
        switch plan {
        case .failure(let error): return .failure(error)
        case .success(let plan):
            return await done {
                Purchasely.purchase(plan: plan, contentId: contentId, success: $0, failure: $1)
            }
        }
    }

    static func restore() async -> Result<Void, PLYError> {
        await done { Purchasely.restoreAllProducts(success: $0, failure: $1) }
    }

    static func sync() async -> Result<Void, PLYError> {
        await done { Purchasely.synchronize(success: $0, failure: $1) }
    }

    static func subscriptions(isFresh: Bool = false) async -> Result<[PLYSubscription]?, PLYError> {
        await answer { Purchasely.userSubscriptions(isFresh, success: $0, failure: $1) }
    }

    static func history(isFresh: Bool = false) async -> Result<[PLYSubscription]?, PLYError> {
        await answer { Purchasely.userSubscriptionsHistory(isFresh, success: $0, failure: $1) }
    }

    /// The IDs of the plans that the user has.
    static func plans() async -> [String]? {
        try? await subscriptions().get()?.map(\.plan.vendorId)
    }

    /// The answer of a call that has one.
    static func answer<Value: Sendable>(
        _ call: (@escaping (Value) -> Void, @escaping ((any Error)?) -> Void) -> Void
    ) async -> Result<Value, PLYError> {
        await withCheckedContinuation { continuation in
            call(
                { continuation.resume(returning: .success($0)) },
                { continuation.resume(returning: .failure($0 as? PLYError ?? .unknown)) })
        }
    }

    /// The answer of a call that only says that it is done.
    static func done(
        _ call: (@escaping () -> Void, @escaping (any Error) -> Void) -> Void
    ) async -> Result<Void, PLYError> {
        await withCheckedContinuation { continuation in
            call(
                { continuation.resume(returning: .success(())) },
                { continuation.resume(returning: .failure($0 as? PLYError ?? .unknown)) })
        }
    }

    /// Returns when everything that was to be called on the main actor before was called.
    static func settle() async {
        for _ in 0..<3 {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }
}

extension Result where Failure == PLYError {
    /// The error's name, since `PLYError` cannot be compared; nil for a success.
    var errorName: String? {
        if case .failure(let error) = self { error.caseName } else { nil }
    }
}

extension PLYError {
    /// The case without what it carries.
    var caseName: String { String("\(self)".prefix { $0 != "(" }) }
}

/// Whether code runs on the main actor, without a crash where it does not.
enum PurchaselyMainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// To be called once before the calls that are watched.
    static func watch() { _ = key }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// Everything that an event delegate heard.
final class PurchaselyEvents: PLYEventDelegate, Sendable {
    private let heard = Locked<[PLYEvent]>([])
    private let indices = Locked<[Bool]>([])

    init() { PurchaselyMainQueue.watch() }

    var events: [PLYEvent] { heard.withLock { $0 } }
    var wereOnMain: Bool { indices.withLock { !$0.contains(false) } }

    func eventTriggered(_ event: PLYEvent, properties: [String: Any]?) {
        heard.withLock { $0.append(event) }
        indices.withLock { $0.append(PurchaselyMainQueue.isCurrent) }
    }
}

/// What was answered, in the order of the answers.
final class PurchaselyAnswers: Sendable {
    private let list = Locked<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ text: String) { list.withLock { $0.append(text) } }
}

/// Everything that the SDK logged.
final class PurchaselyLog: PLYLogging, Sendable {
    private let heard = Locked<[String]>([])

    var messages: [String] { heard.withLock { $0 } }

    func messageLogged(message: PLYMessage) { heard.withLock { $0.append(message.message) } }
}

/// A world and a device of a test's own.
struct PurchaselyDevices {
    static let catalogue: Catalogue = [
        .subscription("monthly", unlocks: ["premium"]),
        .subscription("yearly", unlocks: ["premium"], every: .year),
        .subscription("trial", unlocks: ["news"], trial: .week),
        .nonConsumable("lifetime"),
        .consumable("coins"),
        .nonRenewing("season", lasting: .days(30)),
    ]

    let world: SharedWorld
    let phone: Installation

    init(
        _ provider: String = "purchasely", settings: [String: String] = [:],
        storage: InstallationStorage = .memory
    ) throws {
        world = try SharedWorld(
            provider, settings: settings, catalogue: PurchaselyDevices.catalogue)
        phone = try world.installation(
            "phone", account: StoreAccount(.appStore, "ann"), storage: storage)
    }
}
