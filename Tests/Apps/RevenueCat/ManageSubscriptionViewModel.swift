// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

/// The screen on which people see what they pay for.
struct ManageSubscriptionViewModel {
    struct Line: Equatable {
        let title: String
        let detail: String
    }

    let lines: [Line]
    let managementURL: URL?
    let warning: String?

    init(info: CustomerInfo, now: Date) {
        let active = info.entitlements.active.values.sorted { $0.identifier < $1.identifier }
        lines = active.map { Line(title: $0.identifier, detail: Self.detail(of: $0)) }
        managementURL = info.managementURL
        if active.contains(where: { $0.billingIssueDetectedAt != nil }) {
            warning = "Your last payment failed."
        } else if let end = info.latestExpirationDate, end < now {
            warning = "Your subscription has ended."
        } else {
            warning = nil
        }
    }

    private static func detail(of entitlement: EntitlementInfo) -> String {
        var parts = [storeName(entitlement.store)]
        switch entitlement.periodType {
        case .trial: parts.append("trial")
        case .intro: parts.append("introductory price")
        case .normal: break
        default: break
        }
        if entitlement.ownershipType == .familyShared { parts.append("shared by your family") }
        if entitlement.expirationDate != nil {
            parts.append(entitlement.willRenew ? "renews" : "ends")
        } else {
            parts.append("yours for good")
        }
        return parts.joined(separator: ", ")
    }

    private static func storeName(_ store: Store) -> String {
        switch store {
        case .appStore, .macAppStore: return "App Store"
        case .playStore: return "Google Play"
        case .stripe, .rcBilling, .paddle: return "Web"
        case .amazon: return "Amazon"
        case .promotional: return "Gift"
        default: return "Other"
        }
    }
}
