// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymSimulation
    import Testing

    /// Who is signed in to the console, and until when.
    @Suite struct ConsoleSessionsTests {
        @Test func `A session lasts for its time, and each ends by itself`() {
            let start = ContinuousClock.now
            let time = Locked(start)
            let sessions = ConsoleSessions { time.withLock { $0 } }
            let first = sessions.begin(with: "ak_one")
            time.withLock { $0 = start + .seconds(ConsoleSessions.seconds - 1) }
            let second = sessions.begin(with: "ak_two")
            #expect(first != second)
            #expect(sessions.keyHash(of: first) != nil)
            #expect(sessions.keyHash(of: first) != sessions.keyHash(of: second))
            time.withLock { $0 = start + .seconds(ConsoleSessions.seconds) }
            #expect(sessions.keyHash(of: first) == nil)
            #expect(sessions.keyHash(of: second) != nil)
            sessions.end(second)
            #expect(sessions.keyHash(of: second) == nil)
        }

        @Test func `Of very many sessions the oldest makes room`() {
            let sessions = ConsoleSessions()
            let all = (0..<1_001).map { sessions.begin(with: "ak_\($0)") }
            #expect(sessions.keyHash(of: all[0]) == nil)
            #expect(all.dropFirst().allSatisfy { sessions.keyHash(of: $0) != nil })
        }
    }
#endif
