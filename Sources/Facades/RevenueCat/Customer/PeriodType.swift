// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What kind of period a subscription is in.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, EntitlementInfo),
/// read 2026-11-21.
public enum PeriodType: Int, CaseIterable, Sendable {
    /// A paid period at the regular price.
    case normal = 0
    /// A period at an introductory price.
    case intro = 1
    /// A free trial.
    case trial = 2
    /// A prepaid period of Google Play, which does not renew.
    case prepaid = 3
}
