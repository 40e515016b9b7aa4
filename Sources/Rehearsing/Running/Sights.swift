// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration

    /// What is seen of customers at the target, from outside.
    @available(macOS 14, *)
    struct Sights: Sendable {
        /// By customer, for each of the promise's IDs what it has; nil where nobody has the ID, and of
        /// customers who were not read.
        let ids: [[Set<String>?]]
        /// By customer whether the IDs were read.
        let isRead: [Bool]
        /// By customer the first of the IDs that the target does not read.
        let unreadable: [Int: UnreadableID]

        private struct Sight: Sendable {
            var ids: [Set<String>?] = []
            var unreadable: UnreadableID?
        }

        /// Reads every ID of some customers.
        ///
        /// - Parameters:
        ///   - promises: Everybody.
        ///   - customers: The numbers of those who are read.
        ///   - visitor: Who reads.
        ///   - done: Told now and then of how many the IDs were read.
        /// - Throws: ``RehearsalFault`` where the target does not answer.
        init(
            of promises: [PromisedCustomer], only customers: [Int],
            through visitor: any TargetVisitor, done: @escaping @Sendable (Int) -> Void
        ) async throws {
            let sights = try await inParallel(
                customers.count, width: SimulatedTarget.width, done: done
            ) { try await Sights.sight(of: promises[customers[$0]].ids, through: visitor) }
            var ids = promises.map { [Set<String>?](repeating: nil, count: $0.ids.count) }
            var isRead = [Bool](repeating: false, count: promises.count)
            var unreadable: [Int: UnreadableID] = [:]
            for (customer, sight) in zip(customers, sights) {
                (ids[customer], isRead[customer]) = (sight.ids, true)
                unreadable[customer] = sight.unreadable
            }
            (self.ids, self.isRead, self.unreadable) = (ids, isRead, unreadable)
        }

        /// Reads the IDs of a customer, each text once: several IDs may become the same.
        private static func sight(
            of ids: [PromisedCustomer.ID], through visitor: any TargetVisitor
        ) async throws -> Sight {
            var sight = Sight()
            var places: [String: Int] = [:]
            for (place, id) in ids.enumerated() {
                var access: Set<String>?
                if let known = places[id.target] {
                    access = sight.ids[known]
                } else if !id.target.isEmpty {
                    places[id.target] = place
                    do {
                        access = try await visitor.access(of: id.target)
                    } catch let refusal as TargetRefusal {
                        sight.unreadable =
                            sight.unreadable
                            ?? UnreadableID(id: id.target, reason: refusal.reason)
                    }
                }
                sight.ids.append(access)
            }
            return sight
        }

        /// What a customer has under any of the IDs.
        func all(of customer: Int) -> Set<String> {
            ids[customer].reduce(into: []) { $0.formUnion($1 ?? []) }
        }
    }
#endif
