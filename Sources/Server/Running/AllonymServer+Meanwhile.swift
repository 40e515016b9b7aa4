// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Hummingbird

    @available(macOS 14, iOS 17, *)
    extension AllonymServer {
        /// Serves while somebody in the same process does something, and no longer.
        ///
        /// Signals are left to the process, and no webhook is delivered.
        ///
        /// - Parameter body: What is done; it need not wait until the server listens to begin.
        /// - Returns: What that returns.
        /// - Throws: What that throws, or why nothing can be served.
        package func run<Answer: Sendable>(
            while body: @escaping @Sendable () async throws -> Answer
        ) async throws -> Answer {
            try await withThrowingTaskGroup(of: Answer?.self) { group in
                group.addTask {
                    try await serve(until: [])
                    return nil
                }
                group.addTask { try await body() }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let ended { return ended }
                }
                throw CancellationError()
            }
        }
    }
#endif
