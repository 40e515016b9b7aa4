// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What an erasure takes from the files of a project, and what it leaves.
    @Suite struct ErasureTests {
        /// The texts of these that stand in any file of a folder.
        private func left(of texts: [String], in folder: Folder) throws -> [String] {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let bytes = try files.map {
                try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))
            }
            return texts.filter { text in
                bytes.contains { $0.range(of: Data(text.utf8)) != nil }
            }
        }

        private func perform(
            _ action: Action, by id: String, _ account: StoreAccount? = nil, in project: Project
        ) async throws {
            try await project.perform { state, now in
                _ = state.perform(action, by: .user(UserID(unchecked: id), account), now: now)
            }
        }

        private func say(
            _ name: String, _ value: String?, of id: String, in project: Project, at time: Int64 = 1
        ) async throws {
            try await project.perform { state, _ in
                let user = try #require(state.ledger.user(UserID(unchecked: id)))
                let customer = state.ledger.customer(of: user)
                state.setAttribute(name, value, of: customer, milliseconds: time)
            }
        }

        /// What a project is to everybody but those who were erased.
        private func others(_ project: Project, _ ids: [String]) async throws -> [String] {
            try await project.perform { state, now in
                ids.map { id in
                    let user = UserID(unchecked: id)
                    let said =
                        state.ledger.user(user).map(state.ledger.customer(of:))
                        .flatMap { state.attributes[$0] } ?? [:]
                    let view = state.world.view(of: user, now: now)
                    return "\(id) \(said.mapValues(\.value).sorted { $0.key < $1.key }) "
                        + "\(view?.entitlements ?? []) \(view?.purchases.map(\.product.id) ?? [])"
                }
            }
        }

        @Test(arguments: [false, true])
        func `No file holds an erased customer's IDs or what was said of it`(
            hasSnapshot: Bool
        ) async throws {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("test.sqlite"))
            let project = try testProject("revenuecat", in: journal)
            let anonymous = "$RCAnonymousID:0f1e2d3c4b5a69788796a5b4c3d2e1f0"
            let personal = [
                "anna-erased", anonymous, "old@erased.example", "new@erased.example",
                "anna's nickname", "later@erased.example",
            ]
            try await perform(.restore, by: anonymous, "app_store:a", in: project)
            try await say("$email", "old@erased.example", of: anonymous, in: project)
            try await say("anna's nickname", "Ann", of: anonymous, in: project)
            try await perform(.logIn("anna-erased"), by: anonymous, "app_store:a", in: project)
            // An account of the Test Store, which is called as its user is.
            try await project.perform { state, now in
                let account = StoreAccount(.testStore, "anna-erased")
                _ = state.buy("month", by: account, now: now)
                state.perform(.restore, by: .user("anna-erased", account), now: now)
            }
            // Enough of others that pages of the file are split and moved.
            for number in 0..<200 {
                try await perform(.open, by: "other-\(number)", in: project)
                try await say(
                    "$email", "\(number)@kept.example", of: "other-\(number)", in: project)
            }
            try await say("$email", "new@erased.example", of: "anna-erased", in: project, at: 2)
            if hasSnapshot { _ = try await project.snapshot() }
            try await say("$email", "later@erased.example", of: "anna-erased", in: project, at: 3)
            try await say("$email", nil, of: "anna-erased", in: project, at: 4)
            #expect(try left(of: personal, in: folder) == personal)
            let known = try await others(project, ["other-7", "other-199"])
            #expect(try await project.erase(anonymous))
            #expect(try left(of: personal, in: folder).isEmpty)
            #expect(try await others(project, ["other-7", "other-199"]) == known)
            #expect(try left(of: ["7@kept.example"], in: folder) == ["7@kept.example"])
            try await expectReplay(project)
            // They are nobody's, and can be somebody's.
            #expect(try await project.erase("anna-erased") == false)
            try await perform(.open, by: "anna-erased", in: project)
            #expect(try await project.erase("anna-erased"))
            #expect(try left(of: personal, in: folder).isEmpty)
        }

        @Test func `A text that tells of something else as well stays there`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            // The customer is called as a product and as an entitlement are, and others say so too.
            for id in ["month", "gold", "bob"] {
                try await project.perform { state, now in
                    let account = StoreAccount(unchecked: "app_store:\(id)")
                    _ = state.buy("month", by: account, now: now)
                    let user = Actor.user(UserID(unchecked: id), account)
                    state.perform(.restore, by: user, now: now)
                    state.perform(.grant("gold"), by: user, now: now)
                    let customer = try #require(state.ledger.user(UserID(unchecked: id)))
                    for text in ["month", "gold", "erased"] {
                        state.setAttribute(
                            text, text, of: state.ledger.customer(of: customer), milliseconds: 1)
                    }
                }
            }
            _ = try await project.snapshot()
            let known = try await others(project, ["bob"])
            #expect(known[0].contains("(key: \"gold\", value: \"gold\")"), "\(known)")
            for id in ["month", "gold"] {
                #expect(try await project.erase(id))
                #expect(try await others(project, ["bob"]) == known)
                #expect(
                    try await project.perform { state, _ in
                        state.ledger.user(UserID(unchecked: id)) == nil
                    })
            }
            try await expectReplay(project)
        }

        @Test func `What a merge brought goes too, and what an undone one took away stays`()
            async throws
        {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("test.sqlite"))
            let project = try testProject("revenuecat", in: journal)
            let first = "$RCAnonymousID:00000000000000000000000000000001"
            let second = "$RCAnonymousID:00000000000000000000000000000002"
            for (id, name) in [(first, "one"), (second, "two")] {
                try await perform(.open, by: id, in: project)
                try await say(name, "of \(name)", of: id, in: project)
            }
            try await perform(.open, by: "carl", in: project)
            try await say("name", "of carl", of: "carl", in: project)
            _ = try await project.snapshot()
            // The first has become the custom ID's before; the second stays by itself.
            try await perform(.logIn("dora-erased"), by: first, in: project)
            #expect(try await project.erase("dora-erased"))
            #expect(
                try left(of: ["of one", "of two", "of carl", first, second], in: folder)
                    == ["of two", "of carl", second])
            try await expectReplay(project)
        }

        @Test(arguments: EveryProvider.keys)
        func `Minted IDs of every provider go, also where a snapshot keeps them apart`(
            provider: String
        ) async throws {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("test.sqlite"))
            let project = try testProject(provider, in: journal)
            let id = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
            try await project.perform { state, now in
                for device in ["phone", "other"] {
                    let device = Actor.device(DeviceID(unchecked: device))
                    state.perform(.install("app_store:a"), by: device, now: now)
                }
            }
            _ = try await project.snapshot()
            let ids = try await project.perform { state, now in
                let device = Actor.device("phone")
                state.perform(.logIn(UserID(unchecked: id)), by: device, now: now)
                let user = try #require(state.ledger.user(UserID(unchecked: id)))
                return state.ledger.aliases(of: state.ledger.customer(of: user)).map {
                    state.ledger.id(of: $0).text
                }
            }
            #expect(try left(of: ids, in: folder) == ids)
            let count = try await project.perform { state, _ in state.ledger.users.count }
            #expect(try await project.erase(id))
            #expect(try left(of: ids, in: folder).isEmpty)
            let all = try await project.perform { state, _ in
                state.ledger.users.indices.map { state.ledger.id(of: UserHandle($0)).text }
            }
            #expect(all.count == count)
            #expect(all.count { $0.hasPrefix("erased:") } == ids.count, "\(all)")
        }

        @Test func `A customer whom the provider has deleted is still found and blanked`()
            async throws
        {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("test.sqlite"))
            let project = try testProject("revenuecat", in: journal)
            try await perform(.open, by: "anna-erased", in: project)
            try await say("name", "Anna of Erasure", of: "anna-erased", in: project)
            try await perform(.delete("anna-erased"), by: "anna-erased", in: project)
            #expect(try left(of: ["anna-erased", "Anna of Erasure"], in: folder).count == 2)
            #expect(try await project.erase("anna-erased"))
            #expect(try left(of: ["anna-erased", "Anna of Erasure"], in: folder).isEmpty)
            #expect(try await project.erase("anna-erased") == false)
        }

        @Test func `What was said of an ID before the provider deleted it goes as well`()
            async throws
        {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("test.sqlite"))
            let project = try testProject("revenuecat", in: journal)
            // The ID joins one that was there before; both are deleted; one of them comes back.
            let anonymous = "$RCAnonymousID:00000000000000000000000000000001"
            try await perform(.open, by: anonymous, in: project)
            try await perform(.logIn("anna"), by: anonymous, in: project)
            try await say("name", "first life", of: "anna", in: project)
            try await perform(.open, by: "bob", in: project)
            try await say("name", "life of bob", of: "bob", in: project)
            for id in ["anna", "bob"] {
                try await perform(.delete(UserID(unchecked: id)), by: id, in: project)
            }
            _ = try await project.snapshot()
            for life in ["second life", "third life"] {
                try await perform(.open, by: "anna", in: project)
                try await say("name", life, of: "anna", in: project)
                if life == "second life" {
                    try await perform(.delete("anna"), by: "anna", in: project)
                }
            }
            #expect(try await project.erase("anna"))
            let lives = ["first life", "second life", "third life", "life of bob"]
            #expect(try left(of: lives, in: folder) == ["life of bob"])
            try await expectReplay(project)
        }

        @Test func `What becomes due after an erasure makes no customer of the blank`()
            async throws
        {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            try await project.perform { state, now in
                _ = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: .user("anna", "app_store:a"), now: now)
                state.perform(
                    .grant("gold"), by: .user("anna", nil), now: now,
                    until: now.addingTimeInterval(86_400))
            }
            #expect(try await project.erase("anna"))
            try await project.perform { state, now in
                state.change(try state.clock.moved(to: now.addingTimeInterval(86_400 * 60)))
            }
            try await project.perform { state, _ in
                #expect(state.world.records[0].transactions.count == 3)
                #expect(state.ledger.liveCustomers.isEmpty)
            }
            try await expectReplay(project)
        }
    }
#endif
