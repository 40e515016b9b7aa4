// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Qonversion

/// What the dashboard switches on.
struct RemoteFlags {
    let paywall: String
    let isTreatment: Bool

    static func load(context: String) async -> RemoteFlags {
        let config = try? await Qonversion.shared().remoteConfig(contextKey: context)
        let paywall = config?.payload?["paywall"] as? String ?? "default"
        let source = config?.source.type
        return RemoteFlags(paywall: paywall, isTreatment: source == .experimentTreatmentGroup)
    }
}
