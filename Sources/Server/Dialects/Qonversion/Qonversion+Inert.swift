// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import HTTPTypes

    // Calls of the SDKs that are answered and change nothing, so that an app goes on.

    extension QonversionDialect {
        var inertHandlers: [String: Handler] {
            var handlers: [String: Handler] = [
                "qonversion.mobile.offer-signature": { _, _ in fault("v3.offer-not-signed") }
            ]
            let bodies = [
                "qonversion.mobile.attach-experiment": "{}",
                "qonversion.mobile.attach-remote-configuration": "{}",
                "qonversion.mobile.attribution": #"{"success":true,"data":{}}"#,
                "qonversion.mobile.detach-experiment": "{}",
                "qonversion.mobile.detach-remote-configuration": "{}",
                "qonversion.mobile.events": "{}",
                "qonversion.mobile.remote-config": "{}",
                "qonversion.mobile.remote-configs": "[]",
            ]
            for (operation, body) in bodies {
                handlers[operation] = { _, _ in Answer(.ok, Array(body.utf8)) }
            }
            return handlers
        }
    }
#endif
