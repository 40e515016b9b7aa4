// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation

    /// Does something with each of many things, several at once.
    ///
    /// - Parameters:
    ///   - count: How many there are.
    ///   - width: How many are done at once.
    ///   - done: Told now and then how many are done.
    ///   - body: What is done with the thing of a number.
    /// - Returns: What came of each, in order.
    /// - Throws: What the body throws first.
    func inParallel<Answer: Sendable>(
        _ count: Int, width: Int, done: @escaping @Sendable (Int) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        let next = Locked(0)
        return try await withThrowingTaskGroup(of: [(Int, Answer)].self) { group in
            for _ in 0..<min(width, count) {
                group.addTask {
                    var answers: [(Int, Answer)] = []
                    while true {
                        try Task.checkCancellation()
                        let number = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard number < count else { return answers }
                        answers.append((number, try await body(number)))
                        if number % 256 == 0 { done(number) }
                    }
                }
            }
            var all = [Answer?](repeating: nil, count: count)
            for try await answers in group {
                for (number, answer) in answers { all[number] = answer }
            }
            return all.compactMap { $0 }
        }
    }
#endif
