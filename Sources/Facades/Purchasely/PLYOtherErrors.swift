// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why the receipt on the device could not be read.
///
/// Does nothing: there are no receipts, so that no call throws it.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, LocalReceiptError), read 2026-11-21.
public enum LocalReceiptError: Error, Hashable, Sendable {
    /// It could not be begun.
    case initializationFailed
    /// It is being fetched.
    case receiptRefreshingInProgress
    /// Fetching it was broken off.
    case destroyRefreshSession
}

/// Why a part of a screen could not be read.
///
/// Does nothing: screens are not drawn, so that no call throws it.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYComponentError), read 2026-11-21.
public enum PLYComponentError: Error, Hashable, Sendable {
    /// There is no such part.
    case unknownComponentType
}

/// Why a part of a text could not be marked.
///
/// Does nothing: screens are not drawn, so that no call throws it.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYLabelHighlightsError), read
/// 2026-11-21.
public enum PLYLabelHighlightsError: Error, Hashable, Sendable {
    /// There is no such part.
    case invalidRange
}
