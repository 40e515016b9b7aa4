// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What test projects sell.
    private let catalogue = """
        {"project":"test","provider":"PROVIDER","catalogue":[
          {"id":"month","period":"P1M","trial":"P7D","entitlements":["gold"]},
          {"id":"year","period":"P1Y","price":{"amount":"59.99","currency":"EUR"},"entitlements":["gold"]},
          {"id":"coins","kind":"consumable"},{"id":"book","kind":"non-consumable"}],
         "offerings":[{"id":"default","packages":{"$rc_monthly":"month","$rc_annual":"year"}}]}
        """

    func testFile(_ provider: String) throws -> ProjectFile {
        try ProjectFile(
            Array(catalogue.replacing("PROVIDER", with: provider).utf8),
            providers: EveryProvider.keys)
    }

    func testRules(_ provider: String) throws -> Rules {
        try #require(EveryProvider.mappings.provider(provider)).rules()
    }

    /// New Year's Day 2026, noon UTC.
    let newYear = Date(timeIntervalSince1970: 1_767_268_800)

    /// A project whose clock stands still.
    func testProject(
        _ provider: String, in journal: any Journal, vault: Vault = Vault()
    ) throws -> Project {
        try Project(
            testFile(provider), testRules(provider), in: journal,
            clock: ProjectClock(frozen: newYear),
            forms: WebhookForms([:]), vault: vault)
    }

    /// The journal of a project that nobody serves any more.
    ///
    /// Its last answer may leave while the queue that has written it still holds the file.
    func reopenedJournal(_ path: String) async throws -> SQLiteJournal {
        for _ in 0..<1_000 {
            do throws(JournalFault) {
                return try SQLiteJournal(path)
            } catch {
                guard case .locked = error else { throw error }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try SQLiteJournal(path)
    }

    /// What a journal is loaded into.
    func emptyState(_ provider: String) throws -> ProjectState {
        ProjectState(
            try testRules(provider), ProjectSetup(try testFile(provider), forms: WebhookForms([:])),
            ProjectClock())
    }
#endif
