// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// The user that the SDK works for.
    public final class User: NSObject, Sendable {
        /// The Qonversion user ID, which everything hangs on.
        ///
        /// Opaque: mostly `QON_` and 32 hexadecimal digits, and over another provider's rules that
        /// provider's original ID of the customer.
        public let qonversionId: String
        /// The ID that the app gave with ``Qonversion/identify(_:completion:)``; nil without one.
        public let identityId: String?
        /// The version of the app that the store account first loaded: that of
        /// `SimulatedStore.firstDownload`, nil until a test sets it.
        public let originalAppVersion: String?

        init(qonversionId: String, identityId: String?, originalAppVersion: String?) {
            self.qonversionId = qonversionId
            self.identityId = identityId
            self.originalAppVersion = originalAppVersion
        }
    }
}
