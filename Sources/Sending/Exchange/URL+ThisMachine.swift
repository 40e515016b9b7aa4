// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import Foundation

    extension URL {
        /// Whether it leads to this machine, by a name or an address that always does.
        package var leadsToThisMachine: Bool {
            let host = host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"])
            return ["127.0.0.1", "::1", "localhost"].contains(host?.lowercased())
        }
    }
#endif
