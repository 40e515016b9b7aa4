// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSimulation

    /// Hands out the customers of a plan one by one, to whoever has nothing to do.
    @available(macOS 14, *)
    final class CallSource: Sendable {
        private let reader: Locked<PlanCallReader>
        /// The plan's own calls, beside those that take them back.
        private let undone: Locked<UndoneCalls>?
        private let only: Set<String>?
        /// How many calls there are, by the plan's manifest.
        private let total: Int

        /// The customers of a plan.
        ///
        /// - Parameters:
        ///   - application: What is applied.
        ///   - states: What is known of the plan's own calls, where these are taken back.
        /// - Throws: `MigrationError` for a plan that cannot be read.
        init(_ application: Application, undoing states: [CallState]?) throws {
            (only, total) = (application.options.only, application.total)
            let calls = application.calls
            let reader = try states == nil ? calls.reader() : calls.undoReader()
            reader.readsIDs = only != nil
            self.reader = Locked(reader)
            undone = try states.map {
                Locked(
                    UndoneCalls(
                        calls, try calls.reader(), $0, isUnsure: application.options.undoesUnsure))
            }
        }

        /// A customer, and as what those of its calls are left that are not to be made, by their
        /// numbers.
        struct Work: Sendable {
            let customer: CustomerCalls
            var left: [Int: CallState] = [:]
            /// What the plan has made for the customer, where that is taken back.
            var made: UndoneCalls.Made?
        }

        /// The next customer who is meant.
        ///
        /// - Throws: `MigrationError` for a plan that cannot be read, ``ApplicationFault`` for one with
        ///   more calls than its manifest says.
        func next() throws -> Work? {
            try reader.withLock { reader in
                while let customer = try reader.next() {
                    guard customer.calls.allSatisfy({ $0.number < total }) else {
                        throw ApplicationFault.data(
                            "the plan has more calls than its manifest says: it was changed "
                                + "since; make the plan again")
                    }
                    if let only,
                        !customer.ids.contains(where: { ids in
                            only.contains(ids.source) || only.contains(ids.target)
                        })
                    {
                        continue
                    }
                    var work = Work(customer: customer)
                    if let undone {
                        (work.left, work.made) = try undone.withLock { undone in
                            (try undone.left(of: customer), undone.made)
                        }
                    }
                    return work
                }
                return nil
            }
        }
    }
#endif
