// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// Whether the store account would get a product's introductory offer.
    public enum IntroEligibilityStatus: Int, Sendable, CaseIterable {
        /// Not known; here of an ID that no product has.
        case unknown = 0
        /// The product has no introductory offer.
        case nonIntroOrTrialProduct = 1
        /// The account would pay the full price.
        case ineligible = 2
        /// The account would get the offer.
        case eligible = 3
    }

    /// Whether the store account would get a product's introductory offer.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONIntroEligibility (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class IntroEligibility: NSObject, Sendable {
        /// Whether it would.
        public let status: IntroEligibilityStatus

        init(_ status: IntroEligibilityStatus) { self.status = status }
    }
}
