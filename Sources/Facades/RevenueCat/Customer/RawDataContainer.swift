// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What can be read as it came from the server.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, RawDataContainer), read
/// 2026-11-21.
public protocol RawDataContainer {
    /// The form that it has.
    associatedtype Content
    /// The answer as it came.
    var rawData: Content { get }
}

extension CustomerInfo: RawDataContainer {
    /// A dictionary of JSON.
    public typealias Content = [String: Any]
}

extension EntitlementInfo: RawDataContainer {
    /// A dictionary of JSON.
    public typealias Content = [String: Any]
}
