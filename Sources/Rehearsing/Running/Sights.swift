// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// What is seen of all customers at the target, from outside.
    @available(macOS 14, *)
    struct Sights: Sendable {
        /// By customer, for each of the promise's IDs what it has; nil where nobody has the ID.
        let ids: [[Set<String>?]]

        /// Reads every ID of everybody who has access at the source.
        init(
            of promises: [PromisedCustomer], through visitor: any TargetVisitor,
            done: @escaping @Sendable (Int) -> Void
        ) async throws {
            ids = try await inParallel(
                promises.count, width: SimulatedTarget.width, done: done
            ) { number in
                var sights: [Set<String>?] = []
                for id in promises[number].ids {
                    var sight: Set<String>?
                    if !id.target.isEmpty { sight = try await visitor.access(of: id.target) }
                    sights.append(sight)
                }
                return sights
            }
        }

        /// What a customer has under any of the IDs.
        func all(of customer: Int) -> Set<String> {
            ids[customer].reduce(into: []) { $0.formUnion($1 ?? []) }
        }
    }
#endif
