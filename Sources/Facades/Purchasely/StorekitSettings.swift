// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Which of Apple's interfaces to the store the SDK uses; of no effect here.
///
/// Of its values only the default, `storeKit2`, is documented in what was read.
public enum StorekitSettings: Sendable, CaseIterable {
    /// The older one.
    case storeKit1
    /// The newer one.
    case storeKit2
}

/// The SDK's log; of no effect here.
public enum PLYLogger: Sendable {
    /// How much is logged.
    ///
    /// Of its values only the default, `error`, is documented in what was read.
    public enum PLYLogLevel: Sendable, CaseIterable {
        /// Everything.
        case debug
        /// What happens.
        case info
        /// What is odd.
        case warn
        /// What went wrong.
        case error
    }
}
