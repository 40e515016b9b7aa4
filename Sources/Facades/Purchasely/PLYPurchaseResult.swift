// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What came of a purchase on a screen (SDK 6).
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYPurchaseResult: Int, Sendable, CaseIterable {
    /// The person changed their mind.
    case cancelled = 0
    /// Something was bought.
    case purchased = 1
    /// Something was restored.
    case restored = 2
    /// Neither.
    case none = 3
}
