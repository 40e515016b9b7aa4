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
        /// By customer the first of the IDs that the target does not read.
        let unreadable: [Int: UnreadableID]

        private struct Sight: Sendable {
            var ids: [Set<String>?] = []
            var unreadable: UnreadableID?
        }

        /// Reads every ID of everybody who has access at the source.
        init(
            of promises: [PromisedCustomer], through visitor: any TargetVisitor,
            done: @escaping @Sendable (Int) -> Void
        ) async throws {
            let sights = try await inParallel(
                promises.count, width: SimulatedTarget.width, done: done
            ) { number in
                var sight = Sight()
                for id in promises[number].ids {
                    var access: Set<String>?
                    do {
                        if !id.target.isEmpty { access = try await visitor.access(of: id.target) }
                    } catch let refusal as TargetRefusal {
                        sight.unreadable =
                            sight.unreadable
                            ?? UnreadableID(id: id.target, reason: refusal.reason)
                    }
                    sight.ids.append(access)
                }
                return sight
            }
            ids = sights.map(\.ids)
            var unreadable: [Int: UnreadableID] = [:]
            for (number, sight) in sights.enumerated() { unreadable[number] = sight.unreadable }
            self.unreadable = unreadable
        }

        /// What a customer has under any of the IDs.
        func all(of customer: Int) -> Set<String> {
            ids[customer].reduce(into: []) { $0.formUnion($1 ?? []) }
        }
    }
#endif
