// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// Who is signed in to the console: cookies by their hashes, each with the hash of the admin key
    /// that was given for it.
    ///
    /// They are kept in memory alone: after a restart the key is asked for again.
    package final class ConsoleSessions: Sendable {
        private struct Session {
            let keyHash: KeyHash
            let end: ContinuousClock.Instant
        }

        /// How long a session lasts, and how many there are at most; the one that ends first makes
        /// room.
        package static let seconds = 12 * 3_600
        private static let most = 1_000

        private let sessions = Locked<[KeyHash: Session]>([:])
        private let now: @Sendable () -> ContinuousClock.Instant

        /// Nobody yet.
        ///
        /// - Parameter now: The machine's clock.
        package init(
            now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
        ) {
            self.now = now
        }

        /// Begins a session for a key that opens something.
        ///
        /// - Returns: What the cookie holds.
        package func begin(with key: String) -> String {
            let token = KeyRing.generate(prefix: "")
            let now = now()
            sessions.withLock { sessions in
                sessions = sessions.filter { $0.value.end > now }
                if sessions.count >= ConsoleSessions.most,
                    let first = sessions.min(by: { $0.value.end < $1.value.end })
                {
                    sessions[first.key] = nil
                }
                sessions[KeyHash(of: token)] = Session(
                    keyHash: KeyHash(of: key), end: now + .seconds(ConsoleSessions.seconds))
            }
            return token
        }

        /// The hash of the key behind a cookie; nil where there is no such session any more.
        package func keyHash(of token: String) -> KeyHash? {
            let now = now()
            let session = sessions.withLock { $0[KeyHash(of: token)] }
            return session.flatMap { $0.end > now ? $0.keyHash : nil }
        }

        /// Ends a session.
        package func end(_ token: String) { sessions.withLock { $0[KeyHash(of: token)] = nil } }
    }
#endif
