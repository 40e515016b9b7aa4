// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import NIOHTTP1

    @available(macOS 14, *)
    extension Turns {
        /// Takes over what an answer says of the limit that its call falls under.
        ///
        /// Where as many calls were made as the target takes, somebody else makes some with the same
        /// key, and nothing starts for a second.
        ///
        /// - Parameters:
        ///   - answer: The answer.
        ///   - headers: The headers that say it.
        func heed(_ answer: TargetAnswer, _ headers: [Operations.LimitHeader]) {
            func value(_ content: Operations.LimitHeader.Content) -> Int? {
                headers.lazy.filter { $0.content == content }
                    .compactMap { answer.headers.first(name: $0.name).flatMap { Int($0) } }.first
            }
            guard let most = value(.limit) else { return }
            lower(to: most)
            if let usage = value(.usage), usage >= most { hold(for: .seconds(1)) }
        }
    }
#endif
