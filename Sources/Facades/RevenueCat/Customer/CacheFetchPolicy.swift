// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whether cached customer info will do.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CacheFetchPolicy),
/// read 2026-11-21.
public enum CacheFetchPolicy: Int, CaseIterable, Sendable {
    /// What is cached, or an error.
    case fromCacheOnly = 0
    /// Always what the server says now.
    case fetchCurrent = 1
    /// What is cached, if it is not stale; else what the server says now.
    case notStaleCachedOrFetched = 2
    /// What is cached, even if it is stale, which is then renewed behind the scenes; what the
    /// server says now, if nothing is cached.
    case cachedOrFetched = 3
}

extension CacheFetchPolicy {
    /// ``cachedOrFetched``.
    public static let `default`: CacheFetchPolicy = .cachedOrFetched
}
