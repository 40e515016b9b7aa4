// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration

    @available(macOS 14, *)
    extension Application {
        /// How long some calls take at the least, by writer; limits run side by side.
        func seconds(_ counts: [Int]) -> Int? {
            if case .off = options.rate { return nil }
            if case .fixed(let count, let seconds) = options.rate {
                return (counts.reduce(0, +) * seconds + count - 1) / count
            }
            var ofLimit: [String: Int] = [:]
            for (number, count) in counts.enumerated() {
                if let limit = limit(of: number) { ofLimit[limit, default: 0] += count }
            }
            return ofLimit.compactMap { id, calls in
                guard let (count, seconds) = rate(of: id) else { return nil }
                return (calls * seconds + count - 1) / count
            }.max()
        }

        /// How many of some calls, by writer, fall under no documented rate; nil for none, and where
        /// another rate is asked for.
        func unrated(_ counts: [Int]) -> Int? {
            guard case .documented = options.rate else { return nil }
            let count = counts.enumerated().reduce(0) { sum, calls in
                limit(of: calls.offset).flatMap { rate(of: $0) } == nil
                    ? sum + calls.element : sum
            }
            return count > 0 ? count : nil
        }

        /// The limit that a writer's calls fall under, or those that take them back.
        func limit(of writer: Int) -> String? {
            let call = calls.call(of: writer)
            return list == .undos ? call?.undo?.limit ?? call?.limit : call?.limit
        }

        /// The figures of a limit; nil where it has none.
        private func rate(of limit: String) -> (count: Int, seconds: Int)? {
            guard let limit = sheet.limits[limit], let count = limit.count,
                let seconds = limit.seconds, count > 0
            else { return nil }
            return (count, seconds)
        }
    }
#endif
