// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// Who is meant where a list of customers is given.
    @available(macOS 14, *)
    extension Application {
        /// Which of the IDs in ``ApplicationOptions/only`` are of no customer with calls, and of how
        /// many; nil where everybody is meant.
        package func unmet() throws -> (ids: Set<String>, of: Int)? {
            guard let only = options.only else { return nil }
            var unmet = only
            let reader = try calls.reader()
            reader.readsIDs = true
            while !unmet.isEmpty, let customer = try reader.next() {
                for ids in customer.ids {
                    unmet.remove(ids.source)
                    unmet.remove(ids.target)
                }
            }
            return (unmet, only.count)
        }

        /// Whether a customer is one of those who are meant.
        func isMeant(_ customer: CustomerCalls) -> Bool {
            guard let only = options.only else { return true }
            return customer.ids.contains { only.contains($0.source) || only.contains($0.target) }
        }
    }
#endif
