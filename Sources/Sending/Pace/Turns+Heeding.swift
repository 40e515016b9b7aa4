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
            func stated(_ content: Operations.LimitHeader.Content) -> (count: Int, seconds: Int)? {
                for header in headers where header.content == content {
                    let text = answer.headers.first(name: header.name)
                    if let count = text.flatMap({ Int($0) }) { return (count, header.seconds) }
                }
                return nil
            }
            guard let most = stated(.limit) else { return }
            lower(to: most.count, seconds: most.seconds)
            if let usage = stated(.usage), usage.count >= most.count { hold(for: .seconds(1)) }
        }
    }
#endif
