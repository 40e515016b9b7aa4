// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import AllonymTestSupport
    import Testing

    /// The end of a server in a process that goes on.
    @Suite struct ShutdownTests {
        @Test func `A server is stopped while many connect: nobody is dropped unseen`() async throws
        {
            for _ in 0..<30 {
                let callers = Locked<[RawConnection]>([])
                try await servingOverPort(requestSeconds: 1) { port in
                    // Many are taken by the system, and not by the server yet, when this returns.
                    callers.withLock { callers in
                        callers = (0..<60).compactMap { _ in RawConnection(port: port) }
                    }
                }
                #expect(callers.withLock(\.count) == 60)
            }
        }
    }
#endif
