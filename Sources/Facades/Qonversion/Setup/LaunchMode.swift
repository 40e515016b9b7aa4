// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Qonversion {
    /// What the app uses the SDK for.
    public enum LaunchMode: Int, Sendable, CaseIterable {
        /// The app sells by itself; the SDK only watches.
        case analytics = 1
        /// The SDK sells and tells who has access.
        case subscriptionManagement = 2
    }

    /// Whether users are real ones.
    public enum Environment: Int, Sendable, CaseIterable {
        case production = 1
        case sandbox = 2
    }

    /// How long entitlements that were loaded last are good while the provider cannot be reached.
    public enum EntitlementsCacheLifetime: Int, Sendable, CaseIterable {
        case week = 1
        case twoWeeks = 2
        case month = 3
        case twoMonths = 4
        case threeMonths = 5
        case sixMonths = 6
        case year = 7
        case unlimited = 8
    }
}

extension Qonversion.EntitlementsCacheLifetime {
    /// In seconds; nil for ever.
    var seconds: TimeInterval? {
        let days: TimeInterval
        switch self {
        case .week: days = 7
        case .twoWeeks: days = 14
        case .month: days = 30
        case .twoMonths: days = 60
        case .threeMonths: days = 90
        case .sixMonths: days = 180
        case .year: days = 365
        case .unlimited: return nil
        }
        return days * 86_400
    }
}
