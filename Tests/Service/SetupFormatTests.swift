// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import Testing

    /// What a project's owner has set up, in journals of this and of earlier versions.
    @Suite struct SetupFormatTests {
        @Test func `An entitlement that is only granted can stand in a project file`() throws {
            let text = """
                {"project":"a","provider":"revenuecat","entitlements":["gold","pro"],
                 "catalogue":[{"id":"month","entitlements":["pro"]}]}
                """
            let file = try ProjectFile(Array(text.utf8), providers: ["revenuecat"])
            let setup = ProjectSetup(file, forms: WebhookForms([:]))
            #expect(setup.entitlements.map(\.identifier) == ["pro", "gold"])
        }

        /// A journal in which somebody has bought, with entries of a format.
        private func journal(
            version: Int, _ rewrite: (String) -> String = { $0 }
        ) async throws -> MemoryJournal {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            try await project.perform { state, now in
                guard let purchase = state.buy("month", by: StoreAccount(.appStore, "a"), now: now)
                else { return }
                let item = state.world.product(state.ledger.product(of: purchase)).product
                state.perform(
                    .buy(item),
                    by: .user(UserID(unchecked: "ann"), StoreAccount(.appStore, "a")), now: now)
            }
            let other = MemoryJournal()
            let entries = journal.entries(after: 0, limit: .max).map { entry in
                var entry = entry
                entry.version = version
                entry.texts = entry.texts.map(rewrite)
                return entry
            }
            try other.append(entries, after: 0, epoch: other.lease())
            return other
        }

        /// The setup as format 1 had it.
        private func earlier(_ text: String) -> String {
            guard text.hasPrefix("{"),
                var object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
                    as? [String: Any]
            else { return text }
            object["entitlements"] = nil
            object["created"] = nil
            let data = try? JSONSerialization.data(withJSONObject: object)
            return data.map { String(decoding: $0, as: UTF8.self) } ?? text
        }

        @Test func `Entries of format 1 are read, with the entitlements that products unlock`()
            async throws
        {
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: try await journal(version: 1, earlier))
            #expect(state.setup.entitlements.map(\.identifier) == ["gold", "coins", "book"])
            #expect(state.setup.created == 0)
            #expect(state.setup.catalogue.offerings.map(\.packages.count) == [2])
            #expect(state.firstOwner(of: PurchaseHandle(0)) == "ann")
        }

        @Test func `A project writes down when it began`() async throws {
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: try await journal(version: 2))
            #expect(state.setup.created == newYear.milliseconds)
        }

        @Test func `Entries of a later format stop the start`() async throws {
            let journal = try await journal(version: 6)
            #expect(throws: JournalFault.self) {
                var state = try emptyState("revenuecat")
                try ProjectLoader.load(&state, from: journal)
            }
        }

        @Test func `What a product unlocks is replayed where it was changed`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            try await project.perform { state, now in
                _ = state.buy("month", by: StoreAccount(.appStore, "a"), now: now)
                var setup = state.setup
                setup.attach(["month"], to: "plus")
                setup.detach(["month"], from: "gold")
                setup.archive(product: "year")
                try state.change(setup)
            }
            let live = try await project.perform { state, _ in
                state.ledger.entitlements(of: PurchaseHandle(0)).map(\.text)
            }
            #expect(live == ["plus"])
            _ = try await project.snapshot()
            for _ in 0..<2 {
                var state = try emptyState("revenuecat")
                try ProjectLoader.load(&state, from: journal)
                #expect(state.ledger.entitlements(of: PurchaseHandle(0)).map(\.text) == ["plus"])
                #expect(state.world.records[0].product.entitlements == ["plus"])
                #expect(state.setup.sold("year") == nil)
                // Apps are shown no package without a product.
                #expect(state.setup.catalogue.offerings[0].packages.map(\.id) == ["$rc_monthly"])
            }
        }
    }
#endif
