// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Crypto
    import Foundation

    /// What was answered to calls that carried an idempotency key: the same call under the same key gets
    /// the same answer, and does nothing again.
    ///
    /// A project has one. It remembers as many of the newest keys as its capacity, in memory alone: a
    /// server that starts again has forgotten them. Keys and requests are kept as hashes. A call that
    /// fails or is refused has done nothing and is not remembered, so it can be made again.
    package final class IdempotentCalls: Sendable {
        private typealias Hash = SHA256.Digest

        private struct Known {
            let request: Hash
            /// Which call this is: of calls under a key that was forgotten meanwhile only the last counts.
            let number: Int
            let answer: Task<Answer, any Error>
        }

        private struct Calls {
            var known: [Hash: Known] = [:]
            /// The calls that are known, the oldest first.
            var order: [Int: Hash] = [:]
            var oldest = 0
            var next = 0
        }

        private let capacity: Int
        private let calls = Locked(Calls())

        /// No call is known.
        package init(capacity: Int = 1_000) { self.capacity = capacity }

        /// Makes a call, or answers what it was answered before.
        ///
        /// Of two at once one is made, and both get its answer.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - key: Its key.
        ///   - operation: The operation; a key of one says nothing of another.
        ///   - make: Makes the call.
        /// - Returns: The answer; nil where the key was used for another call.
        /// - Throws: What `make` throws.
        package func answer(
            _ call: Call, under key: String, of operation: String,
            _ make: @escaping @Sendable () async throws -> Answer
        ) async throws -> Answer? {
            let key = IdempotentCalls.hash([operation, key], [])
            let request = IdempotentCalls.hash(call.path, call.body)
            let known = calls.withLock { calls -> Known in
                if let known = calls.known[key] { return known }
                let known = Known(
                    request: request, number: calls.next, answer: Task { try await make() })
                calls.known[key] = known
                calls.order[known.number] = key
                calls.next += 1
                forgetOldest(&calls)
                return known
            }
            guard known.request == request else { return nil }
            do {
                return try await known.answer.value
            } catch {
                forget(key, known.number)
                throw error
            }
        }

        /// Forgets every call that was answered or is being made.
        package func forgetAll() {
            calls.withLock { calls in
                calls.known = [:]
                calls.order = [:]
            }
        }

        private func forgetOldest(_ calls: inout Calls) {
            while calls.known.count > capacity {
                if let key = calls.order.removeValue(forKey: calls.oldest) {
                    calls.known[key] = nil
                }
                calls.oldest += 1
            }
        }

        private func forget(_ key: Hash, _ number: Int) {
            calls.withLock { calls in
                guard calls.known[key]?.number == number else { return }
                calls.known[key] = nil
                calls.order[number] = nil
            }
        }

        private static func hash(_ texts: [String], _ bytes: [UInt8]) -> Hash {
            var hash = SHA256()
            for text in texts {
                hash.update(data: Data("\(text.utf8.count) \(text)".utf8))
            }
            hash.update(data: Data(bytes))
            return hash.finalize()
        }
    }
#endif
