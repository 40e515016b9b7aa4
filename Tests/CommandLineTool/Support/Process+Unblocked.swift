// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation

    extension Process {
        /// Starts it with no signal blocked, as a terminal does.
        ///
        /// The threads of the pool block nearly all signals, and a child inherits that: a shell would
        /// wait for ever, since it never hears that its own child has ended.
        func runUnblocked() throws {
            var none = sigset_t()
            var before = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            try run()
        }
    }
#endif
