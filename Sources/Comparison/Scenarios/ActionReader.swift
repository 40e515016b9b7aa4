// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Reads actions, in neutral words or as a provider's call.
struct ActionReader {
    let catalogue: [ProductID: Product]
    let ids: [UserID: String]
    let calls: [CallReader.Known]

    /// The neutral words for actions, those reserved for later included.
    let words: [String]

    /// - Throws: ``Unreadable`` with what was expected.
    func read(_ text: String) throws(Unreadable) -> Action {
        let verbs = ["log in", "log out"] + ActionReader.verbs
        if let verb = ActionReader.first(of: verbs, in: text) {
            return try action(verb, TokenReader(text.dropFirst(verb.count)), text)
        }
        if text.hasSuffix(")"), let call = try CallReader.read(text) {
            let (word, argument) = try call.resolve(calls)
            return try action(word, TokenReader(argument.map(quoted) ?? ""), text)
        }
        if let word = ActionReader.first(of: words, in: text) {
            throw Unreadable("the action «\(word)» is reserved for later")
        }
        throw Unreadable("unknown action", text, known: verbs.sorted() + ["a provider's call"])
    }

    /// The word that a text begins with.
    private static func first(of words: [String], in text: String) -> String? {
        words.first { text == $0 || text.hasPrefix($0 + " ") || text.hasPrefix($0 + "\t") }
    }

    private static let verbs: [String] =
        ["install", "reinstall", "configure", "open", "buy", "restore", "sync", "own", "notify"]
        + ["grant", "revoke", "check"] + StoreEvent.allCases.map(\.rawValue)

    /// An action from its word and what follows it.
    private func action(
        _ word: String, _ arguments: TokenReader, _ text: String
    ) throws(Unreadable) -> Action {
        var arguments = arguments
        let action: Action
        switch word {
        case "install": action = .install(try account(&arguments))
        case "reinstall": action = .reinstall
        case "configure":
            let id = try id(&arguments, word)
            action = .configure(id, try account(&arguments))
        case "log in": action = .logIn(try id(&arguments, word))
        case "log out": action = .logOut
        case "open": action = .open
        case "restore": action = .restore
        case "sync": action = .sync
        case "check": action = .check
        case "buy": action = .buy(try product(&arguments, word))
        case "own": action = .own(try product(&arguments, word))
        case "notify": action = .notify(try product(&arguments, word).id)
        case "grant", "revoke":
            let name = EntitlementID(unchecked: try name(&arguments, word, "an entitlement").text)
            action = word == "grant" ? .grant(name) : .revoke(name)
        default:
            guard let event = StoreEvent(rawValue: word) else {
                throw Unreadable("the action «\(word)» is reserved for later")
            }
            action = .store(event, try product(&arguments, word).id)
        }
        guard arguments.isAtEnd else {
            throw Unreadable(
                "«\(arguments.remainder)» is too much after «\(word)» in «\(text)»; "
                    + "a name with blanks stands in double quotes")
        }
        return action
    }

    private func name(
        _ arguments: inout TokenReader, _ word: String, _ what: String
    ) throws(Unreadable) -> Token {
        guard let token = try arguments.next() else {
            throw Unreadable("expected \(what) after «\(word)»")
        }
        return token
    }

    private func id(
        _ arguments: inout TokenReader, _ word: String
    ) throws(Unreadable) -> UserID {
        let token = try name(&arguments, word, "a user ID")
        return UserID(unchecked: ids[UserID(unchecked: token.text)] ?? token.text)
    }

    private func product(
        _ arguments: inout TokenReader, _ word: String
    ) throws(Unreadable) -> Product {
        let token = try name(&arguments, word, "a product")
        let id = ProductID(unchecked: token.text)
        return catalogue[id] ?? Product(id)
    }

    private func account(_ arguments: inout TokenReader) throws(Unreadable) -> StoreAccount? {
        guard let token = try arguments.next() else { return nil }
        guard let account = StoreAccount(token.text) else {
            let stores = Store.allCases.map { "\($0.rawValue):NAME" }
            throw Unreadable("unknown store account", token.text, known: stores)
        }
        return account
    }
}
