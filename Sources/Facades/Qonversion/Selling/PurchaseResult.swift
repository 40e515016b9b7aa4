// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// What came of a purchase.
    public final class PurchaseResult: NSObject, Sendable {
        /// How it ended.
        public let status: PurchaseResultStatus
        /// What the user has afterwards; nil where nothing was bought.
        public let entitlements: [String: Entitlement]?
        /// The store's transaction; nil where it made none.
        public let transaction: SKPaymentTransaction?
        /// What went wrong.
        public let error: (any Error)?
        /// Who worked the result out; always the server.
        public let source: PurchaseResultSource

        init(
            _ status: PurchaseResultStatus, entitlements: [String: Entitlement]? = nil,
            transaction: SKPaymentTransaction? = nil, error: (any Error)? = nil
        ) {
            self.status = status
            self.entitlements = entitlements
            self.transaction = transaction
            self.error = error
            source = .api
        }

        /// Whether the SDK worked the entitlements out by itself; never, as a purchase is never
        /// made without the provider here.
        public var isFallbackGenerated: Bool { source == .local }
        /// Whether something was bought.
        public var isSuccessful: Bool { status == .success }
        /// Whether the person changed their mind.
        public var isCanceledByUser: Bool { status == .userCanceled }
        /// Whether somebody else has to allow it first.
        public var isPending: Bool { status == .pending }
        /// Whether it failed.
        public var isError: Bool { status == .error }
    }

    /// How a purchase ended.
    public enum PurchaseResultStatus: Int, Sendable, CaseIterable {
        case success = 0
        case userCanceled = 1
        case pending = 2
        case error = 3
    }

    /// Who worked a purchase's result out.
    public enum PurchaseResultSource: Int, Sendable, CaseIterable {
        case api = 0
        case local = 1
    }
}
