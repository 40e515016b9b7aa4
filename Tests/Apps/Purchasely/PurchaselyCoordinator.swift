// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Purchasely

/// Starts Purchasely, and does what its screens ask for.
final class PurchaselyCoordinator: NSObject {
    private(set) var events: [PLYEvent] = []
    private(set) var attributes: [String: Any] = [:]
    var signIn: (() async -> String?)?

    func start(apiKey: String, userID: String?) async throws {
        Purchasely.setEventDelegate(self)
        Purchasely.setUserAttributeDelegate(self)
        try await Purchasely.apiKey(apiKey)
            .appUserId(userID)
            .runningMode(.full)
            .storekitSettings(.storeKit2)
            .logLevel(.warn)
            .allowDeeplink(true)
            .start()
        Purchasely.interceptAction(.login) { [weak self] _, _ in
            guard let userID = await self?.signIn?() else { return .failed }
            Purchasely.userLogin(with: userID)
            return .success
        }
    }

    func profile(age: Int, isTeacher: Bool) {
        Purchasely.setUserAttribute(withIntValue: age, forKey: "age")
        Purchasely.setUserAttribute(withBoolValue: isTeacher, forKey: "teacher")
        Purchasely.setUserAttribute(withStringArray: ["math", "art"], forKey: "subjects")
        Purchasely.incrementUserAttribute(withKey: "launches")
    }

    func show(placement: String, onResult: @escaping (PLYPurchaseResult) -> Void) {
        let request = PLYPresentationBuilder.from(placementId: placement)
            .contentId("lesson-1")
            .onDismissed { onResult($0.purchaseResult) }
            .build()
        request.preload { presentation, _ in presentation?.display() }
    }

    func signOut() { Purchasely.userLogout() }
}

extension PurchaselyCoordinator: PLYEventDelegate {
    func eventTriggered(_ event: PLYEvent, properties: [String: Any]?) {
        events.append(event)
    }
}

extension PurchaselyCoordinator: PLYUserAttributeDelegate {
    func onUserAttributeSet(
        key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource
    ) {
        attributes[key] = value
    }

    func onUserAttributeRemoved(key: String, source: PLYUserAttributeSource) {
        attributes[key] = nil
    }
}
