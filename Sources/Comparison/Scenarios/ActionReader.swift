// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// Reads actions, in neutral words or as a provider's call.
struct ActionReader {
    let catalogue: [ProductID: Product]
    let ids: [UserID: String]
    let calls: [CallReader.Known]

    /// Reads an action, and the numbers of the anonymous IDs that it names.
    ///
    /// - Throws: ``Unreadable`` with what was expected.
    func read(_ text: String) throws(Unreadable) -> (action: Action, placeholders: [UserID: Int]) {
        var placeholders: [UserID: Int] = [:]
        let action = try read(text, &placeholders)
        return (action: action, placeholders: placeholders)
    }

    private func read(
        _ text: String, _ placeholders: inout [UserID: Int]
    ) throws(Unreadable) -> Action {
        if let verb = ActionReader.first(of: ActionReader.verbs, in: text) {
            return try action(verb, TokenReader(text.dropFirst(verb.count)), text, &placeholders)
        }
        if text.hasSuffix(")"), let call = try CallReader.read(text) {
            let (word, argument) = try call.resolve(calls)
            let arguments = TokenReader(argument.map(quoted) ?? "")
            return try action(word, arguments, text, &placeholders)
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        // A provider's name for it, without the parentheses of a call.
        let first = words.first.map { String($0) } ?? ""
        let meant = calls.filter { $0.call.name == first }.map(\.word)
        if let question = UnknownName.question(Set(meant).sorted()) {
            throw Unreadable("unknown action \"\(text)\"; \(question)")
        }
        throw Unreadable(
            "unknown action", text,
            beginningWith: [2, 1].map { words.prefix($0).joined(separator: " ") },
            known: ActionReader.verbs.sorted() + ["a provider's call"])
    }

    /// The word that a text begins with.
    private static func first(of words: [String], in text: String) -> String? {
        words.first { text == $0 || text.hasPrefix($0 + " ") || text.hasPrefix($0 + "\t") }
    }

    /// Those of two words come before their first one.
    private static let verbs: [String] =
        ["log in", "log out", "expire grant"]
        + ["install", "reinstall", "configure", "open", "buy", "restore", "sync", "own", "notify"]
        + ["grant", "revoke", "check", "change", "use", "share", "unshare", "transfer", "redeem"]
        + ["delete"] + StoreEvent.allCases.map(\.rawValue)

    /// An action from its word and what follows it.
    private func action(
        _ word: String, _ arguments: TokenReader, _ text: String,
        _ placeholders: inout [UserID: Int]
    ) throws(Unreadable) -> Action {
        var arguments = arguments
        let action: Action
        switch word {
        case "install": action = .install(try account(&arguments))
        case "reinstall": action = .reinstall
        case "configure":
            let id = try id(&arguments, word, &placeholders)
            action = .configure(id, try account(&arguments))
        case "log in": action = .logIn(try id(&arguments, word, &placeholders))
        case "log out": action = .logOut
        case "open": action = .open
        case "restore": action = .restore
        case "sync": action = .sync
        case "check": action = .check
        case "buy": action = .buy(try product(&arguments, word))
        case "own": action = .own(try product(&arguments, word))
        case "notify": action = .notify(try product(&arguments, word).id)
        case "grant", "revoke", "expire grant":
            let name = EntitlementID(unchecked: try name(&arguments, word, "an entitlement").text)
            action =
                word == "grant"
                ? .grant(name) : word == "revoke" ? .revoke(name) : .expireGrant(name)
        case "change":
            let product = try product(&arguments, word).id
            try keyword("to", &arguments, word)
            action = .change(
                product, to: try self.product(&arguments, word),
                atRenewal: try isAtRenewal(&arguments))
        case "use":
            guard let account = try account(&arguments) else {
                throw Unreadable("expected a store account after \"use\", such as app_store:alice")
            }
            action = .use(account)
        case "share", "unshare":
            let product = try product(&arguments, word).id
            try keyword("with", &arguments, word)
            let device = try device(&arguments, word)
            action =
                word == "share" ? .share(product, with: device) : .unshare(product, with: device)
        case "transfer":
            let source = try id(&arguments, word, &placeholders)
            try keyword("to", &arguments, word)
            action = .transfer(source, to: try id(&arguments, "to", &placeholders))
        case "redeem":
            let product = try product(&arguments, word).id
            try keyword("from", &arguments, word)
            action = .redeem(product, from: try id(&arguments, "from", &placeholders))
        case "delete": action = .delete(try id(&arguments, word, &placeholders))
        default:
            guard let event = StoreEvent(rawValue: word) else {
                throw Unreadable("unknown action", word, known: ActionReader.verbs.sorted())
            }
            action = .store(event, try product(&arguments, word).id)
        }
        guard arguments.isAtEnd else {
            throw Unreadable(
                "\"\(arguments.remainder)\" is too much after \"\(word)\" in \"\(text)\"; "
                    + "a name with blanks stands in double quotes")
        }
        return action
    }

    private func name(
        _ arguments: inout TokenReader, _ word: String, _ what: String
    ) throws(Unreadable) -> Token {
        guard let token = try arguments.next() else {
            throw Unreadable("expected \(what) after \"\(word)\"")
        }
        return token
    }

    /// A word between two arguments.
    private func keyword(
        _ word: String, _ arguments: inout TokenReader, _ verb: String
    ) throws(Unreadable) {
        guard let token = try arguments.next(), token.text == word, !token.isQuoted else {
            throw Unreadable("expected \"\(word)\" in the middle of \"\(verb) … \(word) …\"")
        }
    }

    /// Whether a change waits for the next renewal.
    private func isAtRenewal(_ arguments: inout TokenReader) throws(Unreadable) -> Bool {
        guard !arguments.isAtEnd else { return false }
        guard arguments.remainder == "at renewal" else {
            throw Unreadable(
                "expected \"at renewal\" or nothing after the other product, not "
                    + "\"\(arguments.remainder)\"")
        }
        arguments = TokenReader("")
        return true
    }

    /// A device: in quotes, or all that is left.
    private func device(
        _ arguments: inout TokenReader, _ word: String
    ) throws(Unreadable) -> DeviceID {
        let rest = arguments.remainder
        guard !rest.isEmpty else { throw Unreadable("expected a device after \"\(word) … with\"") }
        guard rest.hasPrefix("\"") else {
            arguments = TokenReader("")
            return DeviceID(unchecked: rest)
        }
        return DeviceID(unchecked: try name(&arguments, word, "a device").text)
    }

    private func id(
        _ arguments: inout TokenReader, _ word: String, _ placeholders: inout [UserID: Int]
    ) throws(Unreadable) -> UserID {
        guard let named = try arguments.nextID(ids) else {
            throw Unreadable("expected a user ID after \"\(word)\"")
        }
        switch named {
        case .id(let id): return id
        case .anonymous(let number):
            // No text of a scenario has this character in it, as bars and lines end cells.
            let placeholder = UserID(unchecked: "anonymous \(number)\n")
            placeholders[placeholder] = number
            return placeholder
        }
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

extension Step {
    /// The action, with anonymous IDs in the place of their numbers; one that was not minted stands
    /// for itself, as an ID that nobody has.
    package func action(where minted: [UserID]) -> Action {
        func id(_ given: UserID) -> UserID {
            guard let number = placeholders[given] else { return given }
            return NamedID.anonymous(number).resolved(minted)
                ?? UserID(unchecked: "anonymous \(number)")
        }
        guard !placeholders.isEmpty else { return action }
        switch action {
        case .configure(let given, let account): return .configure(id(given), account)
        case .logIn(let given): return .logIn(id(given))
        case .transfer(let given, let other): return .transfer(id(given), to: id(other))
        case .redeem(let product, let given): return .redeem(product, from: id(given))
        case .delete(let given): return .delete(id(given))
        case .install, .reinstall, .logOut, .open, .buy, .restore, .sync, .store, .own, .notify,
            .grant, .revoke, .expireGrant, .change, .use, .share, .unshare, .check:
            return action
        }
    }
}
