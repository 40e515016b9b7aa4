// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct NamesTests {
    @Test(
        arguments: [
            ("user", "user", true), ("user", "User", false), ("u ", "u", false),
            // Canonically equivalent, and two different IDs for every provider.
            ("caf\u{E9}", "cafe\u{301}", false), ("\u{0}", "", false),
        ] as [(UserID, UserID, Bool)])
    func `IDs are equal when their bytes are`(left: UserID, right: UserID, equal: Bool) {
        #expect((left == right) == equal)
        #expect((Set([left, right]).count == 1) == equal)
    }

    @Test func `Order is that of the bytes`() {
        let ids: [UserID] = ["b", "a", "", "Z", "é", "\u{10000}", "\u{FFFF}"]
        #expect(ids.sorted().map(\.text) == ["", "Z", "a", "b", "é", "\u{FFFF}", "\u{10000}"])
    }

    @Test func `A name table gives back what was put in`() {
        var table = NameTable()
        let names = (0..<5_000).map { "name \($0 * 7919)" } + ["", "\u{0}", "é", "e\u{301}"]
        for (index, name) in names.enumerated() {
            #expect(table.index(of: name) == nil)
            #expect(table.append(name) == index)
        }
        for (index, name) in names.enumerated() {
            #expect(table.index(of: name) == index)
            #expect(Array(table[index].utf8) == Array(name.utf8))
        }
        #expect(table.index(of: "name") == nil)
    }

    @Test(
        arguments: [
            ("app_store:alice", Store.appStore, true), ("mac_app_store:a", .macAppStore, true),
            ("play_store:bob", .playStore, false), ("amazon:a b", .amazon, false),
            ("stripe:a:b", .stripe, false),
        ])
    func `A store account names its store`(text: String, store: Store, showsReceipt: Bool) throws {
        let account = try #require(StoreAccount(text))
        #expect(account.store == store)
        #expect(account.text == text)
        #expect(store.showsReceipt == showsReceipt)
    }

    @Test(arguments: ["", "alice", "app_store", "app_store:", ":alice", "App_Store:alice", "web:a"])
    func `What names no store or nobody is no store account`(text: String) {
        #expect(StoreAccount(text) == nil)
    }
}
