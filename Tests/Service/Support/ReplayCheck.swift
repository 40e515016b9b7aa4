// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymService
    import Testing

    /// A journal gives the state that is served, with its snapshot and without it.
    func expectReplay(_ project: Project, _ provider: String = "revenuecat") async throws {
        let served = try await project.perform { state, _ in
            try state.snapshot(checksum: 0)
        }
        try await project.withJournal { journal in
            for snapshot in [try journal.snapshot(), nil] {
                let copy = MemoryJournal()
                try copy.append(
                    journal.entries(after: 0, limit: .max), after: 0, epoch: copy.lease())
                if let snapshot { copy.save(snapshot) }
                var state = try emptyState(provider)
                try ProjectLoader.load(&state, from: copy)
                let again = try state.snapshot(checksum: 0)
                #expect(again == served)
            }
        }
    }
#endif
