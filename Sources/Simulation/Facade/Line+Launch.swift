// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// Starts of the app.
extension Line {
    /// A start of the app with the SDK in it; the first one installs.
    ///
    /// Over rules of a provider that takes no ID at the start, the ID is logged in after it. A
    /// device that a new world does not know, but whose folder has IDs in it, gets them back.
    package func launch(as id: String?) -> Reply {
        let id = id.map(UserID.init(unchecked:))
        let isInstalled = self.isInstalled
        if isInstalled, installation.takesAnew(facade) {
            let reply = perform(.reinstall)
            return id.map(give) ?? reply
        }
        if isInstalled { return id.map(give) ?? start() }
        if let stored { return returning(stored, as: id) }
        guard let id else { return perform(.install(installation.account)) }
        let reply = perform(.configure(id, installation.account))
        guard reply.refusal == .unsupported else { return reply }
        let installed = perform(.install(installation.account))
        return installed.refusal == nil ? perform(.logIn(id)) : installed
    }

    /// A later start without an ID.
    private func start() -> Reply {
        let reply = perform(.configure("", nil))
        return reply.refusal == .unsupported ? perform(.open) : reply
    }

    /// A later start with an ID.
    private func give(_ id: UserID) -> Reply {
        let reply = perform(.configure(id, nil))
        guard reply.refusal == .unsupported else { return reply }
        _ = perform(.open)
        return perform(.logIn(id))
    }

    // MARK: What the installation's folder keeps

    /// What makes the IDs of an installation again.
    private struct Stored {
        let own: FreshBits?
        let user: String?
    }

    private var bitsKey: String { "allonym.\(facade).own" }
    private var userKey: String { "allonym.\(facade).user" }

    private var stored: Stored? {
        let own = defaults.string(bitsKey).flatMap(FreshBits.init(stored:))
        let user = defaults.string(userKey)
        return own == nil && user == nil ? nil : Stored(own: own, user: user)
    }

    private func returning(_ stored: Stored, as id: UserID?) -> Reply {
        let account = installation.account
        var reply: Reply
        if let own = stored.own {
            reply = perform(.install(account), bits: own)
            if let user = stored.user, id == nil {
                reply = perform(.logIn(UserID(unchecked: user)))
            }
        } else {
            let user = UserID(unchecked: stored.user ?? "")
            reply = perform(.configure(id ?? user, account))
            return reply
        }
        return id.map(give) ?? reply
    }

    /// Writes down what makes the IDs again, where the installation keeps it.
    func keep(_ reply: Reply, _ bits: FreshBits?) {
        guard defaults.isKept, let view = reply.view else { return }
        defaults.set(userKey, view.isAnonymous ? nil : view.userID)
        guard let own = view.ownID else {
            defaults.set(bitsKey, nil)
            return
        }
        let form = installation.world.rules.identifiers.anonymous
        if let bits, let minted = [bits, bits.next].first(where: { form.render($0).text == own }) {
            defaults.set(bitsKey, minted.stored)
        }
    }
}

extension FreshBits {
    /// The bits as 32 hexadecimal digits.
    fileprivate var stored: String {
        let digits = [high, low].map { value in
            let text = String(value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return digits.joined()
    }

    fileprivate init?(stored text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
